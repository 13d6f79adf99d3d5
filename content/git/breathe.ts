import { setImmediate } from 'node:timers/promises';

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
