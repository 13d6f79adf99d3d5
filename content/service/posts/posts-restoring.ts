import { isAncestor } from '#content/git/paint-history.ts';
import type { SavedPost } from '../../contract/posts-operations.ts';
import { editPostFile } from '../../files/post-file.ts';
import type { FileChange } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { type BinEntry, versionBefore } from '../bin.ts';
import { lostImages, shownImages, waitingImages } from '../images/lost-images.ts';
import { authorView } from '../waiting/author-view.ts';
import type { CallContext } from '../workspace.ts';
import { freeSlug } from './posts-index.ts';
import { type PostsContext, savedPost } from './posts-saving.ts';
import { pathWithSlug, type ReadVersion, readVersion } from './posts-versions.ts';
import { commitPost, writeUntilDone } from './posts-writing.ts';

interface Restoration {
  readonly id: string;
  /** The commit that removed the post, as the bin named it. */
  readonly commit: string;
}

/**
 * Brings a deleted post back as a draft, with the images it showed that are gone too, in one commit. It keeps its id and,
 * when no other post took it, its address; and its state, when nobody else has heard of its deletion: what readers have all
 * along does not leave them by being restored. Throws ContentError 'done' when it is back already, 'not-found' when the bin
 * has no such post.
 */
export async function restoreDeletedPost(
  posts: PostsContext,
  asked: Restoration,
  { author }: CallContext,
): Promise<SavedPost> {
  return writeUntilDone(posts.workspace, async (snapshot) => {
    const { snapshot: seen, addresses } = await authorView(posts, snapshot);
    const entry = await found(posts, seen, asked);
    const version = await restoredVersion(posts, addresses, entry);
    const change = {
      ...{ before: null, after: version, author },
      action: { kind: 'restore' as const, post: version.post },
      besides: await imagesOf(posts, snapshot, entry),
    };
    const isDone = await commitPost(posts.workspace, snapshot, change);
    return isDone ? savedPost(version, posts.workspace.clock(), 'restore') : null;
  });
}

async function found({ bin }: PostsContext, snapshot: Snapshot, asked: Restoration): Promise<BinEntry> {
  if (snapshot.posts.some(({ id }) => id === asked.id))
    throw new ContentError('done', { reason: 'Cet article n’est plus dans la corbeille.' });
  const entries = await bin.list(snapshot);
  const entry = entries.find(
    ({ post, deletion }) => post.id === asked.id && deletion.commit === asked.commit,
  );
  if (entry === undefined) throw new ContentError('not-found', { what: 'Cet article supprimé' });
  return entry;
}

async function restoredVersion(
  { workspace, isSent }: PostsContext,
  snapshot: Snapshot,
  { deletion, post }: BinEntry,
): Promise<ReadVersion> {
  const version = await versionBefore(workspace, deletion);
  if (version === null) throw new ContentError('not-found', { what: 'Cet article supprimé' });
  const path = pathWithSlug(version.path, freeSlug(snapshot, post.slug));
  // An article at another address is none that readers have, nor is one that only ever waited.
  const isUnheard =
    path === version.path &&
    isSent !== undefined &&
    (await isAncestor(workspace.objects, deletion.commit, snapshot.commit)) &&
    !(await isSent(deletion.commit));
  const state = isUnheard ? {} : { isPublished: false };
  const bytes = editPostFile(version.bytes, { fields: { id: post.id, ...state } });
  return readVersion({ path, bytes });
}

/** The images of the post as they were when it was deleted, those that are there today left out. */
async function imagesOf(
  posts: PostsContext,
  snapshot: Snapshot,
  { deletion, post }: BinEntry,
): Promise<readonly FileChange[]> {
  const { workspace } = posts;
  const [parent] = (await workspace.objects.readCommit(deletion.commit)).parents;
  if (parent === undefined) return [];
  const paths = shownImages(post, await workspace.body(post));
  const lost = await lostImages(workspace, snapshot, { commit: parent, paths });
  const found = new Set(lost.map(({ path }) => path));
  const others = [...paths].filter((path) => !found.has(path));
  return [...lost, ...(await waitingImages(posts, snapshot, others))];
}
