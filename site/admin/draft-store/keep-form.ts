import { isDirty } from '../post-form/form-state.ts';
import type { FormStore } from '../post-form/form-store.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { type DraftRecord, draftRecord, NEW_SUBJECT } from './draft-record.ts';
import type { TextStorage } from './draft-store.ts';
import { putLocally } from './local-drafts.ts';
import { createDraftKey } from './open-drafts.ts';

interface KeptForm {
  readonly form: FormStore;
  readonly keeper: DraftKeeper;
  readonly key: string;
}

/** The record of what the form holds now; null when all of it is saved. */
function recordOf(form: FormStore, key: string): DraftRecord | null {
  const state = form.state();
  if (!isDirty(state)) return null;
  const { base, values } = state;
  return draftRecord({ key, subject: state.id ?? NEW_SUBJECT, base, values }, new Date());
}

/** Keeps the form's text as it is typed and forgets it once it is saved; gives what stops it. */
export function keepForm({ form, keeper, key }: KeptForm): () => void {
  let last = form.state();
  return form.subscribe(() => {
    const state = form.state();
    if (state.values === last.values && state.base === last.base && state.id === last.id) return;
    last = state;
    const record = recordOf(form, key);
    if (record === null) void keeper.remove(key);
    else keeper.keep(record);
  });
}

/** Goes on with a found text; what the form held is kept under a key of its own. */
export function resumeText({ form, keeper, key }: KeptForm, record: DraftRecord): void {
  const typed = recordOf(form, createDraftKey());
  if (typed !== null) void keeper.move(typed, key);
  form.change({ kind: 'resumed', base: record.base, values: record.values });
  const resumed = recordOf(form, key);
  if (resumed !== null) void keeper.move(resumed, record.key);
}

/** Keeps at once what a hidden or closing page may have no time for later; gives what stops it. */
export function keepBeforeLeaving(window: Window, keeper: DraftKeeper, storage: TextStorage): () => void {
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
