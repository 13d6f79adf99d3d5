/** What a change of posts makes untrue, but for the text of a form that is open. */
export const LISTS_CHANGED = [
  'getPostTable',
  'listAllPosts',
  'listPosts',
  'getPost',
  'listDeletedPosts',
  'listAdminImages',
  'listProblems',
  'listTroubles',
  'getSyncState',
  'listSyncConflicts',
] as const;

/** What a change of posts makes untrue: the lists of posts and all that is made from them. */
export const POSTS_CHANGED = [...LISTS_CHANGED, 'getEditablePost'] as const;
