import type { NewPost, PostEdit } from '../../contract/fields.ts';
import type { EditablePost, SavedPost } from '../../contract/posts-operations.ts';
import { savePendingVersion } from '../waiting/pending-versions.ts';
import type { CallContext } from '../workspace.ts';
import { createPost } from './posts-create.ts';
import type { PostsContext } from './posts-saving.ts';
import { updatePost } from './posts-update.ts';

/** Changes a post as `updatePost` does; what readers would see waits, where publishing is apart from saving. */
export async function updateOrKeep(
  posts: PostsContext,
  input: PostEdit & { readonly id: string; readonly settles?: 'pending' | undefined },
  caller: CallContext,
): Promise<SavedPost> {
  const saved = await updatePost(posts, input, caller);
  return saved ?? keptPost(await savePendingVersion(posts, input, caller));
}

/** Creates a post; where publishing is apart from saving, a draft, beside which its publication waits. */
export async function createOrKeep(
  posts: PostsContext,
  input: NewPost,
  caller: CallContext,
): Promise<SavedPost> {
  const waits = posts.publishing === 'apart' && input.isPublished === true;
  if (!waits) return createPost(posts, input, caller);
  const { id, revision } = await createPost(posts, { ...input, isPublished: false }, caller);
  return keptPost(await savePendingVersion(posts, { id, revision, isPublished: true }, caller));
}

/** What is answered of a save that was kept: the text that waits; the live one when the two say the same. */
function keptPost({ pending, isUnpublished: _, wasDeletedElsewhere: __, ...live }: EditablePost): SavedPost {
  const { state } = live;
  const nothing = { state, wasMerged: false, linksToMend: [] };
  if (pending === null) return { ...live, ...nothing, change: 'none' };
  const { savedAt: ___, basedOn: ____, readerNote: _____, ...post } = pending;
  return { ...post, ...nothing, change: 'keep' };
}
