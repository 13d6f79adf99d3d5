import type { DraftRecord } from './draft-record.ts';
import type { DraftStore } from './draft-store.ts';

/** A text is kept this long after it was typed, at most: within a second (docs/design.md, Writing). */
const KEEP_WITHIN_MS = 500;
/** Where a text was refused, it is tried again after this long: a full disk is made room on. */
const AGAIN_AFTER_MS = 3000;

export interface KeeperOptions {
  readonly store: Promise<DraftStore>;
  /** Calls back after a delay; gives what takes it back. */
  readonly schedule: (run: () => void, delay: number) => () => void;
  /** Told each time something was kept. */
  readonly onKept: () => void;
  /** Told why a text was not kept; it is tried again, with what is typed by then. */
  readonly onRefused: (error: unknown) => void;
}

/** Keeps the text of one form: writes follow one another, so that an old text never lands on a newer one. */
export function createDraftKeeper({ store, schedule, onKept, onRefused }: KeeperOptions) {
  let unwritten: DraftRecord | null = null;
  /** Given to the store, which has not answered: a page that closes now may be the end of it. */
  let underWay: DraftRecord | null = null;
  let unschedule: (() => void) | null = null;
  let tail: Promise<void> = Promise.resolve();
  /** Goes up with each removal: what was refused before one is not tried again after it. */
  let removals = 0;

  function inOrder(work: (drafts: DraftStore) => Promise<void>, refused?: () => void): Promise<void> {
    tail = tail.then(async () => {
      try {
        await work(await store);
        onKept();
      } catch (error) {
        // The author is told, in words, that the text is not kept; the form goes on.
        refused?.();
        onRefused(error);
      }
    });
    return tail;
  }

  function stopWaiting(): void {
    unschedule?.();
    unschedule = null;
  }

  function flush(): Promise<void> {
    stopWaiting();
    const record = unwritten;
    const before = removals;
    unwritten = null;
    if (record === null) return tail;
    underWay = record;
    return inOrder(
      async (drafts) => {
        await drafts.put(record);
        if (underWay === record) underWay = null;
      },
      () => {
        if (underWay === record) underWay = null;
        if (before !== removals) return;
        unwritten ??= record;
        unschedule ??= schedule(() => void flush(), AGAIN_AFTER_MS);
      },
    );
  }

  return {
    /** Keeps this record soon, in place of the last one. */
    keep(record: DraftRecord): void {
      unwritten = record;
      unschedule ??= schedule(() => void flush(), KEEP_WITHIN_MS);
    },
    /** Keeps now what waits to be kept; resolves once everything asked for so far is done. */
    flush,
    /** What is not known to be kept, for a page that has no time left. */
    waiting: (): DraftRecord | null => unwritten ?? underWay,
    /** Keeps this record now, then removes the one with the other key: never the other way round. */
    move(record: DraftRecord, fromKey: string): Promise<void> {
      return inOrder(async (drafts) => {
        await drafts.put(record);
        await drafts.remove(fromKey);
      });
    },
    /** Removes a record for good, and what waits to be kept under its key. */
    remove(key: string): Promise<void> {
      removals += 1;
      if (unwritten?.key === key) {
        stopWaiting();
        unwritten = null;
      }
      if (underWay?.key === key) underWay = null;
      return inOrder((drafts) => drafts.remove(key));
    },
  };
}
export type DraftKeeper = ReturnType<typeof createDraftKeeper>;
