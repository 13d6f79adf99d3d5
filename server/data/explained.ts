import { sentenceOf } from '#content/contract/french.ts';
import { ContentError } from '#content/model/errors.ts';

/** What an operator can put right: `message` says in French what it is, and what to do. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
}

/** The exit code of a command: 1, with the reason said, where that can be explained. Throws anything else. */
export async function explained(say: (line: string) => void, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ExplainedError) say(error.message);
    else if (error instanceof ContentError) say(sentenceOf(error.code, error.data));
    else throw error;
    return 1;
  }
}
