/** What took less time than this, in milliseconds, leaves little behind. */
const LONG_MS = 2000;
/** With more in use than this, in bytes, a page would wait longer than a person likes. */
const MOST_IN_USE = 256 * 1024 * 1024;

/**
 * Gives the system the memory back that long work in the background has left unused, which V8 by itself never does in a process
 * that rests. It stops everything for 50 to 100 ms with 10,000 articles, once after a first start or a large import.
 */
export function giveMemoryBack(tookMs: number): void {
  if (tookMs < LONG_MS || process.memoryUsage().heapUsed > MOST_IN_USE) return;
  // Node has it where it was started with --expose-gc (scripts/node-flags.mjs).
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
