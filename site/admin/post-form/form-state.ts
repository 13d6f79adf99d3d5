import type { EditablePost, PostState, SavedPost } from '#content/contract/posts-operations.ts';
import { carryOver } from './carry-over.ts';
import { baseOf, type FormBase, NEW_BASE, resumedBase } from './form-base.ts';
import { EMPTY_VALUES, type FormValues, isSame, valuesOf } from './form-values.ts';

/** The article readers have, beside the text being written. */
export interface LiveSide {
  readonly state: PostState;
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
}

export type FormChange =
  | { readonly kind: 'typed'; readonly fields: Partial<FormValues> }
  | { readonly kind: 'minor'; readonly isMinor: boolean }
  /** The service answered a save of `sent`. */
  | { readonly kind: 'saved'; readonly sent: FormValues; readonly post: SavedPost }
  | { readonly kind: 'kept-pending'; readonly sent: FormValues; readonly post: EditablePost }
  /** The pending version is gone; the form shows the live article. */
  | { readonly kind: 'dropped' }
  /** A kept text goes on, from what it started from. */
  | { readonly kind: 'resumed'; readonly base: FormBase; readonly values: FormValues }
  /** The author settled a conflict: `values` are to be saved over `base`. */
  | { readonly kind: 'settled'; readonly base: FormBase; readonly values: FormValues }
  /** The article was deleted meanwhile: its text becomes that of a new one. */
  | { readonly kind: 'detached' };

/** The form of a post, or of a new one. */
export function initialState(post: EditablePost | null): FormState {
  if (post === null) return { id: null, base: NEW_BASE, values: EMPTY_VALUES, live: null, isMinor: false };
  const base = baseOf(post);
  return { id: post.id, base, values: base.values, live: liveSide(post), isMinor: false };
}

/** Whether something is written that is not saved. */
export function isDirty({ base, values }: FormState): boolean {
  return !isSame(base.values, values);
}

/** The form after a change. */
export function changeForm(state: FormState, change: FormChange): FormState {
  switch (change.kind) {
    case 'typed':
      return { ...state, values: { ...state.values, ...change.fields } };
    case 'minor':
      return { ...state, isMinor: change.isMinor };
    case 'saved':
      return saved(state, change);
    case 'kept-pending':
      return keptPending(state, change);
    case 'dropped':
      return state.live === null
        ? state
        : { ...state, base: state.live.base, values: state.live.base.values, isMinor: false };
    case 'resumed':
      return { ...state, base: resumedBase(change.base, state.base), values: change.values };
    case 'settled':
      return { ...state, base: change.base, values: change.values };
    case 'detached':
      return { ...state, id: null, base: NEW_BASE, live: null };
  }
}

function saved(state: FormState, { sent, post }: { readonly sent: FormValues; readonly post: SavedPost }) {
  const live = liveSide(post);
  const values = carryOver({
    sent,
    saved: live.base.values,
    current: state.values,
    wasMerged: post.wasMerged,
  });
  const next = { ...state, id: post.id, live, isMinor: false };
  return values === null ? next : { ...next, base: live.base, values };
}

function keptPending(
  state: FormState,
  { sent, post }: { readonly sent: FormValues; readonly post: EditablePost },
): FormState {
  const base = baseOf(post);
  const wasMerged = !isSame(base.values, sent);
  const values = carryOver({ sent, saved: base.values, current: state.values, wasMerged });
  const next = { ...state, live: liveSide(post), isMinor: false };
  return values === null ? next : { ...next, base, values };
}

function liveSide(post: SavedPost | EditablePost): LiveSide {
  return { state: post.state, base: { kind: 'live', revision: post.revision, values: valuesOf(post) } };
}
