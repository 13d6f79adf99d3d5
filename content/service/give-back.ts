/** What took less time than this, in milliseconds, leaves little behind. */
const LONG_MS = 2000;
/** With more in use than this, in bytes, a page would wait longer than a person likes. */
const MOST_IN_USE = 256 * 1024 * 1024;

/**
 * Gives the system the memory back that long work in the background has left unused. It stops everything for 50 to 100 ms with 10,000
 * articles, once after a first start or a large import.
 */
export function giveBackAfter(tookMs: number): void {
  if (tookMs >= LONG_MS && process.memoryUsage().heapUsed <= MOST_IN_USE) giveMemoryBack();
}

/** The same at once, of the thread that asks: V8 by itself never does it where nothing more is made. */
export function giveMemoryBack(): void {
  // Node has it where it was started with --expose-gc (scripts/node-flags.mjs).
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
