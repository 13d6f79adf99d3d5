import { ContentError } from '../model/errors.ts';

interface TurnsOptions {
  /** How many pieces of work run at once. */
  readonly atOnce: number;
  /** How many may wait; one more is refused. */
  readonly waiting: number;
}

/** Seconds after which someone who was refused may come again. */
const RETRY_AFTER = 10;

/** Runs pieces of work `atOnce` at a time, in the order they came. Throws ContentError 'throttled' when too many wait. */
export function createTurns({ atOnce, waiting }: TurnsOptions) {
  const queue: (() => void)[] = [];
  let running = 0;

  /** Who waited longest takes the place over, so that no newcomer can take it in between. */
  function leave(): void {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= waiting) throw new ContentError('throttled', { retryAfter: RETRY_AFTER });
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  return async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
