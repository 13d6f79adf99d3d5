import type { PostEdit } from '../../contract/fields.ts';
import type { EditablePost, PendingVersion, SavedPost } from '../../contract/posts-operations.ts';
import { ContentError } from '../../model/errors.ts';
import { slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { checkSlugFree, isTextLost, postById } from '../posts/find-post.ts';
import { applyEdit, mergeVersions } from '../posts/merge-versions.ts';
import {
  editVersion,
  metadataOf,
  type PostVersion,
  postState,
  type ReadVersion,
  tryReadVersion,
  versionOf,
  wholeVersion,
} from '../posts/post-version.ts';
import { commitVersion, savedOver } from '../posts/update-post.ts';
import { type PostsContext, writeUntilDone } from '../posts/write-post.ts';
import type { CallContext } from '../workspace.ts';
import { authorView } from './author-view.ts';
import { keepVersion, type PendingContext, pendingPost, situationOf } from './pending-keeping.ts';
import type { WaitingFile } from './work-branch.ts';

/** A post as its author opens it: what readers have, and beside it what waits. Throws ContentError 'not-found'. */
export async function editablePost(
  posts: Pick<PostsContext, 'workspace' | 'pending'>,
  published: Snapshot,
  id: string,
): Promise<EditablePost> {
  const { workspace } = posts;
  const { snapshot, pending } = await authorView(posts, published);
  const post = postById(snapshot, id);
  const content = isTextLost(snapshot, post) ? '' : await workspace.body(post);
  const kept = pending.get(id);
  const isUnpublished = isMissing(published, id);
  const waits = isUnpublished ? await posts.pending.read(id) : null;
  return {
    ...{ ...metadataOf(post), content, revision: post.revision },
    state: postState(post, workspace.clock()),
    pending: kept === undefined ? null : shown(kept, await pendingPost(workspace, kept)),
    isUnpublished,
    wasDeletedElsewhere: waits !== null && waits.basedOn !== null,
  };
}

/** Whether only the work branch has a post. */
function isMissing({ posts }: Snapshot, id: string): boolean {
  return !posts.some((post) => post.id === id);
}

/**
 * Keeps a changed version of a post that readers do not see yet. `revision` names the version the caller started from: the
 * pending one, or the live one when there was none yet; two callers are merged as two saves are. A changed address is
 * kept too, and the post takes it when the version is applied. A version that says what the live one says is none.
 */
export async function savePendingVersion(
  posts: PostsContext,
  input: PostEdit & { readonly id: string },
  caller: CallContext,
): Promise<EditablePost> {
  return (await keepEdit(posts, input, caller)).post;
}

/** A save that was kept. */
export interface KeptEdit {
  readonly post: EditablePost;
  /** Whether its author has another text than before. */
  readonly isChanged: boolean;
}

/** The same, and whether it made a difference. */
export async function keepEdit(
  posts: PostsContext,
  input: PostEdit & { readonly id: string },
  { author }: CallContext,
): Promise<KeptEdit> {
  const { workspace } = posts;
  workspace.requireWritable();
  const now = workspace.clock();
  let basedOn = input.revision;
  return writeUntilDone<KeptEdit>(workspace, async (snapshot) => {
    const found = await situationOf(posts, snapshot, input.id);
    const { post, live, newest: theirs } = found;
    basedOn ??= theirs.post.revision;
    const base = await startOf(posts, { revision: basedOn, theirs, live });
    const { version } = applyEdit({ edit: input, base, theirs, now });
    if (version.post.slug !== post.slug) {
      checkSlugFree((await authorView(posts, snapshot)).addresses, version.post.slug, post.id);
      await checkNotWaitedFor(posts, version.post);
    }
    const { isMinor, readerNote } = input;
    if (!(await keepVersion(posts, found, { version, author, isMinor, readerNote }))) return null;
    const isChanged = version.path !== theirs.path || version.post.revision !== theirs.post.revision;
    return { post: await editablePost(posts, snapshot, post.id), isChanged };
  });
}

/** What is answered of a save that was kept: the text that waits; of a draft, and where the two say the same, the only one there is. */
export function keptPost({ post: kept, isChanged }: KeptEdit): SavedPost {
  const { pending, isUnpublished: _, wasDeletedElsewhere: __, ...live } = kept;
  const { state } = live;
  const nothing = { state, wasMerged: false, linksToMend: [] };
  if (pending === null)
    return { ...live, ...nothing, change: state === 'draft' && isChanged ? 'update' : 'none' };
  const { savedAt: ___, basedOn: ____, readerNote: _____, ...post } = pending;
  return { ...post, ...nothing, change: 'keep' };
}

/** Throws ContentError 'slug-taken' when another post that waits is to have the address. */
async function checkNotWaitedFor(
  { pending }: PostsContext,
  { id, slug }: Pick<SnapshotPost, 'id' | 'slug'>,
): Promise<void> {
  for (const [other, { file }] of await pending.list())
    if (other !== id && slugOfPath(file.path) === slug) throw new ContentError('slug-taken', { slug });
}

/**
 * Makes the pending version live: merged into the branch as one commit, then removed. Throws ContentError 'conflict' when
 * the live post changed in ways that do not go together with it; a save of the settled text and a drop end that.
 */
export async function applyPendingVersion(
  posts: PostsContext,
  { id }: { readonly id: string },
  { author }: CallContext,
): Promise<SavedPost> {
  const { workspace } = posts;
  const applied = await writeUntilDone(workspace, async (snapshot) => {
    const { isMinor, note, commit: from, ...merged } = await appliedVersion(posts, snapshot, id);
    const { pending } = await authorView(posts, snapshot);
    if (from === null || !pending.has(id)) throw nothingPending();
    const edit = { isMinor, readerNote: note };
    const kind = merged.before.isPublished ? { kind: 'apply' as const } : {};
    const change = { ...merged, ...kind, edit, author, from };
    return (await commitVersion(posts, snapshot, change)) ? change : null;
  });
  await posts.pending.settle();
  return savedOver(posts, applied);
}

/** What a post becomes when its pending version goes live. */
interface Applied {
  readonly before: SnapshotPost;
  /** Whether only the work branch has it. */
  readonly isUnpublished: boolean;
  readonly version: ReadVersion;
  readonly wasMerged: boolean;
  readonly isMinor: boolean;
  readonly note: string | null;
  /** The commit of the work branch that it is of; null when nothing waits: the post stays as it is. */
  readonly commit: string | null;
}

/** Reads a post with its pending version merged in; writes nothing. Throws ContentError 'conflict' as an application does. */
export async function appliedVersion(
  posts: PendingContext,
  snapshot: Snapshot,
  id: string,
): Promise<Applied> {
  const { post, published, live, kept, newest } = await situationOf(posts, snapshot, id);
  const [before, isUnpublished] = [published ?? post, published === null];
  const asItIs = { before, isUnpublished, version: newest, wasMerged: false };
  if (kept === null) return { ...asItIs, isMinor: false, note: null, commit: null };
  const { isMinor, note, commit } = kept;
  if (isUnpublished || kept.basedOn === null) return { ...asItIs, isMinor, note, commit };
  const { path, id: revision } = kept.basedOn;
  const base = tryReadVersion({ path, bytes: await posts.workspace.read(revision) });
  const ours = datedAs(live, base, newest);
  const merged = mergeVersions({ base, ours, theirs: live });
  return { before, isUnpublished, ...merged, isMinor, note, commit };
}

/**
 * A version with the date of what was published meanwhile, be it itself: the moment it was kept at says nothing against that.
 * A date that the author chose stays.
 */
function datedAs({ post: live }: ReadVersion, base: ReadVersion | null, version: ReadVersion): ReadVersion {
  const { published } = live;
  if (base?.post.published !== null || published === null || !isOfAClock(version.post)) return version;
  const editing = { id: live.id, now: version.post.publishedAt ?? 0, publishedElsewhere: null };
  return editVersion(version, { ...editing, edit: { published } });
}

/** Whether a date is that of the moment a text was kept: the form's own dates are whole minutes. */
export function isOfAClock({ publishedAt }: Pick<SnapshotPost, 'publishedAt'>): boolean {
  return publishedAt !== null && publishedAt % 60_000 !== 0;
}

/**
 * Takes a post back to what is published. Throws ContentError 'invalid' where nothing is: such a post can be deleted; 'conflict'
 * when another text was kept at the same moment.
 */
export async function dropPendingVersion(
  posts: PostsContext,
  { id }: { readonly id: string },
  { author }: CallContext,
): Promise<void> {
  const { workspace, pending } = posts;
  workspace.requireWritable();
  await workspace.write(async (snapshot) => {
    await pending.settle(); // What is published may have settled it: the text of a post that was deleted is a draft.
    const kept = await pending.read(id);
    if (kept === null || !(await authorView(posts, snapshot)).pending.has(id)) throw nothingPending();
    const { published, newest } = await situationOf(posts, snapshot, id);
    if (published === null)
      throw new ContentError('invalid', { path: newest.path, reason: NOTHING_TO_GO_BACK_TO });
    if (!(await pending.drop(newest.post, kept.file, author)))
      throw new ContentError('conflict', { path: '' });
  });
}

const NOTHING_TO_GO_BACK_TO =
  'Cet article n’a que ce texte\u00a0: supprimez-le si vous n’en voulez plus, il ira dans la corbeille.';

function nothingPending(): ContentError<'not-found'> {
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

interface Start {
  readonly revision: string;
  readonly theirs: ReadVersion;
  readonly live: ReadVersion;
}

/** The version a caller started from: what is pending, what is live, or an older one of either. */
async function startOf(
  { workspace }: PostsContext,
  { revision, theirs, live }: Start,
): Promise<PostVersion | null> {
  if (revision === theirs.post.revision) return theirs;
  if (revision === live.post.revision) return live;
  return versionOf(workspace, { revision, id: live.post.id, path: live.path });
}
