import { setImmediate } from 'node:timers/promises';
import { ContentError, hasCode } from '#content/model/errors.ts';

export type Lane = 'first' | 'usual';

interface QueueOptions {
  /** How many pieces of work run at once. */
  readonly atOnce: number;
  /** How many of a lane may wait; one more is refused. */
  readonly waiting: number;
  /** About how long a piece of work takes: who is refused is told when to come again. */
  readonly secondsEach: number;
}

/**
 * Runs pieces of work `atOnce` at a time, in the order they came, those of the lane `first` before the others: however many
 * wait, who is in it waits for what is running alone. Each caller gets what its own work gives or throws; the next one goes on
 * either way. Throws ContentError 'throttled' when too many of a lane wait.
 */
export function createQueue({ atOnce, waiting, secondsEach }: QueueOptions) {
  const queues: Readonly<Record<Lane, (() => void)[]>> = { first: [], usual: [] };
  let running = 0;

  /** Who waited longest takes the place over, so that no newcomer can take it in between. */
  function leave(): void {
    const next = queues.first.shift() ?? queues.usual.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  async function enter(queue: (() => void)[]): Promise<void> {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new ContentError('throttled', { retryAfter: Math.ceil(queue.length * secondsEach) });
  }

  return async <Value>(work: () => Promise<Value>, lane: Lane = 'usual'): Promise<Value> => {
    await enter(queues[lane]);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** A queue for one at a time, where nobody is refused. */
export function createOneAtATime() {
  return createQueue({ atOnce: 1, waiting: Number.POSITIVE_INFINITY, secondsEach: 0 });
}

/** Somebody else may be first each time; one who never lets us pass is reported. */
const MOST_ATTEMPTS = 200;

/** Somebody else was first: what was made from what there was before is made anew, by {@link untilFirst}. */
export class StaleError extends Error {
  override readonly name = 'StaleError';
}

/** Throws a {@link StaleError} unless what was to be changed was still as it was seen. */
export function requireFirst(isFirst: boolean): void {
  if (!isFirst) throw new StaleError();
}

/** What an attempt answers, tried again as long as it throws a {@link StaleError}. Throws `beaten` when that has no end. */
export async function untilFirst<Value>(beaten: ContentError, attempt: () => Promise<Value>): Promise<Value> {
  for (let left = MOST_ATTEMPTS; left > 0; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StaleError)) throw error;
    }
  }
  throw beaten;
}

/**
 * Runs `task` on every item, at most `limit` at once. When one fails, no further one starts, those under way are
 * waited for, and then the first failure is thrown: nothing goes on behind the caller's back.
 */
export async function runLimited<Item>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const pending = items.values();
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const item of pending) {
      if (failures.length > 0) return;
      await task(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  if (failures.length > 0) throw failures[0];
}

/**
 * Runs `scan` once for all who ask while it has not begun, and never twice at a time: each caller gets a scan that
 * began after it asked, and many callers cost as much as one.
 */
export function createRescan<Value>(scan: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Value> | null = null;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        running = next ?? running;
        next = null;
        return scan();
      });
    return next;
  };
}

/** Remembers what was made last, as long as what it is made of stays the same; what failed is made again, as it may be repaired. */
export function createLatest<Value>() {
  let last: { readonly key: string; readonly value: Promise<Value> } | null = null;
  return (key: string, make: (before: Promise<Value> | null) => Promise<Value>): Promise<Value> => {
    if (last?.key === key) return last.value;
    const made = { key, value: make(last?.value ?? null) };
    last = made;
    made.value.catch(() => {
      if (last === made) last = null;
    });
    return made.value;
  };
}

/** What `work` gives; null when this many milliseconds have passed before, and the work goes on. */
export async function atMost<Value>(milliseconds: number, work: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Something that is given once, and can be waited for. */
export function createSignal() {
  let isGiven = false;
  let giveUp: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const give = () => {
    isGiven = true;
    giveUp();
  };
  return { given, give, giveUp: () => giveUp(), isGiven: () => isGiven };
}

/** Work longer than this, in milliseconds, makes a page wait. */
const LONGEST_MS = 5;

/**
 * A function to await between small steps of a long piece of work: now and then it lets others have a turn. Reading
 * objects from a pack never waits for the disk, so nothing else would.
 */
export function createBreathing(longestMs = LONGEST_MS): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longestMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}

/** Milliseconds before the first new try, and at most between two. */
const PAUSES = { firstMs: 100, longestMs: 30_000 };

/** Tries again what failed, after a pause that doubles each time and starts anew once it succeeded. */
export function createRetries(tryAgain: () => void, { firstMs, longestMs } = PAUSES) {
  let pause = firstMs;
  let timer: NodeJS.Timeout | undefined;
  return {
    failed(): void {
      clearTimeout(timer);
      timer = setTimeout(tryAgain, pause);
      timer.unref();
      pause = Math.min(pause * 2, longestMs);
    },
    succeeded(): void {
      clearTimeout(timer);
      pause = firstMs;
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
