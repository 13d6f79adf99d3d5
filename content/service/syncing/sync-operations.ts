import type { Handlers } from '../../contract/operation.ts';
import type { SyncState, syncOperations } from '../../contract/sync-operations.ts';
import { ContentError } from '../../model/errors.ts';
import { sidesOfQuestion } from '../compared-sides.ts';
import type { ImagePipeline } from '../images/image-pipeline.ts';
import type { PendingContext } from '../waiting/pending-keeping.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import { dismissBackup } from './backups.ts';
import type { OpenQuestion, Questions } from './questions.ts';
import { resolveQuestion } from './resolve-question.ts';

interface SyncOperationsOptions {
  readonly workspace: Workspace;
  readonly pending: PendingContext['pending'];
  readonly gitDir: string;
  readonly images: Pick<ImagePipeline, 'variant'>;
  readonly questions: Questions;
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
  const { workspace, pending, gitDir, images, questions, state } = options;

  async function findQuestion(id: string): Promise<OpenQuestion> {
    const question = (await questions.list()).find((candidate) => candidate.id === id);
    if (question === undefined) throw new ContentError('not-found', { what: 'Cette question' });
    return question;
  }

  return {
    getSyncState: () => state(),

    async syncNow() {
      await options.syncNow();
      return state();
    },

    async listSyncConflicts() {
      return (await questions.list()).map(({ since, base: _, theirs: __, ...question }) => ({
        ...question,
        since: new Date(since).toISOString(),
      }));
    },

    async getSyncConflict({ id }) {
      const sides = await sidesOfQuestion({ workspace, pending, images }, await findQuestion(id));
      if (sides === null) throw new ContentError('not-found', { what: 'L’autre version' });
      return sides;
    },

    async resolveSyncConflict({ id, keep, fields = [] }, { author }) {
      const question = await findQuestion(id);
      await resolveQuestion({ workspace, pending, questions }, { question, keep, fields, author });
    },

    async dismissSyncBackup({ name }) {
      workspace.requireWritable();
      const isKnown = await workspace.withoutSaves(() => dismissBackup(gitDir, name));
      if (!isKnown) throw new ContentError('not-found', { what: 'Cette sauvegarde' });
    },
  };
}
