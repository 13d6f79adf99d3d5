import { setImmediate } from 'node:timers/promises';

/**
 * Runs pieces of work one after the other, in the order they came. Each caller gets what its own work gives or throws;
 * the next one goes on either way.
 */
export function createOneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const run = last.then(work);
    last = run.catch(() => undefined); // Its caller is told.
    return run;
  };
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
export function createRescan(scan: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
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

/** What `work` gives; null when this many milliseconds have passed before, and the work goes on. */
export async function atMost<Value>(milliseconds: number, work: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Work longer than this, in milliseconds, makes a page wait. */
const LONGEST_MS = 10;

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
