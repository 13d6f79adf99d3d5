import { readAgain } from '#content/git/concurrency.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { postsOperations } from '../../contract/posts-operations.ts';
import { isPublic } from '../../model/snapshot.ts';
import type { ContentContext, PostsContext } from '../content-context.ts';
import { applyPendingVersion } from '../publishing/publish-posts.ts';
import { currentView } from '../waiting/author-view.ts';
import { dropPendingVersion, editablePost } from '../waiting/pending-keeping.ts';
import type { CallContext } from '../workspace.ts';
import { createPost, duplicatePost } from './create-post.ts';
import { createBin, deletedPost, deletePost, restoreDeletedPost } from './delete-post.ts';
import { createPostTable } from './post-table.ts';
import { savePendingVersion, updatePost } from './update-post.ts';

/** The operations on posts (content/contract/posts-operations.ts), on one repository. */
export function createPostsOperations(
  posts: PostsContext & Pick<ContentContext, 'stages'>,
): Omit<Handlers<typeof postsOperations, CallContext>, 'checkPost' | 'mendLinks' | 'describeImages'> {
  const { workspace, stages } = posts;
  const bin = createBin(posts);
  const table = createPostTable();
  return {
    getPostTable: async (input) =>
      table({
        ...(await currentView(posts.workspace)),
        input,
        stageOf: (await stages?.()) ?? null,
        now: workspace.clock(),
      }),
    getEditablePost: ({ id }) =>
      readAgain(workspace.current, async () => editablePost(posts.workspace, await workspace.current(), id)),
    createPost: (input, caller) => createPost(posts, input, caller),
    updatePost: (input, caller) => updatePost(posts, input, caller),
    deletePost: (input, caller) => deletePost(posts, input, caller).then(() => undefined),
    duplicatePost: (input, caller) => duplicatePost(posts, input, caller),
    savePendingVersion: (input, caller) => savePendingVersion(posts, input, caller),
    applyPendingVersion: (input, caller) => applyPendingVersion(posts, input, caller),
    dropPendingVersion: (input, caller) =>
      dropPendingVersion(posts.workspace, input, caller).then(() => undefined),
    listDeletedPosts: async ({ offset = 0 }) =>
      (await bin.list(await workspace.current(), offset)).map(deletedPost),
    restoreDeletedPost: (input, caller) => restoreDeletedPost({ ...posts, bin }, input, caller),
    getLive: async ({ id }) => {
      const { commit, posts: all } = await workspace.current();
      const post = all.find((candidate) => candidate.id === id);
      const isLive = post !== undefined && isPublic(post, workspace.clock());
      return { commit, revision: isLive ? post.revision : null };
    },
  };
}
