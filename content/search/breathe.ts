import { setImmediate } from 'node:timers/promises';

/** Work longer than this, in milliseconds, makes a page wait. */
const LONGEST_MS = 5;

/** A function to await between small steps of long work: now and then it lets others have a turn. */
export function createBreathing(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_MS) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
