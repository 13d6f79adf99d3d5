import type { PostActionKind } from '../../contract/commit-sentences.ts';
import type { PostEdit } from '../../contract/fields.ts';
import type { SavedPost } from '../../contract/posts-operations.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { hasCode } from '../../model/errors.ts';
import { slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { lostImages, shownImages, waitingImages } from '../images/lost-images.ts';
import { mustWait } from '../publishing/publishing-apart.ts';
import { authorView } from '../waiting/author-view.ts';
import { keepSettled, situationOf } from '../waiting/pending-keeping.ts';
import type { CallContext } from '../workspace.ts';
import { checkSlugFree, lostFile } from './find-post.ts';
import { applyEdit, type MergedVersion } from './merge-versions.ts';
import { type PostVersion, type ReadVersion, savedPost, startsFromLost, versionOf } from './post-version.ts';
import { commitPost, type PostsContext, writeUntilDone } from './write-post.ts';

type Update = PostEdit & { readonly id: string; readonly settles?: 'pending' | undefined };

interface Saved extends MergedVersion {
  readonly before: SnapshotPost;
  /** Whether only the work branch has it. */
  readonly isUnpublished: boolean;
  /** The commit of the work branch whose text it publishes, or settles; null for none. */
  readonly from: string | null;
}

/**
 * Changes the fields that are given, in one commit, merged with whatever was saved since `revision`. A change of nothing
 * makes no commit. Throws ContentError 'conflict' with both texts when they do not go together. Null, and nothing was done,
 * when readers would see the change and it has to wait (publishing-apart.ts). What `settles` a pending version publishes, and
 * spends it.
 */
export async function updatePost(
  posts: PostsContext,
  input: Update,
  { author }: CallContext,
): Promise<SavedPost | null> {
  const { workspace, pending } = posts;
  const now = workspace.clock();
  let basedOn = input.revision;
  const done = await writeUntilDone<Saved | 'waits'>(workspace, async (snapshot) => {
    const found = await situationOf(posts, snapshot, input.id);
    const { post, published, live } = found;
    const { isPublished: isPublic = post.isPublished, revision } = input;
    const isPublication = input.settles === 'pending';
    if (!isPublication && mustWait(posts.publishing, { ...found, revision, isPublic })) return 'waits';
    basedOn ??= post.revision;
    const theirs = found.isBeside ? live : found.newest;
    const isPresent = basedOn === post.revision || startsFromLost(snapshot, { ...input, post, basedOn });
    const base = isPresent ? theirs : await baseOf(posts, snapshot, { input, basedOn, theirs });
    const merged = applyEdit({ edit: input, base, theirs, now });
    const isSpent = isPublication || !found.isBeside;
    const kept = isSpent ? found.kept : null;
    // What was kept before stays news.
    const isMinor = input.isMinor === true && (kept?.isMinor ?? true);
    const edit = { isMinor, readerNote: input.readerNote ?? kept?.note };
    const from = await keepSettled(posts, { published, kept }, { ...merged, ...edit, author });
    if (from === 'stale') return null;
    const saved = { before: published ?? post, isUnpublished: published === null, ...merged, from };
    return (await commitVersion(posts, snapshot, { ...saved, author, edit })) ? saved : null;
  });
  if (done === 'waits') return null;
  if (done.from !== null) await pending.settle();
  return savedOver(posts, done);
}

interface BaseSearch {
  readonly input: Update;
  readonly basedOn: string;
  readonly theirs: ReadVersion;
}

/** The version the caller started from. Its address matters only when the caller names another than today's. */
async function baseOf(
  { workspace, history }: PostsContext,
  snapshot: Snapshot,
  { input, basedOn, theirs }: BaseSearch,
): Promise<PostVersion | null> {
  const { id, slug } = input;
  const isMoved = slug !== undefined && slug !== theirs.post.slug;
  const index = isMoved ? await history.withWaiting({ main: snapshot.commit, work: null }) : null;
  const paths = [...(index?.pathsOf(new Set([basedOn])) ?? [])].map(([, path]) => path);
  const path = paths.find((former) => slugOfPath(former) === slug) ?? paths[0] ?? theirs.path;
  return versionOf(workspace, { revision: basedOn, id, path });
}

interface VersionChange extends Omit<Saved, 'wasMerged'> {
  readonly edit: Pick<PostEdit, 'isMinor' | 'readerNote'>;
  readonly author: CallContext['author'];
  /** What the commit says, when it is none of what its fields tell. */
  readonly kind?: PostActionKind;
}

/**
 * Commits a version of a post that is published, or to be; with one that only the work branch had, the images that it alone has.
 * False when another program's commit came first.
 */
export async function commitVersion(
  posts: PostsContext,
  snapshot: Snapshot,
  { before, isUnpublished, version, edit, author, kind, from }: VersionChange,
): Promise<boolean> {
  if (!isUnpublished && isUnchanged(before, version) && lostFile(snapshot, before) === null) return true;
  if (isUnpublished || version.post.slug !== before.slug)
    checkSlugFree((await authorView(posts, snapshot)).addresses, version.post.slug, before.id);
  const paths = shownImages(version.post, bodyOf(version.bytes));
  return commitPost(posts.workspace, snapshot, {
    before: isUnpublished ? null : before,
    after: version,
    action: {
      kind: kind ?? kindOf(before, version.post),
      post: version.post,
      isMinor: edit.isMinor ?? false,
      note: edit.readerNote ?? null,
      publishes: from,
    },
    author,
    besides:
      from === null
        ? await waitingImages(posts, snapshot, paths)
        : await lostImages(posts.workspace, snapshot, { commit: from, paths }),
  });
}

function isUnchanged(before: SnapshotPost, { post }: ReadVersion): boolean {
  return post.revision === before.revision && post.path === before.path;
}

function kindOf(before: SnapshotPost, after: SnapshotPost): 'publish' | 'unpublish' | 'update' | 'move' {
  if (before.isPublished !== after.isPublished) return after.isPublished ? 'publish' : 'unpublish';
  return before.slug === after.slug ? 'update' : 'move';
}

interface Overwritten extends MergedVersion {
  readonly before: SnapshotPost;
  /** What its fields tell, unless this says otherwise. */
  readonly change?: SavedPost['change'];
}

/** What a save of a post that was there answers, with the posts that link to the address it had. */
export async function savedOver(
  { workspace, links }: Pick<PostsContext, 'workspace' | 'links'>,
  { before, version, wasMerged, change = changeOf(before, version) }: Overwritten,
): Promise<SavedPost> {
  const saved = { ...savedPost(version, workspace.clock(), change), wasMerged };
  if (before.slug === version.post.slug) return saved;
  try {
    const linking = await links.postsLinkingTo(await workspace.current(), before.slug);
    return { ...saved, linksToMend: linking.map(({ id, title }) => ({ id, title })) };
  } catch (error) {
    // The text of another post is damaged: that is no reason to call the save a failure.
    if (hasCode(error, 'corrupt')) return saved;
    throw error;
  }
}

function changeOf(before: SnapshotPost, after: ReadVersion): SavedPost['change'] {
  if (isUnchanged(before, after)) return 'none';
  const kind = kindOf(before, after.post);
  return kind === 'move' ? 'update' : kind;
}
