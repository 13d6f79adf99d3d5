import { type Client, OperationError } from '#content/contract/client.ts';
import type { EditConflict } from '#content/contract/conflict.ts';
import type { SavedPost } from '#content/contract/posts-operations.ts';
import { conflictOf, messageOf } from '../error-text.ts';
import { type FormBase, type FormChange, type FormState, isDirty } from './form-state.ts';
import { changedFields, FORM_FIELDS, type FormField, type FormValues, newPost } from './form-values.ts';

/**
 * `live`: readers see it as the article says; `pending`: kept apart; `apply`: the kept version goes live; `resolve`: what the
 * author made of it goes live instead, since it could not.
 */
export type SaveIntent = 'live' | 'pending' | 'apply' | 'resolve';

/** What a save did: readers see it as the article says, or it was kept apart. */
export type SaveDone = Extract<FormChange, { readonly kind: 'saved' | 'kept-pending' }>;

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
  { values }: FormState,
): Promise<FormChange> {
  const sent = { ...values, isPublished: false };
  return { kind: 'saved', sent, note: '', post: await client.createPost(newPost(sent)) };
}

/**
 * Goes on with the article that one of these attempts made, whose answer was lost: it has their address, title and text. Null
 * when `error` says nothing of the kind, or when the address is another article's.
 */
export async function findCreated(
  client: Pick<Client, 'getPostTable' | 'getEditablePost'>,
  error: unknown,
  attempts: readonly FormValues[],
): Promise<FormChange | null> {
  if (!(error instanceof OperationError) || error.code !== 'slug-taken' || attempts.length === 0) return null;
  const { slug } = error.data;
  const { posts } = await client.getPostTable({ search: String(slug) });
  const row = posts.find((candidate) => candidate.slug === slug);
  if (row === undefined) return null;
  const post = await client.getEditablePost({ id: row.id });
  const sent = attempts.find(({ title, content }) => title === post.title && content === post.content);
  return sent === undefined ? null : { kind: 'kept-pending', sent, note: '', post };
}

/** Saves what the form holds: only what changed, with the revision it came from. Rejects as the calls do. */
export async function savePost(client: PostClient, state: FormState, intent: SaveIntent): Promise<SaveDone> {
  const { id, base, values } = state;
  const sent = { sent: values, note: state.note.text };
  if (id === null || base.kind === 'new') {
    return { kind: 'saved', ...sent, post: await client.createPost(newPost(values)) };
  }
  switch (intent) {
    case 'live': {
      const post = await client.updatePost(edit(state, id, base));
      if (post.change !== 'keep') return { kind: 'saved', ...sent, post };
      // It was published since the form was opened: what readers would see was kept apart.
      return { kind: 'kept-pending', ...sent, post: await client.getEditablePost({ id }) };
    }
    case 'resolve': {
      const post = await client.updatePost({ ...edit(state, id, base), resolves: 'pending' });
      return { kind: 'saved', ...sent, post };
    }
    case 'pending': {
      const post = await client.savePendingVersion(edit(state, id, base));
      return { kind: 'kept-pending', ...sent, post };
    }
    case 'apply': {
      if (isDirty(state)) await client.savePendingVersion(edit(state, id, base));
      const post = await client.applyPendingVersion({ id, revision: base.revision });
      return { kind: 'saved', ...sent, post };
    }
  }
}

/** Whether a note to readers went nowhere: nothing had changed that it could be said of. */
export function isNoteUnsaid(done: SaveDone): boolean {
  return (
    done.note !== '' && (done.kind === 'saved' ? done.post.change === 'none' : done.post.pending === null)
  );
}

function edit({ values, isMinor, note }: FormState, id: string, base: Exclude<FormBase, { kind: 'new' }>) {
  return {
    id,
    ...changedFields(base.values, values),
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
