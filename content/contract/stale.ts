/** How things stand with the repository that is followed, and with what goes there. */
export const EXCHANGE_CHANGED = ['getSyncState', 'getPublishing', 'getPostStages'] as const;

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
  ...EXCHANGE_CHANGED,
  'listSyncConflicts',
] as const;

/** What a change of posts makes untrue: the lists of posts and all that is made from them. */
export const POSTS_CHANGED = [...LISTS_CHANGED, 'getEditablePost'] as const;
