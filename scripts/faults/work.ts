import { OperationError } from '#content/contract/client.ts';
import type { Random } from '#content/testing/random.ts';

/** Something that changes content again and again. */
export interface Work {
  readonly name: string;
  /** One change. Throws when the program is not there (any more), and {@link WrongAnswer} when it answers what it may not. */
  readonly step: () => Promise<void>;
}

/** A program answered what it never should. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** What a change answered; null when it was refused, with one of these codes, in a way that loses nothing: it is tried again. */
export async function attempt<Value>(
  what: string,
  mayRefuse: readonly string[],
  change: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    if (mayRefuse.includes(error.code)) return null;
    throw new WrongAnswer(`${what} was answered ${error.message} ${JSON.stringify(error.data)}`);
  }
}

/** Repeats works side by side until told to stop; answers what went wrong before that. */
export function startWorks(works: readonly Work[]) {
  const end = new AbortController();
  const isOver = () => end.signal.aborted;
  const faults: string[] = [];

  async function repeat({ name, step }: Work): Promise<void> {
    while (!isOver()) {
      try {
        await step();
      } catch (error) {
        if (error instanceof WrongAnswer) faults.push(error.message);
        else if (!isOver()) faults.push(`${name}: ${String(error)}`);
        return;
      }
    }
  }

  const all = Promise.all(works.map(repeat));
  return {
    /** From now on programs may go away. */
    expectEnd: () => end.abort(),
    /** Resolves when all have ended. */
    async ended(): Promise<readonly string[]> {
      end.abort();
      await all;
      return faults;
    },
  };
}

/**
 * Deals values in a random order, each once before any comes again: few rounds still meet all of them.
 */
export function createDeck<Value>(values: readonly Value[], random: Random) {
  let left: Value[] = [];
  function deal(): Value {
    if (left.length === 0) left = [...values];
    const [dealt] = left.splice(random.below(left.length), 1);
    if (dealt === undefined) throw new RangeError('an empty deck');
    return dealt;
  }
  return { deal, dealSome: (count: number): readonly Value[] => Array.from({ length: count }, deal) };
}

export type Deck<Value> = ReturnType<typeof createDeck<Value>>;
