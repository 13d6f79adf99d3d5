import type { HistoryIndex } from '#content/history/history-index.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { ContentOperations } from '../../contract/operations.ts';
import { isPublic } from '../../model/snapshot.ts';
import { createBin, deletedPost } from '../bin.ts';
import type { LinkIndex } from '../link-index.ts';
import type { Publishing } from '../publishing/publishing-apart.ts';
import { readAgain } from '../read-again.ts';
import { authorView } from '../waiting/author-view.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import {
  applyPendingVersion,
  dropPendingVersion,
  editablePost,
  savePendingVersion,
} from '../waiting/pending-versions.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import { duplicatePost } from './posts-create.ts';
import { deletePost } from './posts-deletion.ts';
import { createOrKeep, updateOrKeep } from './posts-kept.ts';
import { restoreDeletedPost } from './posts-restoring.ts';
import type { PostsContext } from './posts-saving.ts';
import { createPostTable, type StageOf } from './posts-table.ts';

interface PostsOptions {
  readonly links: LinkIndex;
  readonly history: Pick<HistoryIndex, 'withWaiting'>;
  readonly pending: PendingVersions;
  /** When what is saved reaches readers. */
  readonly publishing: Publishing;
  /** How far posts have come to readers; where publishing is apart from saving. */
  readonly stages?: () => Promise<StageOf>;
  /** Whether a commit of ours may be known elsewhere; where publishing is apart from saving. */
  readonly isSent?: (commit: string) => Promise<boolean>;
}

type PostsOperation =
  | 'getPostTable'
  | 'getEditablePost'
  | 'createPost'
  | 'updatePost'
  | 'deletePost'
  | 'duplicatePost'
  | 'savePendingVersion'
  | 'applyPendingVersion'
  | 'dropPendingVersion'
  | 'listDeletedPosts'
  | 'restoreDeletedPost'
  | 'getLive';

/** The operations on posts (content/contract/posts-operations.ts), on one repository. */
export function createPostsOperations(
  workspace: Workspace,
  options: PostsOptions,
): Pick<Handlers<ContentOperations, CallContext>, PostsOperation> {
  const bin = createBin({ history: options.history, pending: options.pending, workspace });
  const posts: PostsContext = { workspace, ...options, bin };
  const table = createPostTable();
  return {
    getPostTable: async (input) =>
      table({
        ...(await authorView(posts, await workspace.current())),
        input,
        stageOf: (await options.stages?.()) ?? null,
        now: workspace.clock(),
      }),
    getEditablePost: ({ id }) =>
      readAgain(workspace.current, async () => editablePost(posts, await workspace.current(), id)),
    createPost: (input, context) => createOrKeep(posts, input, context),
    updatePost: (input, context) => updateOrKeep(posts, input, context),
    deletePost: async (input, context) => {
      await deletePost(posts, input, context);
      return undefined;
    },
    duplicatePost: (input, context) => duplicatePost(posts, input, context),
    savePendingVersion: (input, context) => savePendingVersion(posts, input, context),
    applyPendingVersion: (input, context) => applyPendingVersion(posts, input, context),
    dropPendingVersion: async (input, context) => {
      await dropPendingVersion(posts, input, context);
      return undefined;
    },
    listDeletedPosts: async () => (await bin.list(await workspace.current())).map(deletedPost),
    restoreDeletedPost: (input, context) => restoreDeletedPost(posts, input, context),
    getLive: async ({ id }) => {
      const { commit, posts: all } = await workspace.current();
      const post = all.find((candidate) => candidate.id === id);
      const isLive = post !== undefined && isPublic(post, workspace.clock());
      return { commit, revision: isLive ? post.revision : null };
    },
  };
}
