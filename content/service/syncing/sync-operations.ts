import type { Handlers } from '../../contract/operation.ts';
import type { SyncState, syncOperations } from '../../contract/sync-operations.ts';
import { ContentError } from '../../model/errors.ts';
import type { ImagePipeline } from '../images/image-pipeline.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import { dismissBackup } from './backup-refs.ts';
import { readSides } from './clash-sides.ts';
import type { OpenClash, OpenClashes } from './open-clashes.ts';
import { settleClash } from './settle-clash.ts';

interface SyncOperationsOptions {
  readonly workspace: Workspace;
  readonly gitDir: string;
  readonly images: Pick<ImagePipeline, 'variant'>;
  readonly clashes: OpenClashes;
  readonly state: () => Promise<SyncState>;
  /** Tries once, now; what goes wrong is in the state afterwards. */
  readonly syncNow: () => Promise<void>;
}

/** The state of a repository that follows nothing. */
export const NOT_FOLLOWING: SyncState = {
  ...{ isFollowing: false, unsent: 0, isSyncing: false, error: null, fault: null },
  ...{ syncedAt: null, retryAt: null, conflicts: 0, backups: [], refusedPending: 0 },
};

export type SyncOperations = Handlers<typeof syncOperations, CallContext>;

/** What may be asked of following another repository (content/contract/sync-operations.ts). */
export function createSyncOperations(options: SyncOperationsOptions): SyncOperations {
  const { workspace, gitDir, images, clashes, state } = options;

  async function findClash(id: string): Promise<OpenClash> {
    const clash = (await clashes.list()).find((candidate) => candidate.id === id);
    if (clash === undefined) throw new ContentError('not-found', { what: 'Cette question' });
    return clash;
  }

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

    async getSyncConflict({ id }) {
      const sides = await readSides({ workspace, images }, await findClash(id));
      if (sides === null) throw new ContentError('not-found', { what: 'L’autre version' });
      return sides;
    },

    async settleSyncConflict({ id, keep, fields = [] }, { author }) {
      const clash = await findClash(id);
      await settleClash(workspace, { clash, keep, fields, author });
      // Not while a sync adds questions to the same file.
      await workspace.write(() => clashes.remove(id));
    },

    async dismissSyncBackup({ name }) {
      workspace.requireWritable();
      const isKnown = await workspace.write(() => dismissBackup(gitDir, name));
      if (!isKnown) throw new ContentError('not-found', { what: 'Cette sauvegarde' });
    },
  };
}
