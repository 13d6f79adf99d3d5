import { type Client, OperationError } from '#content/contract/client.ts';
import type { EditConflict } from '#content/contract/conflict.ts';
import type { EditablePost, SavedPost } from '#content/contract/posts-operations.ts';
import { conflictOf, messageOf } from '../error-text.ts';
import { holdsChanges } from '../kept-texts/find-kept.ts';
import { baseOf, type FormBase, type FormChange, type FormState, isDirty } from './form-state.ts';
import {
  changedFields,
  EMPTY_VALUES,
  FORM_FIELDS,
  type FormField,
  type FormValues,
  isSame,
  newPost,
} from './form-values.ts';

/**
 * `live`: readers see it as the article says; `pending`: kept apart; `apply`: the kept version goes live; `resolve`: what the
 * author made of it goes live instead, since it could not.
 */
export type SaveIntent = 'live' | 'pending' | 'apply' | 'resolve';

/** What a save did: readers see it as the article says, or it was kept apart; whether what somebody else changed is in it. */
export type SaveDone = Extract<FormChange, { readonly kind: 'saved' | 'kept-pending' }> &
  Pick<SavedPost, 'wasMerged'>;

/** The article as it was saved; null when only a pending version was kept. */
export function savedPost(done: SaveDone): SavedPost | null {
  return done.kind === 'saved' ? done.post : null;
}

type PostClient = Pick<
  Client,
  'createPost' | 'updatePost' | 'savePendingVersion' | 'applyPendingVersion' | 'getEditablePost'
>;

/** Creates a draft of a new article that is to wait: what waits is kept beside it. */
export async function createDraft(
  client: Pick<Client, 'createPost'>,
  { base, values }: FormState,
): Promise<FormChange> {
  const sent = { ...values, isPublished: false };
  return { kind: 'saved', sent, note: '', post: await client.createPost(creation(base, sent)) };
}

function creation(base: FormBase, values: FormValues) {
  return base.kind === 'new' ? { ...newPost(values), id: base.id } : newPost(values);
}

/**
 * Goes on with what a save did whose answer was lost: what there is now of the article has all that was sent. Null where no save
 * is known to have done anything; rejects where there is no such article.
 */
export async function findSaved(
  client: Pick<Client, 'getEditablePost'>,
  { id: known, base }: Pick<FormState, 'id' | 'base'>,
): Promise<FormChange | null> {
  const { values, unanswered = [] } = base;
  const id = base.kind === 'new' ? base.id : known;
  if (id === null || unanswered.length === 0) return null;
  const post = await client.getEditablePost({ id });
  const held = baseOf(post).values;
  const done = unanswered.findLast(({ sent: typed }) =>
    // A text that waited as it was is there whole, or not.
    holdsChanges({ base: isSame(values, typed) ? EMPTY_VALUES : values, typed, held }),
  );
  return done === undefined ? null : { kind: 'kept-pending', ...done, post };
}

/** What a save does of a text that was found saved: what waits goes live by being applied, what does not cannot be. */
export function goingOn(intent: SaveIntent, { base }: Pick<FormState, 'base'>): SaveIntent {
  if (base.kind === 'pending') return intent === 'live' ? 'apply' : intent;
  return intent === 'apply' ? 'live' : intent;
}

/** Saves what the form holds: only what changed, with the revision it came from. Rejects as the calls do. */
export async function savePost(client: PostClient, state: FormState, intent: SaveIntent): Promise<SaveDone> {
  const { id, base, values } = state;
  const sent = { sent: values, note: state.note.text };
  const saved = (post: SavedPost): SaveDone => ({ kind: 'saved', ...sent, post, wasMerged: post.wasMerged });
  if (id === null || base.kind === 'new') return saved(await client.createPost(creation(base, values)));
  switch (intent) {
    case 'live': {
      const post = await client.updatePost(edit(state, id, base));
      if (post.change !== 'keep') return saved(post);
      // It was published since the form was opened: what readers would see was kept apart.
      const { wasMerged } = post;
      return { kind: 'kept-pending', ...sent, post: await client.getEditablePost({ id }), wasMerged };
    }
    case 'resolve':
      return saved(await client.updatePost({ ...edit(state, id, base), resolves: 'pending' }));
    case 'pending': {
      const { wasMerged, ...post } = await client.savePendingVersion(edit(state, id, base));
      return { kind: 'kept-pending', ...sent, post, wasMerged };
    }
    case 'apply': {
      // What somebody else wrote in it is shown before it goes live.
      const unseen = (post: EditablePost): SaveDone => ({
        kind: 'kept-pending',
        ...sent,
        post,
        wasMerged: true,
      });
      let { revision } = base;
      if (isDirty(state)) {
        const { wasMerged, ...post } = await client.savePendingVersion(edit(state, id, base));
        if (wasMerged) return unseen(post);
        revision = post.pending?.revision ?? revision;
      }
      try {
        return saved(await client.applyPendingVersion({ id, revision }));
      } catch (error) {
        if (!isOutdated(error)) throw error;
        return unseen(await client.getEditablePost({ id }));
      }
    }
  }
}

/** Whether a text was refused because there is a newer one, and not because the two clash. */
export function isOutdated(error: unknown): boolean {
  return error instanceof OperationError && error.code === 'conflict' && conflictOf(error) === null;
}

/** Whether a note to readers went nowhere: nothing had changed that it could be said of. */
export function isNoteUnsaid(done: SaveDone): boolean {
  return (
    done.note !== '' && (done.kind === 'saved' ? done.post.change === 'none' : done.post.pending === null)
  );
}

function edit({ values, isMinor, note }: FormState, id: string, base: Exclude<FormBase, { kind: 'new' }>) {
  // The file may state what was computed of the text before.
  const isComputed = values.readTime === '' && values.content !== base.values.content;
  return {
    id,
    ...changedFields(base.values, values),
    ...(isComputed ? { readTime: null } : {}),
    revision: base.revision,
    fromSlug: base.values.slug,
    ...(isMinor ? { isMinor } : {}),
    ...(isMinor || note.text === note.saved ? {} : { readerNote: note.text.trim() || null }),
  };
}

/** Why a save did not go through, as far as the author can do something about it. */
export type SaveProblem =
  | { readonly kind: 'conflict'; readonly conflict: EditConflict; readonly intent: SaveIntent }
  /** The article is gone; its text can become a new one. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'refused'; readonly field: FormField | null; readonly text: string };

/** What to show of a failed save. */
export function problemOf(error: unknown, intent: SaveIntent, otherwise: string): SaveProblem {
  if (!(error instanceof OperationError)) return { kind: 'refused', field: null, text: otherwise };
  const conflict = conflictOf(error);
  if (conflict !== null) return { kind: 'conflict', conflict, intent };
  // What is missing may also be the pending version: another tab applied or dropped it.
  if (error.code === 'not-found' && intent !== 'apply') return { kind: 'deleted' };
  return { kind: 'refused', field: fieldOf(error), text: messageOf(error, otherwise) };
}

function fieldOf({ code, data }: OperationError): FormField | null {
  if (code === 'slug-taken') return 'slug';
  return FORM_FIELDS.find((field) => field === data['field']) ?? null;
}
