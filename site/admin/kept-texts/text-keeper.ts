import { createId } from '../create-id.ts';
import { isDirty } from '../post-form/form-state.ts';
import type { FormStore } from '../post-form/form-store.ts';
import { type KeptRecord, keptRecord, NEW_SUBJECT } from './kept-record.ts';
import { putLocally } from './open-texts.ts';
import type { TextStorage, TextStore } from './text-store.ts';

/** A text is kept this long after it was typed, at most: within a second (docs/design.md, Writing). */
const KEEP_WITHIN_MS = 500;
/** Where a text was refused, it is tried again after this long: a full disk is made room on. */
const AGAIN_AFTER_MS = 3000;

interface KeeperOptions {
  readonly store: Promise<TextStore>;
  /** Calls back after a delay; gives what takes it back. */
  readonly schedule: (run: () => void, delay: number) => () => void;
  readonly onKept: () => void;
  /** Told why a text was not kept; it is tried again, with what is typed by then. */
  readonly onRefused: (error: unknown) => void;
}

/** Keeps the text of one form: writes follow one another, so that an old text never lands on a newer one. */
export function createTextKeeper({ store, schedule, onKept, onRefused }: KeeperOptions) {
  let unwritten: KeptRecord | null = null;
  /** Given to the store, which has not answered: a page that closes now may be the end of it. */
  let underWay: KeptRecord | null = null;
  let unschedule: (() => void) | null = null;
  let tail: Promise<void> = Promise.resolve();
  /** Goes up with each removal: what was refused before one is not tried again after it. */
  let removals = 0;

  function inOrder(work: (texts: TextStore) => Promise<void>, refused?: () => void): Promise<void> {
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
      async (texts) => {
        await texts.put(record);
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
    keep(record: KeptRecord): void {
      unwritten = record;
      unschedule ??= schedule(() => void flush(), KEEP_WITHIN_MS);
    },
    /** Keeps now what waits to be kept; resolves once everything asked for so far is done. */
    flush,
    /** What is not known to be kept, for a page that has no time left. */
    waiting: (): KeptRecord | null => unwritten ?? underWay,
    /** Keeps this record now, then removes the one with the other key: never the other way round. */
    move(record: KeptRecord, fromKey: string): Promise<void> {
      return inOrder(async (texts) => {
        await texts.put(record);
        await texts.remove(fromKey);
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
      return inOrder((texts) => texts.remove(key));
    },
  };
}
type TextKeeper = ReturnType<typeof createTextKeeper>;

interface KeptForm {
  readonly form: FormStore;
  readonly keeper: TextKeeper;
  readonly key: string;
}

/** The record of what the form holds now; null when all of it is saved. */
function recordOf(form: FormStore, key: string): KeptRecord | null {
  const state = form.state();
  if (!isDirty(state)) return null;
  const { base, values, note } = state;
  const unsaid = note.text === note.saved ? null : note.text;
  return keptRecord({ key, subject: state.id ?? NEW_SUBJECT, base, values, note: unsaid }, new Date());
}

/** Keeps the form's text as it is typed and forgets it once it is saved; gives what stops it. */
export function keepForm({ form, keeper, key }: KeptForm): () => void {
  let last = form.state();
  return form.subscribe(() => {
    const state = form.state();
    const names = ['values', 'base', 'id', 'note'] as const;
    if (names.every((name) => state[name] === last[name])) return;
    last = state;
    const record = recordOf(form, key);
    if (record === null) void keeper.remove(key);
    else keeper.keep(record);
  });
}

/** Goes on with a found text; what the form held is kept under a key of its own. */
export function resumeText({ form, keeper, key }: KeptForm, record: KeptRecord): void {
  const typed = recordOf(form, createId());
  if (typed !== null) void keeper.move(typed, key);
  const { base, values, note } = record;
  form.change({ kind: 'resumed', base, values, note });
  const resumed = recordOf(form, key);
  if (resumed !== null) void keeper.move(resumed, record.key);
}

/** Keeps at once what a hidden or closing page may have no time for later; gives what stops it. */
export function keepBeforeLeaving(window: Window, keeper: TextKeeper, storage: TextStorage): () => void {
  const { document } = window;
  function flush(): void {
    const waiting = keeper.waiting();
    if (waiting === null) return;
    try {
      putLocally(storage, waiting);
    } catch {
      // No room there: what follows may still be in time.
    }
    void keeper.flush();
  }
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  // Whoever leaves the window may be about to close it.
  const onBlur = () => void keeper.flush();
  window.addEventListener('blur', onBlur);
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    window.removeEventListener('blur', onBlur);
    window.removeEventListener('pagehide', flush);
    document.removeEventListener('visibilitychange', onVisibility);
    flush();
  };
}
