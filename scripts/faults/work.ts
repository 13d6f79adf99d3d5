import type { Answer } from './author.ts';

/** Something that changes content again and again. */
export interface Work {
  readonly name: string;
  /** One change. Throws when the server is not there (any more), and {@link WrongAnswer} when it answers what it may not. */
  readonly step: () => Promise<void>;
}

/** The server answered what it never should. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** What came of a call: done, or refused in a way that loses nothing and that a client tries again. */
export function outcome(what: string, { status, text }: Answer): 'done' | 'again' {
  if (status >= 200 && status < 300) return 'done';
  if (/"code":"(?:locked|disk-full|read-only|conflict)"/.test(text)) return 'again';
  throw new WrongAnswer(`${what} was answered ${status}: ${text.slice(0, 300)}`);
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
    /** From now on the server may go away. */
    expectEnd: () => end.abort(),
    /** Resolves when all have ended. */
    async ended(): Promise<readonly string[]> {
      end.abort();
      await all;
      return faults;
    },
  };
}
