import { watchBranch } from '#content/git/branch-watch.ts';
import { createRescan } from '#content/git/concurrency.ts';
import { createRemote, type RemoteOptions } from '#content/remote/remote.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { SyncState, syncOperations } from '../../contract/sync-operations.ts';
import { ContentError, ifSound } from '../../model/errors.ts';
import { slugOfPath } from '../../model/paths.ts';
import { indexOf } from '../../model/post-index.ts';
import { sidesOfQuestion } from '../compared-sides.ts';
import type { ImagePipeline } from '../images/image-pipeline.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import { dismissBackup, listBackups } from './backups.ts';
import { createQuestions, type OpenQuestion } from './questions.ts';
import { resolveQuestion } from './resolve-question.ts';
import { type Synced, syncBranch } from './sync.ts';
import { countUnsent, type SyncOptions } from './tracked.ts';
import { createUpstream } from './upstream.ts';

/** A repository elsewhere that is followed, and how. */
export interface FollowedRemote
  extends Pick<SyncOptions, 'role' | 'stands' | 'onBackup'>,
    Pick<RemoteOptions, 'url' | 'credentials' | 'onTime'> {
  /** How often it is looked at while nothing tells, in milliseconds; Infinity: only when that is asked for. */
  readonly pollMs: number;
  /** Throws where the branch may not move now; asked each time, while no save runs. */
  readonly requireFree?: () => Promise<void>;
  /** Makes the exchange, with what is to be done before and after it. */
  readonly around?: (exchange: () => Promise<Synced>) => Promise<Synced>;
  /** Told once of each new fault, and when it is over (null). */
  readonly onFault: (fault: ContentError | null) => void;
  /** Told how many questions wait for the author, whenever there are more. */
  readonly onQuestions?: (count: number) => void;
}

interface FollowOptions {
  readonly workspace: Workspace;
  readonly images: Pick<ImagePipeline, 'variant'>;
  /** Null for a repository that follows nothing. */
  readonly remote: FollowedRemote | null;
  /** Whether the work branch may be written. */
  readonly mayWrite: boolean;
  readonly onError: (error: unknown) => void;
}

/** The state of a repository that follows nothing. */
const NOT_FOLLOWING: Omit<SyncState, 'conflicts'> = {
  isFollowing: false,
  unsent: 0,
  isSyncing: false,
  error: null,
  fault: null,
  syncedAt: null,
  retryAt: null,
  backups: [],
  refusedPending: null,
};

/** What may be asked of following another repository (content/contract/sync-operations.ts). */
export type SyncOperations = Handlers<typeof syncOperations, CallContext>;

/**
 * Follows and feeds another repository, if there is one, and answers what may be asked of that: what is committed here is sent, what
 * is new there is merged in. Without a network all goes on here, and this later.
 */
