import type { OperationName } from '#content/contract/operations.ts';

/** What a change of posts makes untrue: the lists of posts and all that is made from them. */
export const POSTS_CHANGED: readonly OperationName[] = [
  'getPostTable',
  'listAllPosts',
  'listPosts',
  'getPost',
  'getEditablePost',
  'listDeletedPosts',
  'listAdminImages',
  'listProblems',
  'listTroubles',
  'getSyncState',
  'listSyncConflicts',
];
