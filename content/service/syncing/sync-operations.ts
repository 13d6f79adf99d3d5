import type { Handlers } from '../../contract/operation.ts';
import type { SyncState, syncOperations } from '../../contract/sync-operations.ts';
import type { FileChange } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { fileIdAt } from '../../store/file-at-commit.ts';
import { makeOneCommit } from '../one-commit.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import type { OpenClash, OpenClashes } from './open-clashes.ts';

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
  ...{ syncedAt: null, retryAt: null, conflicts: 0, backup: null },
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
      await makeOneCommit(workspace, author, async ({ commit }) => ({
        changes: await answerChanges(workspace, { clash, keep, commit }),
        action: { kind: 'take-theirs', path: clash.path },
        value: undefined,
      }));
      await clashes.remove(id);
    },
  };
}

interface Answer {
  readonly clash: OpenClash;
  readonly keep: 'ours' | 'theirs';
  readonly commit: string;
}

/** What an answer does to the files; nothing when what is served is what was chosen. */
async function answerChanges(
  { objects, read }: Pick<Workspace, 'objects' | 'read'>,
  { clash, keep, commit }: Answer,
): Promise<readonly FileChange[]> {
  const { kind, path, theirs } = clash;
  const present = await fileIdAt(objects, { commit, path });
  if (present === null) return [];
  const removed = [{ path, bytes: null }];
  if (kind === 'deleted-here') return keep === 'ours' ? removed : [];
  if (keep === 'ours' || kind === 'same-address') return [];
  if (kind === 'deleted-there' || theirs === null) return removed;
  if (kind !== 'renamed') return [{ path, bytes: await read(theirs.id) }];
  if ((await fileIdAt(objects, { commit, path: theirs.path })) !== null) return [];
  return [{ path: theirs.path, bytes: await read(present) }, ...removed];
}
