/** Pieces of work that wait at most; one more is left to whoever asks again. */
const MAX_WAITING = 2000;
/** Names of failed work remembered at most. */
const MAX_FAILED = 10_000;

/**
 * Work that nobody waits for, one piece at a time in the order it was asked for: each name once, however often it is
 * asked for, and never again once it failed. The last one running is waited for by `close`; what waits is dropped.
 */
export function createBackground(onError: (error: unknown) => void) {
  const waiting = new Map<string, () => Promise<void>>();
  const failed = new Set<string>();
  let running: Promise<void> | null = null;
  let isClosed = false;

  async function runAll(): Promise<void> {
    for (const [name, work] of waiting) {
      if (isClosed) return;
      await work().catch((error: unknown) => {
        if (isClosed) return; // What makes it was told to stop.
        if (failed.size < MAX_FAILED) failed.add(name);
        onError(error);
      });
      waiting.delete(name);
    }
  }

  return {
    ask(name: string, work: () => Promise<void>): void {
      if (isClosed || failed.has(name) || waiting.has(name) || waiting.size >= MAX_WAITING) return;
      waiting.set(name, work);
      running ??= runAll().finally(() => {
        running = null;
      });
    },

    async close(): Promise<void> {
      isClosed = true;
      await running;
    },
  };
}
