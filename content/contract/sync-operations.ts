import * as z from 'zod';
import { comparedSides } from './conflict.ts';
import { empty } from './fields.ts';
import { operation } from './operation.ts';
import { POSTS_CHANGED } from './stale.ts';

const instant = z.iso.datetime().nullable();

/** Commits that would be named by nothing else, kept for ever. */
const syncBackupSchema = z.object({
  /** The last part of its ref. */
  name: z.string(),
  ref: z.string(),
  day: z.iso.date(),
  /** What we had of a branch that the upstream rewrote, or its text of a pending version that clashed with ours. */
  kind: z.enum(['branch', 'pending']),
  /** The titles of its articles that are there no longer. They come back only where somebody takes them from the ref. */
  gone: z.array(z.string()),
});
export type SyncBackup = z.output<typeof syncBackupSchema>;

/** How things stand with the repository that is followed. */
const syncStateSchema = z.object({
  /** Whether there is one at all. */
  isFollowing: z.boolean(),
  /** Commits made here that it has not yet. */
  unsent: z.number(),
  isSyncing: z.boolean(),
  /** What the last try met, in French; null when it went well. */
  error: z.string().nullable(),
  /** The code of that fault: `offline` mends itself. */
  fault: z.string().nullable(),
  syncedAt: instant,
  retryAt: instant,
  /** Questions that only the author can answer. */
  conflicts: z.number(),
  /** What was kept under a ref of its own, and nobody has taken note of yet; the oldest first. */
  backups: z.array(syncBackupSchema),
  /** Whether the last try could not have it take all that waits; `foreign`: its branch of that name is another one. */
  refusedPending: z.enum(['refused', 'foreign']).nullable(),
});
export type SyncState = z.output<typeof syncStateSchema>;

/** A question: the site shows `ours` meanwhile; where readers have neither text (`apart`), ours is the one that the author sees. */
const syncConflictSchema = z.object({
  id: z.string(),
  kind: z.enum(['text', 'apart', 'deleted-here', 'deleted-there', 'renamed', 'same-address', 'file']),
  path: z.string(),
  postId: z.uuid().nullable(),
  title: z.string(),
  since: z.iso.datetime(),
  /** Whether their text is the post's pending version, and is resolved by applying or dropping that. */
  isPending: z.boolean(),
});
export type SyncConflict = z.output<typeof syncConflictSchema>;

/** Both sides of a question, to choose between with open eyes; `ours` is what is there now. */
const syncSidesSchema = z.discriminatedUnion('kind', [
  ...comparedSides,
  /** The values both changed; all that one side alone changed goes together by itself. */
  z.object({
    kind: z.literal('settings'),
    file: z.enum(['site', 'capacity']),
    /** Each value as its file holds it: texts, lists, maps. */
    fields: z.array(z.object({ key: z.string(), ours: z.unknown(), theirs: z.unknown() })),
  }),
]);
export type SyncSides = z.output<typeof syncSidesSchema>;

/** Following another repository (docs/design.md, Remotes and publishing). */
export const syncOperations = {
  getSyncState: operation({
    routes: ['GET /api/admin/sync'],
    output: syncStateSchema,
    summary: 'What waits to be sent to the repository that is followed, and what went wrong last.',
  }),
  syncNow: operation({
    routes: ['POST /api/admin/sync'],
    output: syncStateSchema,
    makesStale: POSTS_CHANGED,
    summary: 'Fetches, merges and pushes now, and answers how it went.',
  }),
  listSyncConflicts: operation({
    routes: ['GET /api/admin/sync/conflicts'],
    output: z.array(syncConflictSchema),
    summary: 'The questions a merge left to the author, oldest first.',
  }),
  getSyncConflict: operation({
    routes: ['GET /api/admin/sync/conflicts/:id'],
    input: z.object({ id: z.string().max(64) }),
    output: syncSidesSchema,
    summary: 'Both sides of a question about a text, settings, an image or another file.',
  }),
  resolveSyncConflict: operation({
    routes: ['POST /api/admin/sync/conflicts/:id'],
    input: z.object({
      id: z.string().max(64),
      keep: z.enum(['ours', 'theirs']),
      /** Of settings: the values that are theirs, where `keep` says what becomes of the others. */
      fields: z.array(z.string().max(200)).max(200).optional(),
    }),
    output: empty,
    status: 204,
    makesStale: [...POSTS_CHANGED, 'getSite', 'getCapacitySettings'],
    summary: 'Answers a question: `ours` keeps what is served, `theirs` takes the other side, as one commit.',
    audit: { eventType: 'update', resourceType: 'content' },
  }),
  dismissSyncBackup: operation({
    routes: ['POST /api/admin/sync/backups/:name/dismiss'],
    input: z.object({ name: z.string().max(64) }),
    output: empty,
    status: 204,
    summary: 'Somebody has taken note of a backup: it is no longer told of. Its ref stays.',
    audit: { eventType: 'update', resourceType: 'content' },
  }),
} as const;
