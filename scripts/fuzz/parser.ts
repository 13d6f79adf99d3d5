import type { Random } from '#content/testing/random.ts';

/** What reads bytes that others wrote, as the command tries it. */
export interface ByteParser {
  readonly name: string;
  /**
   * Makes one damaged input and has it read. Answers whether anything was read of it; rejects with what the parser throws, or
   * with {@link WrongAnswer}.
   */
  attempt(random: Random): Promise<boolean> | boolean;
  /** Errors beside ContentError that say "these bytes are damaged" to who called. */
  readonly refusals?: readonly (new (
    message: string,
  ) => Error)[];
}

/** Something was read that the bytes do not say. */
export class WrongAnswer extends Error {}
