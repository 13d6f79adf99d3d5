import { hasCode } from '../model/errors.ts';

/** Each try tells of one lost object at least; a list that meets more has lost too much to be given. */
const MAX_TRIES = 100;

/**
 * Reads content, and again when it met an object that is lost and what there is to read, as `now` tells it, changed because
 * of that. What is lost all the same is thrown.
 */
export async function readAgain<Value>(now: () => unknown, read: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    const before = await now();
    try {
      return await read();
    } catch (error) {
      if (!hasCode(error, 'corrupt') || tries === MAX_TRIES || (await now()) === before) throw error;
    }
  }
}
