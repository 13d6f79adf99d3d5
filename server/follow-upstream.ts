import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { sentenceOf } from '#content/contract/french.ts';
import { type ErrorData, hasCode } from '#content/model/errors.ts';
import type { Credentials } from '#content/remote/http-exchange.ts';
import { createRemote } from '#content/remote/remote.ts';
import type { FollowedRemote } from '#content/service/syncing/follow-remote.ts';
import { syncBranch } from '#content/service/syncing/sync.ts';
import { ExplainedError } from './data/explained.ts';
import type { Env, UpstreamSettings } from './env.ts';
import type { Branches } from './open-repository.ts';
import type { CloneProgress } from './start-progress.ts';

/** The upstream of a server (CONTENT_REMOTE_URL), as it is followed; null where there is none. */
export function followedUpstream({ upstream, role }: Env, logger: Logger): FollowedRemote | null {
  if (upstream === null) return null;
  const { url, token, pollMs } = upstream;
  return {
    url,
    role,
    stands: 'ours',
    pollMs,
    credentials: () => credentialsOf(token),
    onFault: (fault) => {
      if (fault === null) logger.info('Le dépôt distant est de nouveau suivi.');
      else logger.warn({ err: fault }, sentenceOf(fault.code, fault.data));
    },
    onBackup: (ref, kind) => {
      const told =
        kind === 'branch'
          ? `Le dépôt distant a été réécrit\u00a0: nos commits sont gardés sous ${ref}.`
          : `Une modification en attente est gardée sous ${ref}.`;
      logger.warn({ ref }, told);
    },
  };
}

/** How often a first start looks for an upstream that does not answer, in milliseconds. */
const FIRST_START_RETRY_MS = 3000;

interface CloneOptions extends Branches {
  readonly env: Env;
  readonly logger: Logger;
  readonly cloning: Pick<CloneProgress, 'note' | 'noteSilence'>;
}

/**
 * Fills an empty repository from its upstream, and answers whether there was anything; an author's starter is for an empty
 * upstream only. One that does not answer is waited for, and so is by a reader one that is empty. Anything else is an
 * {@link ExplainedError}. Throws the signal's reason at once when it is told to stop.
 */
export async function cloneUpstream(
  { env, repository, pending, logger, cloning }: CloneOptions,
  { url, token, pollMs }: UpstreamSettings,
  signal: AbortSignal,
): Promise<boolean> {
  const credentials = () => credentialsOf(token);
  const remote = createRemote({ ...repository, url, credentials, onProgress: cloning.note }, signal);
  const copy = () =>
    syncBranch({
      repository,
      remote,
      pending,
      role: 'reader',
      stands: 'ours',
      exclusively: (work) => work(),
      onMoved: () => undefined,
      onBackup: () => undefined,
    });
  for (let tries = 0; ; tries++) {
    try {
      const { commit } = await copy();
      if (commit !== null) return true;
      if (env.role === 'author') return false;
    } catch (error) {
      signal.throwIfAborted();
      if (!hasCode(error, 'remote')) throw error;
      if (error.data.fault !== 'offline') throw new ExplainedError(firstFault(error.data), { cause: error });
      if (tries === 0) logger.warn(SILENT);
      cloning.noteSilence(SILENT);
    }
    await pauseUnlessStopped(Math.min(FIRST_START_RETRY_MS, pollMs), signal);
  }
}

const SILENT = 'Le dépôt distant (CONTENT_REMOTE_URL) ne répond pas\u00a0: un nouvel essai suivra.';

/** Nothing was written here yet that could be in safety. */
function firstFault(data: ErrorData['remote']): string {
  return data.fault === 'refused'
    ? 'Le dépôt distant (CONTENT_REMOTE_URL) refuse le jeton donné (CONTENT_REMOTE_TOKEN), ou en demande un.'
    : sentenceOf('remote', data);
}

async function pauseUnlessStopped(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

/** GitHub takes any name with a token; other servers want `name:password`. */
function credentialsOf(token: string | null): Credentials | null {
  if (token === null) return null;
  const colon = token.indexOf(':');
  if (colon === -1) return { username: 'x-access-token', password: token };
  return { username: token.slice(0, colon), password: token.slice(colon + 1) };
}
