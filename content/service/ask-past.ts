import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import type { AskPast } from './past-question.ts';

interface AskPastOptions {
  readonly gitDir: string;
  readonly history: Pick<HistoryIndex, 'at'>;
  /** Resolves when what is urgent at a start is done. */
  readonly opened: Promise<void>;
  readonly objects: Pick<ObjectStore, 'sizeOf' | 'read'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Which addresses articles left in all of history, found in the background once pages are there. */
export function askPast({ gitDir, history, opened, objects, clock }: AskPastOptions): AskPast {
  return async (snapshot, signal) => {
    await Promise.race([opened, aborted(signal)]);
    signal.throwIfAborted();
    const index = await history.at(snapshot.commit);
    // Loaded with the parser of files, which a start from the cache does without.
    const { pastAddresses } = await import('#content/snapshot/past-addresses.ts');
    return pastAddresses({ gitDir, index, objects, snapshot, now: clock(), signal });
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
