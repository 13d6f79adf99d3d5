import type { PostEdit } from '../../contract/fields.ts';
import type { EditablePost, PendingVersion, SavedPost } from '../../contract/posts-operations.ts';
import { ContentError } from '../../model/errors.ts';
import { slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { editVersion } from '../posts/posts-editing.ts';
import { checkSlugFree } from '../posts/posts-index.ts';
import { applyEdit, mergeVersions } from '../posts/posts-merging.ts';
import { type PostsContext, savedPost, versionOf } from '../posts/posts-saving.ts';
import { postState } from '../posts/posts-states.ts';
import { changeOf, commitVersion, linksToMend } from '../posts/posts-update.ts';
import { type PostVersion, type ReadVersion, tryReadVersion, wholeVersion } from '../posts/posts-versions.ts';
import { writeUntilDone } from '../posts/posts-writing.ts';
import type { CallContext } from '../workspace.ts';
import type { PendingVersion as Kept } from './pending.ts';
import { keepVersion, type PendingContext, pendingPost, situationOf } from './pending-keeping.ts';

/** The pending version of a post as the contract shows it, or null. */
export async function pendingVersion(posts: PostsContext, id: string): Promise<PendingVersion | null> {
  const kept = await posts.pending.read(id);
  return kept === null ? null : shown(kept, await pendingPost(posts.workspace, kept));
}

/**
 * Keeps a changed version of a post that readers do not see yet. `revision` names the version the caller started from: the
 * pending one, or the live one when there was none yet; two callers are merged as two saves are. A changed address is
 * kept too, and the post takes it when the version is applied. A version that says what the live one says is none.
 */
export async function savePendingVersion(
  posts: PostsContext,
  input: PostEdit & { readonly id: string },
  { author }: CallContext,
): Promise<EditablePost> {
  const { workspace } = posts;
  workspace.requireWritable();
  const now = workspace.clock();
  let basedOn = input.revision;
  return writeUntilDone<EditablePost>(workspace, async (snapshot) => {
    const found = await situationOf(posts, snapshot, input.id);
    const { post, live, newest: theirs } = found;
    basedOn ??= theirs.post.revision;
    const base = await startOf(posts, { revision: basedOn, theirs, live });
    const { version } = await applyEdit(posts.mergePosts, { edit: input, base, theirs, now });
    if (version.post.slug !== post.slug) {
      checkSlugFree(snapshot, version.post.slug, post.id);
      await checkNotWaitedFor(posts, version.post);
    }
    const { isMinor, readerNote } = input;
    if (!(await keepVersion(posts, found, { version, author, isMinor, readerNote }))) return null;
    return {
      ...wholeVersion(live),
      state: postState(post, now),
      pending: await pendingVersion(posts, post.id),
    };
  });
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
  const now = workspace.clock();
  const { before, version, wasMerged } = await writeUntilDone(workspace, async (snapshot) => {
    const applied = await appliedVersion(posts, snapshot, id);
    if (applied.commit === null) throw nothingPending();
    const { isMinor, note, commit: from, ...merged } = applied;
    const change = { ...merged, edit: { isMinor, readerNote: note }, author, kind: 'apply' as const, from };
    return (await commitVersion(posts, snapshot, change)) ? change : null;
  });
  await posts.pending.settle();
  const saved = savedPost(version, now, changeOf(before, version));
  return { ...saved, wasMerged, linksToMend: await linksToMend(posts, before, version) };
}

/** What a post becomes when its pending version goes live. */
interface Applied {
  readonly before: SnapshotPost;
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
  const { post: before, live, kept, newest } = await situationOf(posts, snapshot, id);
  if (kept === null)
    return { before, version: live, wasMerged: false, isMinor: false, note: null, commit: null };
  const { path, id: revision } = kept.basedOn;
  const base = tryReadVersion({ path, bytes: await posts.workspace.read(revision) });
  const ours = datedAs(live, base, newest);
  const merged = await mergeVersions(posts.mergePosts, { base, ours, theirs: live });
  const { isMinor, note, commit } = kept;
  return { before, ...merged, isMinor, note, commit };
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

/** Abandons the pending version. Throws ContentError 'conflict' when another one was kept at the same moment. */
export async function dropPendingVersion(
  { workspace, pending }: PostsContext,
  { id }: { readonly id: string },
  { author }: CallContext,
): Promise<void> {
  workspace.requireWritable();
  await workspace.write(async () => {
    const kept = await pending.read(id);
    if (kept === null) throw nothingPending();
    const { post } = await pendingPost(workspace, kept);
    if (!(await pending.drop(post, kept.file, author))) throw new ContentError('conflict', { path: '' });
  });
}

function nothingPending(): ContentError<'not-found'> {
  return new ContentError('not-found', { what: 'La modification en attente' });
}

function shown({ savedAt, basedOn, note }: Kept, version: ReadVersion): PendingVersion {
  return {
    ...wholeVersion(version),
    savedAt: new Date(savedAt).toISOString(),
    basedOn: basedOn.id,
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
