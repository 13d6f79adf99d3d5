import type { CommitAction } from '../../contract/commit-sentences.ts';
import type { FileChange } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { authorView } from '../waiting/author-view.ts';
import type { CallContext } from '../workspace.ts';
import { heirOf, type Inheritance, inheritedLinks, mendWaiting } from './posts-heir.ts';
import { postById } from './posts-index.ts';
import type { PostsContext } from './posts-saving.ts';
import { commitPost, writeUntilDone } from './posts-writing.ts';

interface Wanted {
  readonly id: string;
  readonly revision?: string | undefined;
  /** The id of the post that takes its place: its address leads there for good, and so do links of other posts. */
  readonly redirectTo?: string | undefined;
}

/**
 * Deletes a post in one commit. Throws ContentError 'conflict' when it was changed since `revision`: a text that nobody
 * looked at is not deleted; 'invalid' when readers do not see the post that is to take its place. Its pending version goes
 * with it. A file that cannot be read may be deleted: it must be possible to take it off the site.
 */
export async function deletePost(
  posts: PostsContext,
  wanted: Wanted,
  { author }: CallContext,
): Promise<void> {
  const { id } = wanted;
  let basedOn = wanted.revision;
  const { inheritance } = await writeUntilDone(posts.workspace, async (snapshot) => {
    const view = await authorView(posts, snapshot);
    const seen = postById(view.snapshot, id);
    basedOn ??= seen.revision;
    if (basedOn !== seen.revision) throw new ContentError('conflict', { path: seen.path });
    const published = snapshot.posts.find((post) => post.id === id);
    if (published === undefined && view.drafts.has(id)) {
      posts.workspace.requireWritable();
      const file = { path: seen.path, id: seen.revision };
      return (await posts.pending.remove(seen, file, author)) ? { inheritance: null } : null;
    }
    const before = published ?? seen;
    const plan = await deletionOf(posts, snapshot, { before, redirectTo: wanted.redirectTo });
    return (await commitPost(posts.workspace, snapshot, { before, after: null, author, ...plan }))
      ? plan
      : null;
  });
  await posts.pending.settle();
  if (inheritance !== null) await mendWaiting(posts, inheritance, author);
}

interface Deletion {
  readonly inheritance: Inheritance | null;
  readonly heir: string | null;
  readonly besides: readonly FileChange[];
  readonly action: CommitAction;
}

async function deletionOf(
  posts: PostsContext,
  snapshot: Snapshot,
  { before, redirectTo }: { readonly before: SnapshotPost; readonly redirectTo: string | undefined },
): Promise<Deletion> {
  const publishes = (await posts.pending.read(before.id))?.commit ?? null;
  if (redirectTo === undefined)
    return {
      inheritance: null,
      heir: null,
      besides: [],
      action: { kind: 'delete', post: before, publishes },
    };
  const inheritance = heirOf(posts, snapshot, { before, id: redirectTo });
  const { heir } = inheritance;
  return {
    inheritance,
    heir: heir.slug,
    besides: await inheritedLinks(posts, snapshot, inheritance),
    // Other texts change by the addresses of their links: no news to their readers.
    action: { kind: 'merge-post', post: before, into: heir.title, isMinor: true, publishes },
  };
}
