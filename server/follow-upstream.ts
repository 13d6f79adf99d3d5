import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { sentenceOf } from '#content/contract/french.ts';
import { watchBranch } from '#content/git/branch-watch.ts';
import type { ContentRepository } from '#content/git/content-repository.ts';
import { hasCode } from '#content/model/errors.ts';
import type { Credentials } from '#content/remote/http-exchange.ts';
import { createRemote, type RemoteProgress } from '#content/remote/remote.ts';
import { inProcess } from '#content/service/images/image-pipeline.ts';
import { listBackups } from '#content/service/syncing/backups.ts';
import { createQuestions } from '#content/service/syncing/questions.ts';
import { syncBranch } from '#content/service/syncing/sync.ts';
import { createSyncOperations, NOT_FOLLOWING } from '#content/service/syncing/sync-operations.ts';
import { countUnsent, type SyncOptions } from '#content/service/syncing/tracked.ts';
import { createUpstream } from '#content/service/syncing/upstream.ts';
import { createPendingVersions, type PendingVersions } from '#content/service/waiting/pending.ts';
import type { Workspace } from '#content/service/workspace.ts';
import type { Env, UpstreamSettings } from './env.ts';
import { ENCRIER } from './open-repository.ts';

interface FollowOptions {
  readonly env: Env;
  readonly gitDir: string;
  readonly repository: ContentRepository;
  readonly workspace: Workspace;
  readonly pending: PendingVersions;
  readonly clock: () => number;
  readonly logger: Logger;
  readonly onProgress?: (progress: RemoteProgress) => void;
}

/** The upstream of a server (CONTENT_REMOTE_URL), if it has one, and what may be asked of it. */
export function followUpstream(options: FollowOptions) {
  const { env, workspace, clock, logger } = options;
  const abort = new AbortController();
  const parts = syncParts(options, options.pending, abort.signal);
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed');
  const sync: SyncOptions | null = parts.remote && {
    ...{ ...parts, remote: parts.remote, role: env.role, stands: 'ours' },
    exclusively: workspace.withoutSaves,
    onMoved: () => void workspace.refresh(),
    onPendingBackup: (ref) => {
      logger.warn({ ref }, `Une modification en attente est gardée sous ${ref}.`);
    },
  };
  const upstream =
    sync === null || env.upstream === null
      ? null
      : createUpstream({
          ...{ clock, onError, pollMs: env.upstream.pollMs },
          sync: () => syncBranch(sync),
          countUnsent: () => countUnsent(sync),
          countConflicts: async () => (await parts.questions.list()).length,
          listBackups: () => listBackups(parts),
          onFault: (fault) => {
            if (fault === null) logger.info('Le dépôt distant est de nouveau suivi.');
            else logger.warn({ err: fault }, sentenceOf(fault.code, fault.data));
          },
          onBackup: (ref) =>
            logger.warn({ ref }, `Le dépôt distant a été réécrit : nos commits sont gardés sous ${ref}.`),
        });
  let unwatch = (): void => undefined;
  return {
    start(): void {
      upstream?.start();
      if (upstream !== null && env.role === 'author')
        unwatch = watchBranch({
          gitDir: options.gitDir,
          branch: env.workBranch,
          onMove: upstream.noticeCommit,
        });
    },
    noticeCommit: () => upstream?.noticeCommit(),
    waiting: () => upstream?.waiting() ?? { pendingPushes: 0, syncConflicts: 0, syncBackups: 0 },
    backupRefs: () => upstream?.backupRefs() ?? [],
    silence: () => upstream?.silence() ?? null,
    syncNow: async () => upstream?.syncNow(),
    operations: createSyncOperations({
      ...{ workspace, pending: options.pending, gitDir: options.gitDir },
      ...{ questions: parts.questions, images: inProcess },
      state: async () => upstream?.state() ?? NOT_FOLLOWING,
      syncNow: async () => upstream?.syncNow(),
    }),
    async close(): Promise<void> {
      unwatch();
      abort.abort();
      await upstream?.close();
    },
  };
}

export type FollowedUpstream = ReturnType<typeof followUpstream>;

/** A first start cannot clone its upstream; `message` says why, in French. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

/** How often a first start looks for an upstream that does not answer, in milliseconds. */
const FIRST_START_RETRY_MS = 3000;

/**
 * Fills an empty repository from its upstream, and answers whether there was anything; an author's starter is for an empty
 * upstream only. One that does not answer is waited for, and so is by a reader one that is empty. Anything else is an
 * {@link UpstreamError}. Throws the signal's reason at once when it is told to stop.
 */
export async function cloneUpstream(
  options: Omit<FollowOptions, 'workspace' | 'pending'>,
  upstream: UpstreamSettings | null,
  signal: AbortSignal,
): Promise<boolean> {
  const { env, logger, gitDir, clock } = options;
  const { objects } = options.repository;
  const pending = createPendingVersions({
    ...{ gitDir, branch: env.branch, workBranch: env.workBranch, objects, committer: ENCRIER, clock },
  });
  const parts = syncParts(options, pending, signal);
  if (upstream === null || parts.remote === null) return false;
  const once = { exclusively: <Value>(work: () => Promise<Value>) => work(), onMoved: () => undefined };
  const nothing = { onPendingBackup: () => undefined };
  for (let tries = 0; ; tries++) {
    try {
      const { commit } = await syncBranch({
        ...{ ...parts, ...once, ...nothing, remote: parts.remote },
        role: 'reader',
        stands: 'ours',
      });
      if (commit !== null) return true;
      if (env.role === 'author') return false;
    } catch (error) {
      signal.throwIfAborted();
      if (!hasCode(error, 'remote')) throw error;
      if (error.data.fault !== 'offline')
        throw new UpstreamError(sentenceOf('remote', error.data), { cause: error });
      if (tries === 0) logger.warn(sentenceOf(error.code, error.data));
    }
    await pauseUnlessStopped(Math.min(FIRST_START_RETRY_MS, upstream.pollMs), signal);
  }
}

async function pauseUnlessStopped(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

function syncParts(
  { env, gitDir, repository, clock, onProgress }: Omit<FollowOptions, 'workspace' | 'pending'>,
  pending: PendingVersions,
  signal?: AbortSignal,
) {
  const { objects } = repository;
  const { branch, upstream } = env;
  const remote =
    upstream === null
      ? null
      : createRemote(
          {
            ...{ url: upstream.url, branch, gitDir, objects },
            credentials: () => credentialsOf(upstream.token),
            ...(onProgress === undefined ? {} : { onProgress }),
          },
          signal,
        );
  const questions = createQuestions({ gitDir, branch, objects, pending });
  return { gitDir, branch, objects, remote, committer: ENCRIER, clock, pending, questions };
}

/** GitHub takes any name with a token; other servers want `name:password`. */
function credentialsOf(token: string | null): Credentials | null {
  if (token === null) return null;
  const colon = token.indexOf(':');
  if (colon === -1) return { username: 'x-access-token', password: token };
  return { username: token.slice(0, colon), password: token.slice(colon + 1) };
}
