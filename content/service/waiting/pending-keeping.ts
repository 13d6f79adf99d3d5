import { requireFirst } from '#content/git/concurrency.ts';
import type { EditablePost, PendingVersion } from '../../contract/posts-operations.ts';
import type { Person, TreeChange } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { indexOf } from '../../model/post-index.ts';
import { capitalized, type OfKind, postWords } from '../../model/post-words.ts';
import type { Problem, Snapshot } from '../../model/snapshot.ts';
import { type AddressEdit, withAddressesEdited } from '../address-edits.ts';
import { checkReadable, isTextLost, postById } from '../posts/find-post.ts';
import {
  fileOf,
  metadataOf,
  postState,
  presentVersion,
  type ReadVersion,
  readFile,
  readVersion,
  wholeVersion,
} from '../posts/post-version.ts';
import { isSameFile } from '../syncing/tree-sides.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import { authorView } from './author-view.ts';
import type { WaitingFile } from './work-branch.ts';

/** A post as it is published, and as it was last changed. */
export interface Situation {
  /** As its author sees it in lists. */
  readonly post: SnapshotPost;
  /** As the published branch has it, be it a draft; null where only the work branch does. */
  readonly published: SnapshotPost | null;
  /** What is published of it before its text that waits is: of one that never was, without the date that no reader knows. */
  readonly before: SnapshotPost;
  /** That version; the only one of a post that only the work branch has. */
  readonly live: ReadVersion;
  readonly kept: WaitingFile | null;
  /** The commit of the work branch that has it. */
  readonly work: string | null;
  /** Whether what is kept stands beside the live version, which it does not replace: readers have that, or both wrote in one place. */
  readonly isBeside: boolean;
  /** The version that waits; the live one when there is none; what is wrong with the file that waits where that cannot be read. */
  readonly newest: ReadVersion | Problem;
}

/** The newest version of a post. Throws ContentError 'invalid' where it waits and cannot be read: no other text takes its place. */
export function newestVersion({ newest, post }: Pick<Situation, 'newest' | 'post'>): ReadVersion {
  if ('post' in newest) return newest;
  const { path } = newest;
  throw new ContentError('invalid', { path, reason: unreadableReason(post, newest) });
}

function unreadableReason(post: OfKind, { path, line, reason }: Problem): string {
  const where = line === 0 ? path : `${path}, ligne ${line}`;
  return `Un texte de ${postWords(post).this} attend dans un fichier qui ne peut pas être lu (${where}). ${reason} Corrigez ce fichier ou abandonnez ce texte\u00a0; rien n’a été changé.`;
}

/** Reads a post with its pending version. Throws ContentError 'not-found', and 'invalid' when its file cannot be read. */
export async function situationOf(
  workspace: Pick<Workspace, 'read' | 'pending'>,
  snapshot: Snapshot,
  id: string,
): Promise<Situation> {
  const view = await authorView(workspace, snapshot);
  const post = view.post(id) ?? postById(view.snapshot, id);
  const { work, posts: waiting } = view.waiting;
  const kept = waiting.get(id) ?? null;
  const waits = view.drafts.get(id);
  const draft = waits === undefined ? undefined : await readFile(workspace, fileOf(waits));
  const found = indexOf(snapshot.posts).byId.get(id);
  if (found === undefined && draft !== undefined) {
    const before = (kept?.basedOn ?? null) === null ? { ...post, published: null } : post;
    return { post, published: null, before, live: draft, kept, work, isBeside: false, newest: draft };
  }
  const published = found ?? post;
  checkReadable(snapshot, published);
  const live = await presentVersion(workspace, snapshot, published);
  const newest =
    draft ?? view.unreadable.get(id) ?? (kept === null ? live : await readFile(workspace, kept.file));
  return { post, published, before: published, live, kept, work, isBeside: draft === undefined, newest };
}

/**
 * The same once a text that waits has what is published in it: it is put in the place of nothing that its author did not see. Throws
 * ContentError 'locked' where that cannot be now.
 */
