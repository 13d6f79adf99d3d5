import type { Snapshot } from '../model/snapshot.ts';
import type { SnapshotState } from '../store/snapshot-state.ts';
import { createRetries } from './retries.ts';

/** Tells, by the address (slug) it had, the id of each post that left one in the history of a snapshot. */
export type AskPast = (snapshot: Snapshot, signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;

interface PastQuestionOptions {
  /** Undefined where nobody asks: then all counts as known. */
  readonly ask: AskPast | undefined;
  readonly onFound: (found: ReadonlyMap<string, string>) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Asks history once for the addresses that posts left, for a state that was made without a cache. What fails is tried again,
 * and counts as known meanwhile: a history that is damaged must not keep answers waiting.
 */
export function createPastQuestion({ ask, onFound, onError }: PastQuestionOptions) {
  const stop = new AbortController();
  let asking: Promise<void> | null = null;
  let waiting: SnapshotState | null = null;
  let isKnown = ask === undefined;
  let tell: () => void = () => undefined;
  const known = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const retries = createRetries(() => start());

  function settle(): void {
    isKnown = true;
    tell();
  }

  function start(): void {
    if (ask === undefined || asking !== null || waiting === null || stop.signal.aborted) return;
    asking = find(ask, waiting.snapshot).finally(() => {
      asking = null;
    });
  }

  async function find(tellPast: AskPast, snapshot: Snapshot): Promise<void> {
    try {
      const found = await tellPast(snapshot, stop.signal);
      if (stop.signal.aborted) return;
      await onFound(found);
      retries.succeeded();
    } catch (error) {
      if (stop.signal.aborted) return;
      onError(error);
      retries.failed();
    }
    settle();
  }

  return {
    /** To be told of each complete state that readers get. */
    ask(state: SnapshotState): void {
      if (state.held.isFormerWhole) {
        waiting = null;
        settle();
        return;
      }
      waiting = state;
      start();
    },
    isKnown: () => isKnown,
    /** Resolves once it is known, or once asking failed. */
    known,
    async close(): Promise<void> {
      stop.abort();
      retries.stop();
      await asking;
    },
  };
}
