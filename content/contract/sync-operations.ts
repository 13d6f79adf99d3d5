import * as z from 'zod';
import { empty, nothing } from './fields.ts';
import { operation } from './operation.ts';

const instant = z.iso.datetime().nullable();

/** How things stand with the repository that is followed. */
export const syncStateSchema = z.object({
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
  /** The ref under which our commits were kept when the upstream was rewritten, since the start. */
  backup: z.string().nullable(),
  /** What the author should know of pending versions, in French; null when they are the same on both sides. */
  notice: z.string().nullable(),
});
export type SyncState = z.output<typeof syncStateSchema>;

/** A question: the site shows `ours` meanwhile. */
export const syncConflictSchema = z.object({
  id: z.string(),
  kind: z.enum(['text', 'deleted-here', 'deleted-there', 'renamed', 'same-address', 'file']),
  path: z.string(),
  postId: z.uuid().nullable(),
  title: z.string(),
  since: z.iso.datetime(),
  /** Whether their text is the post's pending version, and is settled by applying or dropping that. */
  isPending: z.boolean(),
});
export type SyncConflict = z.output<typeof syncConflictSchema>;

/** Following another repository (DESIGN.md, Remotes and publishing). */
export const syncOperations = {
  getSyncState: operation({
    access: 'session',
    routes: ['GET /api/admin/sync'],
    input: nothing,
    output: syncStateSchema,
    status: 200,
    summary: 'What waits to be sent to the repository that is followed, and what went wrong last.',
  }),
  syncNow: operation({
    access: 'session',
    routes: ['POST /api/admin/sync'],
    input: nothing,
    output: syncStateSchema,
    status: 200,
    summary: 'Fetches, merges and pushes now, and answers how it went.',
  }),
  listSyncConflicts: operation({
    access: 'session',
    routes: ['GET /api/admin/sync/conflicts'],
    input: nothing,
    output: z.array(syncConflictSchema),
    status: 200,
    summary: 'The questions a merge left to the author, oldest first.',
  }),
  settleSyncConflict: operation({
    access: 'session',
    routes: ['POST /api/admin/sync/conflicts/:id'],
    input: z.object({ id: z.string().max(64), keep: z.enum(['ours', 'theirs']) }),
    output: empty,
    status: 204,
    summary: 'Answers a question: `ours` keeps what is served, `theirs` takes the other side, as one commit.',
    audit: { eventType: 'update', resourceType: 'content' },
  }),
} as const;