export async function situationNow(workspace: Workspace, snapshot: Snapshot, id: string): Promise<Situation> {
  const { pending } = workspace;
  const isThere = !(await pending.waiting()).posts.has(id) || (await pending.mergePublished());
  if (!isThere) throw new ContentError('locked', { lock: `refs/heads/${pending.branch}` });
  return situationOf(workspace, snapshot, id);
}

/** Whether what is saved reaches readers at once (a server), or waits until the author publishes it (a desktop). */
export type Publishing = 'by-saving' | 'apart';

interface Save extends Pick<Situation, 'isBeside' | 'kept' | 'live'> {
  /** What its author started from; undefined for what is there. */
  readonly revision: string | undefined;
  /** The slug that its author started from, or that the post is to have, where the save says so. */
  readonly fromSlug?: string | undefined;
  readonly isPublic: boolean;
}

/**
 * Whether a save goes to the work branch instead of the published one: every save where publishing is apart; elsewhere one that was
 * made from a text that waits, or of a draft of which one waits, unless it publishes that (docs/design.md, Two branches).
 */
export function mustWait(publishing: Publishing, save: Save): boolean {
  const { isBeside, kept, live, revision, isPublic, fromSlug } = save;
  if (publishing === 'apart') return true;
  if (kept === null) return false;
  if (!isBeside) return !isPublic;
  if (revision !== kept.file.id) return false;
  // Where only an address waits both are one text: a save that does not name that address is of what readers have.
  return revision !== live.post.revision || fromSlug === slugOfPath(kept.file.path);
}

interface Keeping {
  readonly version: ReadVersion;
  readonly author: Person;
  readonly isMinor: boolean | undefined;
  /** What readers are to be told; what was to be said before when undefined. */
  readonly readerNote?: string | null | undefined;
  /** Those that it is to show and that are nowhere else. */
  readonly images?: readonly TreeChange[];
}

/**
 * Keeps a version of a post on the work branch, made from its newest one, or lets go of what was kept when the version says
 * what is published. Throws a StaleError when another one was kept meanwhile.
 */
export async function keepVersion(
  { pending }: Pick<Workspace, 'pending'>,
  { post: seen, published, kept }: Situation,
  { version, author, isMinor, readerNote, images = [] }: Keeping,
): Promise<void> {
  const { post, path, bytes } = version;
  const basedOn = kept === null ? fileOf(seen) : kept.basedOn;
  const replaces = kept?.file ?? fileOf(seen);
  const isPublished = published !== null && isSameFile(fileOf(post), kept === null ? basedOn : kept.live);
  if (isPublished && images.length === 0) {
    requireFirst(kept === null || (await pending.drop(post, kept.file, author)));
    return;
  }
  const told = kept?.note ?? null;
  const note = readerNote === undefined ? told : readerNote;
  if (kept !== null && isSameFile(fileOf(post), kept.file) && note === told) return;
  await pending.keep({
    id: post.id,
    replaces,
    basedOn,
    file: { path, bytes },
    images,
    author,
    // What was kept before stays news.
    action: {
      kind: post.isPublished || published?.isPublished === true ? 'keep' : 'update',
      post,
      isMinor: isMinor === true && (kept?.isMinor ?? true),
      note,
    },
  });
}

/**
 * Puts the text that resolves a pending version in its place, before it is published: whatever ends in between, there is nothing
 * left to ask. Answers the commit of the work branch that is published then, null when nothing waited.
 */
export async function keepResolved(
  { pending }: Pick<Workspace, 'pending'>,
  { published, kept, work }: Pick<Situation, 'published' | 'kept' | 'work'>,
  { version, author, isMinor = false, readerNote: note = null }: Keeping,
): Promise<string | null> {
  const { post, path, bytes } = version;
  if (kept === null) return null;
  if (isSameFile(fileOf(post), kept.file)) return work;
  await pending.keep({
    id: post.id,
    replaces: kept.file,
    file: { path, bytes },
    images: [],
    author,
    basedOn: published === null ? null : fileOf(published),
    action: { kind: 'keep', post, isMinor, note },
  });
  return pending.tip();
}

