import { type Client, OperationError } from '#content/contract/client.ts';
import type { EditConflict } from '#content/contract/conflict.ts';
import type { SavedPost } from '#content/contract/posts-operations.ts';
import { conflictOf, messageOf } from '../error-text.ts';
import type { FormBase } from './form-state.ts';
import { type FormChange, type FormState, isDirty } from './form-state.ts';
import { changedFields, FORM_FIELDS, type FormField, type FormValues, newPost } from './form-values.ts';

/**
 * `live`: readers see it as the article says; `pending`: kept apart; `apply`: the kept version goes live; `resolve`: what the
 * author made of it goes live instead, since it could not.
 */
export type SaveIntent = 'live' | 'pending' | 'apply' | 'resolve';

export interface SaveDone {
  readonly change: FormChange;
  /** Null when only a pending version was kept. */
  readonly post: SavedPost | null;
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
    const post = await client.createPost(newPost(values));
    return { change: { kind: 'saved', ...sent, post }, post };
  }
  switch (intent) {
    case 'live': {
      const post = await client.updatePost(edit(state, id, base));
      if (post.change !== 'keep') return { change: { kind: 'saved', ...sent, post }, post };
      // It was published since the form was opened: what readers would see was kept apart.
      const kept = await client.getEditablePost({ id });
      return { change: { kind: 'kept-pending', ...sent, post: kept }, post: null };
    }
    case 'resolve': {
      const post = await client.updatePost({ ...edit(state, id, base), resolves: 'pending' });
      return { change: { kind: 'saved', ...sent, post }, post };
    }
    case 'pending': {
      const post = await client.savePendingVersion(edit(state, id, base));
      return { change: { kind: 'kept-pending', ...sent, post }, post: null };
    }
    case 'apply': {
      if (isDirty(state)) await client.savePendingVersion(edit(state, id, base));
      const post = await client.applyPendingVersion({ id, revision: base.revision });
      return { change: { kind: 'saved', ...sent, post }, post };
    }
  }
}

/** Whether a note to readers went nowhere: nothing had changed that it could be said of. */
export function isNoteUnsaid({ change, post }: SaveDone): boolean {
  if (change.kind === 'saved') return change.note !== '' && post?.change === 'none';
  return change.kind === 'kept-pending' && change.note !== '' && change.post.pending === null;
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
