import { ContentError } from '#content/model/errors.ts';

/** Tasks of each lane that may wait: more would be answered after their callers have gone. */
const MAX_WAITING_TURNS = 32;
/** How long a task takes about, in seconds: a password at bcrypt's cost. */
const SECONDS_A_TASK = 0.3;

export type Lane = 'first' | 'usual';

/**
 * Runs tasks one after another; those of the lane `first` before the others. However many strangers wait, who is known
 * waits for one task at most. Throws ContentError 'throttled' when too many of a lane wait.
 */
export function createTurns() {
  const waiting: Readonly<Record<Lane, (() => Promise<void>)[]>> = { first: [], usual: [] };
  let isRunning = false;

  async function runAll(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = pick(); next !== undefined; next = pick()) await next();
    isRunning = false;
  }
  const pick = () => waiting.first.shift() ?? waiting.usual.shift();

  return {
    async take<Value>(lane: Lane, task: () => Promise<Value>): Promise<Value> {
      const ahead = waiting[lane].length;
      if (ahead >= MAX_WAITING_TURNS) {
        throw new ContentError('throttled', { retryAfter: Math.ceil(ahead * SECONDS_A_TASK) });
      }
      return new Promise((resolve, reject) => {
        waiting[lane].push(() => task().then(resolve, reject));
        void runAll();
      });
    },
  };
}