interface AddressEdits {
  /** The posts, by id. */
  readonly ids: Iterable<string>;
  readonly edit: AddressEdit;
  readonly author: Person;
}

/**
 * Edits addresses in what waits of posts, and makes those wait that were live alone; no news to readers. Answers the posts of
 * which something changed. A pending version that cannot be read is left alone.
 */
export async function keepEdited(
  workspace: Workspace,
  { ids, edit, author }: AddressEdits,
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const changed: { readonly id: string; readonly title: string }[] = [];
  for (const id of ids) {
    const title = await workspace.write(async (snapshot) => {
      const view = await authorView(workspace, snapshot);
      if (!indexOf(view.snapshot.posts).byId.has(id) || view.unreadable.has(id)) return null;
      const found = await situationOf(workspace, snapshot, id);
      const newest = newestVersion(found);
      const bytes = withAddressesEdited(newest, edit);
      if (Buffer.compare(bytes, newest.bytes) === 0) return null;
      const version = readVersion({ path: newest.path, bytes });
      await keepVersion(workspace, found, { version, author, isMinor: true });
      return version.post.title;
    });
    if (title !== null) changed.push({ id, title });
  }
  return changed;
}

/** A post as its author opens it: what readers have, and beside it what waits. Throws ContentError 'not-found'. */
export async function editablePost(
  workspace: Workspace,
  published: Snapshot,
  id: string,
): Promise<EditablePost> {
  const { snapshot, pending, ...view } = await authorView(workspace, published);
  const post = view.post(id) ?? postById(snapshot, id);
  const content = isTextLost(snapshot, post) ? '' : await workspace.body(post);
  const unreadable = view.unreadable.get(id);
  const kept = unreadable === undefined ? pending.get(id) : undefined;
  const isUnpublished = !indexOf(published.posts).byId.has(id);
  const waits = isUnpublished ? view.waiting.posts.get(id) : undefined;
  return {
    ...metadataOf(post),
    content,
    revision: post.revision,
    state: postState(post, workspace.clock()),
    pending: kept === undefined ? null : shown(kept, await readFile(workspace, kept.file)),
    unreadable: unreadable ?? null,
    isUnpublished,
    wasDeletedElsewhere: waits !== undefined && waits.basedOn !== null,
  };
}

/**
 * Takes a post back to what is published. Throws ContentError 'invalid' where nothing is: such a post can be deleted; 'conflict'
 * when another text waits than that of `revision`, or was kept at the same moment; 'slug-taken' where another program put another file at its address.
 */
export async function dropPendingVersion(
  workspace: Workspace,
  { id, revision }: { readonly id: string; readonly revision?: string | undefined },
  { author }: CallContext,
): Promise<void> {
  await workspace.write(async (snapshot) => {
    await workspace.pending.mergePublished(); // What is published may have resolved it: the text of a post that was deleted is a draft.
    const view = await authorView(workspace, snapshot);
    const kept = view.pending.get(id);
    if (kept === undefined) throw nothingPending();
    const post = view.versions.get(id) ?? postById(view.snapshot, id);
    if (view.drafts.has(id) && !indexOf(snapshot.posts).byId.has(id))
      throw new ContentError('invalid', { path: post.path, reason: nothingToGoBackTo(post) });
    const isSeen = (revision ?? kept.file.id) === kept.file.id;
    if (!isSeen || !(await workspace.pending.drop(post, kept.file, author)))
      throw new ContentError('conflict', { path: '' });
  });
}

function nothingToGoBackTo(post: OfKind): string {
  const { this: this_, it } = postWords(post);
  return `${capitalized(this_)} n’a que ce texte\u00a0: supprimez-le si vous n’en voulez plus, ${it} ira dans la corbeille.`;
}

export function nothingPending(): ContentError<'not-found'> {
  return new ContentError('not-found', { what: 'La modification en attente' });
}

function shown({ savedAt, basedOn, file, note }: WaitingFile, version: ReadVersion): PendingVersion {
  return {
    ...wholeVersion(version),
    savedAt: new Date(savedAt).toISOString(),
    basedOn: (basedOn ?? file).id,
    readerNote: note,
  };
}
