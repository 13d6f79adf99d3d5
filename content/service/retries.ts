import { hasCode } from '../model/errors.ts';

/** Milliseconds before the first new try, and at most between two. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

/** Tries again what failed, after a pause that doubles each time and starts anew once it succeeded. */
export function createRetries(tryAgain: () => void) {
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  return {
    failed(): void {
      clearTimeout(timer);
      timer = setTimeout(tryAgain, pause);
      timer.unref();
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    },
    succeeded(): void {
      clearTimeout(timer);
      pause = FIRST_PAUSE_MS;
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}

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
