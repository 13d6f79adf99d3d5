import { ContentError } from '../model/errors.ts';
import { postById } from './posts-index.ts';
import type { PostsContext } from './posts-saving.ts';
import { commitPost, writeUntilDone } from './posts-writing.ts';
import type { CallContext } from './workspace.ts';

/**
 * Deletes a post in one commit. Throws ContentError 'conflict' when it was changed since `revision`: a text that nobody
 * looked at is not deleted. Its pending version goes with it. A file that cannot be read may be deleted: it must be possible to take it off the site.
 */
export async function deletePost(
  posts: PostsContext,
  { id, revision }: { readonly id: string; readonly revision?: string | undefined },
  { author }: CallContext,
): Promise<void> {
  let basedOn = revision;
  await writeUntilDone(posts.workspace, async (snapshot) => {
    const before = postById(snapshot, id);
    basedOn ??= before.revision;
    if (basedOn !== before.revision) throw new ContentError('conflict', { path: before.path });
    const action = { kind: 'delete' as const, post: before };
    return (await commitPost(posts, snapshot, { before, after: null, action, author })) ? before : null;
  });
  const kept = await posts.pending.read(id);
  if (kept !== null) await posts.pending.remove(id, kept.commit);
}
