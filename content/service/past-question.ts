import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import type { SnapshotState } from '#content/snapshot/snapshot-state.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { createRetries } from './retries.ts';

/** Tells, by the address (slug) it had, the id of each post that left one in the history of a snapshot. */
export type AskPast = (snapshot: Snapshot, signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;

interface AskPastOptions {
  readonly history: Pick<HistoryIndex, 'at'>;
  /** Resolves when what is urgent at a start is done. */
  readonly opened: Promise<void>;
  readonly objects: Pick<ObjectStore, 'sizeOf' | 'read'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Which addresses articles left in all of history, found in the background once pages are there. */
export function askPast({ history, opened, objects, clock }: AskPastOptions): AskPast {
  return async (snapshot, signal) => {
    await Promise.race([opened, aborted(signal)]);
    signal.throwIfAborted();
    const index = await history.at(snapshot.commit);
    // Loaded with the parser of files, which a start from the cache does without.
    const { pastAddresses } = await import('#content/snapshot/past-addresses.ts');
    return pastAddresses({ index, objects, snapshot, now: clock(), signal });
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

interface PastQuestionOptions {
  /** Undefined where nobody asks: then all counts as known. */
  readonly ask: AskPast | undefined;
  /** Whether what was found of a snapshot still is what was to be found. */
  readonly onFound: (found: ReadonlyMap<string, string>, asked: Snapshot) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/**
 * Asks history for the addresses that posts left, for a state that was made without a cache or that lost some. What fails
 * is tried again, and counts as known meanwhile: a history that is damaged must not keep answers waiting.
 */
export function createPastQuestion({ ask, onFound, onError }: PastQuestionOptions) {
  const stop = new AbortController();
  let asking: Promise<void> | null = null;
  /** What is to be asked about; null when all is known. */
  let newest: Snapshot | null = null;
  let known = createSignal();
  if (ask === undefined) known.give();
  const retries = createRetries(() => start());

  function start(): void {
    if (ask === undefined || asking !== null || newest === null || stop.signal.aborted) return;
    asking = find(ask, newest).finally(() => {
      asking = null;
    });
  }

  async function find(tellPast: AskPast, first: Snapshot): Promise<void> {
    try {
      let asked: Snapshot | null = first;
      while (asked !== null && !(await onFound(await tellPast(asked, stop.signal), asked)))
        asked = newest === asked ? null : newest;
      retries.succeeded();
    } catch (error) {
      if (stop.signal.aborted) return;
      onError(error);
      retries.failed();
    }
    known.give();
  }

  function expectEnd(): void {
    stop.abort();
    retries.stop();
    known.giveUp();
  }

  return {
    /** To be told of each complete state that readers get. */
    ask({ held, snapshot }: SnapshotState): void {
      if (ask === undefined) return;
      newest = held.isFormerWhole ? null : snapshot;
      if (newest === null) known.give();
      else if (known.isGiven()) known = createSignal();
      start();
    },
    isKnown: () => known.isGiven(),
    /** Resolves once it is known, or once asking failed or was ended. */
    known: () => known.given,
    /** Ends the asking: whoever waits for what it would tell goes on without. */
    expectEnd,
    async close(): Promise<void> {
      expectEnd();
      await asking;
    },
  };
}

/** Something that is given once, and can be waited for. */
function createSignal() {
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
