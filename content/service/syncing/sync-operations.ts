import type { Handlers } from '../../contract/operation.ts';
import type { SyncState, syncOperations } from '../../contract/sync-operations.ts';
import { ContentError } from '../../model/errors.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import type { OpenClashes } from './open-clashes.ts';
import { settleClash } from './settle-clash.ts';

interface SyncOperationsOptions {
  readonly workspace: Workspace;
  readonly clashes: OpenClashes;
  readonly state: () => Promise<SyncState>;
  /** Tries once, now; what goes wrong is in the state afterwards. */
  readonly syncNow: () => Promise<void>;
}

/** The state of a repository that follows nothing. */
export const NOT_FOLLOWING: SyncState = {
  ...{ isFollowing: false, unsent: 0, isSyncing: false, error: null, fault: null },
  ...{ syncedAt: null, retryAt: null, conflicts: 0, backup: null, notice: null },
};

export type SyncOperations = Handlers<typeof syncOperations, CallContext>;

/** What may be asked of following another repository (content/contract/sync-operations.ts). */
export function createSyncOperations(options: SyncOperationsOptions): SyncOperations {
  const { workspace, clashes, state } = options;
  return {
    getSyncState: () => state(),

    async syncNow() {
      await options.syncNow();
      return state();
    },

    async listSyncConflicts() {
      return (await clashes.list()).map(({ since, base: _, ours: __, theirs: ___, ...clash }) => ({
        ...clash,
        since: new Date(since).toISOString(),
      }));
    },

    async settleSyncConflict({ id, keep }, { author }) {
      const clash = (await clashes.list()).find((candidate) => candidate.id === id);
      if (clash === undefined) throw new ContentError('not-found', { what: 'Cette question' });
      await settleClash(workspace, { clash, keep, author });
      await clashes.remove(id);
    },
  };
}
