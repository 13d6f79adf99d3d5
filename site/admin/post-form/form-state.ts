import type { EditablePost, PostState, SavedPost } from '#content/contract/posts-operations.ts';
import { carryOver } from './carry-over.ts';
import { baseOf, type FormBase, NEW_BASE, resumedBase } from './form-base.ts';
import { EMPTY_VALUES, type FormValues, isSame, valuesOf } from './form-values.ts';

/** The article readers have, beside the text being written. */
interface LiveSide {
  readonly state: PostState;
  /** Whether there is nothing of it but the text that waits. */
  readonly isUnpublished: boolean;
  readonly base: FormBase;
}

export interface FormState {
  /** Null until the article is created. */
  readonly id: string | null;
  readonly base: FormBase;
  readonly values: FormValues;
  readonly live: LiveSide | null;
  /** « Correction mineure »: of the next save only. */
  readonly isMinor: boolean;
  /** What readers are told of the change; `saved` is what the pending version already says. */
  readonly note: ReaderNote;
}

interface ReaderNote {
  readonly text: string;
  readonly saved: string;
}

const NO_NOTE: ReaderNote = { text: '', saved: '' };

interface Sent {
  readonly sent: FormValues;
  readonly note: string;
}

export type FormChange =
  | { readonly kind: 'typed'; readonly fields: Partial<FormValues> }
  | { readonly kind: 'minor'; readonly isMinor: boolean }
  | { readonly kind: 'note'; readonly text: string }
  /** The service answered a save of `sent` and `note`. */
  | (Sent & { readonly kind: 'saved'; readonly post: SavedPost })
  | (Sent & { readonly kind: 'kept-pending'; readonly post: EditablePost })
  /** The pending version is gone; the form shows the live article. */
  | { readonly kind: 'dropped' }
  /** A kept text goes on, from what it started from. */
  | { readonly kind: 'resumed'; readonly base: FormBase; readonly values: FormValues }
  /** The author resolved a conflict: `values` are to be saved over `base`. */
  | { readonly kind: 'resolved'; readonly base: FormBase; readonly values: FormValues }
  /** The article was deleted meanwhile: its text becomes that of a new one. */
  | { readonly kind: 'detached' };

/** The form of a post, or of a new one, which begins as `blank`. */
export function initialState(post: EditablePost | null, blank: FormValues = EMPTY_VALUES): FormState {
  const unsaid = { isMinor: false, note: noteOf(post) };
  if (post === null) return { id: null, base: NEW_BASE, values: blank, live: null, ...unsaid };
  const base = baseOf(post);
  return { id: post.id, base, values: base.values, live: liveSide(post), ...unsaid };
}

/** Whether something is written that is not saved. A note is saved with a change of the text, or with one that waits. */
export function isDirty({ base, values, note }: FormState): boolean {
  return !isSame(base.values, values) || (base.kind === 'pending' && note.text !== note.saved);
}

/** The form after a change. */
export function changeForm(state: FormState, change: FormChange): FormState {
  switch (change.kind) {
    case 'typed':
      return { ...state, values: { ...state.values, ...change.fields } };
    case 'minor':
      return { ...state, isMinor: change.isMinor };
    case 'note':
      return { ...state, note: { ...state.note, text: change.text } };
    case 'saved':
      return saved(state, change);
    case 'kept-pending':
      return keptPending(state, change);
    case 'dropped':
      return state.live === null
        ? state
        : { ...state, base: state.live.base, values: state.live.base.values, isMinor: false, note: NO_NOTE };
    case 'resumed':
      return { ...state, base: resumedBase(change.base, state.base), values: change.values };
    case 'resolved':
      return { ...state, base: change.base, values: change.values };
    case 'detached':
      return { ...state, id: null, base: NEW_BASE, live: null, note: NO_NOTE };
  }
}

function saved(state: FormState, { sent, note, post }: Sent & { readonly post: SavedPost }): FormState {
  const live = liveSide(post);
  const values = carryOver({
    sent,
    saved: live.base.values,
    current: state.values,
    wasMerged: post.wasMerged,
  });
  const next = { ...state, id: post.id, live, isMinor: false, note: noteAfter(state, note, NO_NOTE) };
  return values === null ? next : { ...next, base: live.base, values };
}

function keptPending(
  state: FormState,
  { sent, note, post }: Sent & { readonly post: EditablePost },
): FormState {
  const base = baseOf(post);
  const wasMerged = !isSame(base.values, sent);
  const values = carryOver({ sent, saved: base.values, current: state.values, wasMerged });
  const next = {
    ...{ ...state, live: liveSide(post), isMinor: false },
    note: noteAfter(state, note, noteOf(post)),
  };
  return values === null ? next : { ...next, base, values };
}

function noteOf(post: EditablePost | null): ReaderNote {
  const text = post?.pending?.readerNote ?? '';
  return { text, saved: text };
}

/** What was typed during the save stays. */
function noteAfter({ note }: FormState, sent: string, after: ReaderNote): ReaderNote {
  return note.text === sent ? after : { ...after, text: note.text };
}

function liveSide(post: SavedPost | EditablePost): LiveSide {
  const isUnpublished = 'isUnpublished' in post && post.isUnpublished;
  return {
    state: post.state,
    isUnpublished,
    base: { kind: 'live', revision: post.revision, values: valuesOf(post) },
  };
}
