import { contentOperations, type OperationName } from '#content/contract/operations.ts';

const {
  // Answered piece by piece, over HTTP alone; the admin needs none of them.
  listPosts,
  getPost,
  getLive,
  searchPosts,
  listAllPosts,
  getCapacity,
  exportAll,
  // The maintenance pages are a server's.
  initPosts,
  fixImages,
  fixIronman,
  ...offered
} = contentOperations;

/** What of the content service a desktop answers; sessions, users and the journal are a server's too. */
export const offeredOperations = offered;
export const OFFERED_NAMES: ReadonlySet<OperationName> = new Set(
  Object.keys(offered) as (keyof typeof offered)[], // the keys of a constant table
);