export function followRemote(options: FollowOptions) {
  const { workspace, images, remote, mayWrite, onError } = options;
  const { repository } = workspace;
  const { gitDir, clock } = repository;
  const abort = new AbortController();
  const { pending } = workspace;
  const questions = createQuestions(repository, pending);
  const upstream = remote === null ? null : createUpstream(upstreamOptions(remote));
  const state = async () => ({
    ...((await upstream?.state()) ?? NOT_FOLLOWING),
    conflicts: await countQuestions(),
  });
  /** Tries once, now; what goes wrong is in the state afterwards. */
  const syncNow = async () => upstream?.syncNow();
  let unwatch = (): void => undefined;
  let onMoved = (): void => undefined;
  let asked = 0;
  let isOpen = false;
  /** Whether history was read through once: what comes then takes little. */
  let isCounted = false;
  const lookAgain = createRescan(async () => {
    if (isOpen && mayWrite) await makeRoomForPublished();
    if (isOpen && isCounted) await countQuestions();
  });
  let looking: Promise<void> = Promise.resolve();

  /** Something was committed, or kept: questions may have come with it. */
  function look(): void {
    if (isOpen) looking = lookAgain().catch(onError);
  }

  /** Where somebody published another post at the address that one waits for, that one gets an address beside it, and its author is asked. */
  async function makeRoomForPublished(): Promise<void> {
    const { posts } = await pending.waiting();
    if (posts.size === 0) return;
    const { bySlug } = indexOf((await workspace.current()).posts);
    const isTaken = [...posts].some(([id, { file }]) => (bySlug.get(slugOfPath(file.path))?.id ?? id) !== id);
    if (isTaken) await workspace.withoutSaves(() => pending.mergePublished());
  }

  /** A push may bring questions, and what waits may ask some, where nothing is followed too. */
  async function countQuestions(): Promise<number> {
    const count = (await ifSound(questions.list(), [])).length;
    const areMore = count > asked;
    asked = count;
    if (areMore) remote?.onQuestions?.(count);
    return count;
  }

  /** A branch moved: what is not there yet is sent. */
  function noticeCommit(): void {
    look();
    upstream?.noticeCommit();
    onMoved();
  }

  function upstreamOptions(followed: FollowedRemote): Parameters<typeof createUpstream>[0] {
    const { url, credentials, onTime, requireFree, around = (exchange) => exchange() } = followed;
    const sync: SyncOptions = {
      ...followed,
      repository,
      pending,
      remote: createRemote({ ...repository, url, credentials, onTime }, abort.signal),
      exclusively: (work) =>
        workspace.withoutSaves(async () => {
          await requireFree?.();
          return work();
        }),
      onMoved: () => void workspace.refresh(),
    };
    return {
      ...followed,
      clock,
      onError,
      sync: async () => {
        const synced = await around(() => syncBranch(sync));
        await lookAgain().catch(onError);
        return synced;
      },
      countUnsent: () => countUnsent(sync),
      listBackups: () => listBackups(repository, pending.branch),
    };
  }

  async function findQuestion(id: string): Promise<OpenQuestion> {
    const question = (await questions.list()).find((candidate) => candidate.id === id);
    if (question === undefined) throw new ContentError('not-found', { what: 'Cette question' });
    return question;
  }

  const operations: SyncOperations = {
    getSyncState: state,

    async syncNow() {
      await syncNow();
      return state();
    },

    async listSyncConflicts() {
      return (await questions.list()).map(({ since, base: _, theirs: __, ...question }) => ({
        ...question,
        since: new Date(since).toISOString(),
      }));
    },

    async getSyncConflict({ id }) {
      const sides = await sidesOfQuestion({ workspace, images }, await findQuestion(id));
      if (sides === null) throw new ContentError('not-found', { what: 'L’autre version' });
      return sides;
    },

    async resolveSyncConflict({ id, keep, fields = [] }, { author }) {
      const question = await findQuestion(id);
      await resolveQuestion({ workspace, questions }, { question, keep, fields, author });
    },

    async dismissSyncBackup({ name }) {
      workspace.requireWritable();
      const isKnown = await workspace.withoutSaves(() => dismissBackup(gitDir, name));
      if (!isKnown) throw new ContentError('not-found', { what: 'Cette sauvegarde' });
    },
  };

  return {
    questions,
    operations,
    syncNow,
    noticeCommit,
    /** Has one listener told whenever either branch may have moved, and what readers get of it is shown. */
    tellMoves(listener: () => void): void {
      onMoved = listener;
    },
    waiting: () => ({ pendingPushes: 0, syncBackups: 0, ...upstream?.waiting(), syncConflicts: asked }),
    /** Counts the questions for the first time: all of history is read for it. */
    async openQuestions(): Promise<void> {
      await countQuestions();
      isCounted = true;
    },
    backupRefs: () => upstream?.backupRefs() ?? [],
    silence: () => upstream?.silence() ?? null,
    /** The content can be read: the remote is followed from now on. */
    start(): void {
      isOpen = true;
      upstream?.start();
      if (remote?.role === 'reader') return;
      unwatch = watchBranch({ gitDir, branch: pending.branch, onMove: noticeCommit });
    },
    /** Ends what is under way. */
    async close(): Promise<void> {
      unwatch();
      isOpen = false;
      abort.abort();
      await looking;
      await upstream?.close();
    },
  };
}

export type Following = ReturnType<typeof followRemote>;
