import { join, resolve } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { atMost, createQueue } from '#content/git/concurrency.ts';
import type { Person } from '#content/model/change-set.ts';
import { hasCode, ifSound } from '#content/model/errors.ts';
import { callerOf } from '../api/http-call.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { SiteParts } from '../site-parts.ts';
import { type BackendEnd, runBackend, type StopBackend } from './git-backend.ts';
import {
  CLOSING,
  configEnvironment,
  MAX_FETCH_BODY_BYTES,
  MAX_PUSH_BYTES,
  type Service,
  TOO_LARGE,
} from './git-environment.ts';
import {
  GitRefusal,
  identify,
  type Pusher,
  readWanted,
  refusalByDisk,
  refuse,
  type Wanted,
} from './git-request.ts';
import { createHooksFolder } from './hooks-folder.ts';
import {
  createPushAnswer,
  type LandedUpdate,
  notePush,
  openPushReport,
  type PushAnswer,
  type PushReport,
} from './push-answer.ts';
import { createHold, createPushPriority, type Hold, type PushGate } from './push-gate.ts';
import { pushWarnings } from './push-warnings.ts';

interface GitRemoteOptions extends SiteParts {
  readonly accounts: Pick<Accounts, 'checkApplicationPassword'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly gate: PushGate;
}

/**
 * Git programs that run at once: more than one author's machines never need. Fetches have places of their own, which slow pushes
 * cannot take, and wait for one less long than proxies wait for an answer. A push is sent away at once: its author is
 * there to send it again, and a body of 1 GB is not held meanwhile.
 */
const PLACES = {
  fetch: { atOnce: 8, waiting: 256, secondsEach: 0 },
  push: { atOnce: 8, waiting: 0, secondsEach: 0 },
};
const PATIENCE_MS = 240_000;
/** How long a push waits for its page to be ready before it is answered, in milliseconds. */
const SHOW_MS = 10_000;

const NO_CHECK =
  'Ce serveur ne peut pas vérifier les envois\u00a0: il n’en accepte pas. Voyez son journal.\n';
const BUSY: Readonly<Record<Service, string>> = {
  fetch: 'Trop de récupérations à la fois\u00a0: réessayez dans un instant.\n',
  push: 'Trop d’envois à la fois\u00a0: réessayez dans un instant.\n',
};

/**
 * The content repository as a git remote, to be mounted at /content.git (docs/design.md, Remotes and publishing): smart HTTP
 * through git's own programs, for a user's name and one of their application passwords, fetching included. A push is
 * checked by our own hook before it counts, and readers have it when it is answered. Nothing of the repository's own settings
 * starts a program. Without git, the address says so and the site goes on.
 */
export function createGitRemote(options: GitRemoteOptions) {
  const { logger, programs, content } = options;
  const { branch, workBranch, dataDir } = options.env;
  const { workspace } = content;
  const gitDir = resolve(content.gitDir);
  const hooks = createHooksFolder({
    folder: resolve(dataDir, 'cache/hooks'),
    program: join(programs, 'pre-receive.js'),
  });
  const running = new Set<StopBackend>();
  const alone = (work: () => Promise<void>) => workspace.withoutSaves(work, 'first');
  const priority = createPushPriority({ alone });
  const queues = { fetch: createQueue(PLACES.fetch), push: createQueue(PLACES.push) };

  /** Throws {@link GitRefusal} for what cannot be done now. */
  async function checkPossible({ service }: Wanted): Promise<void> {
    if (service === 'push' && options.readOnly !== null) throw new GitRefusal(503, `${options.readOnly}\n`);
    if (service === 'push' && !(await hooks.isReady())) {
      logger.error({ hooksFolder: hooks.folder }, 'the pre-receive hook does not run: pushes are refused');
      throw new GitRefusal(503, NO_CHECK);
    }
  }

  /** Serves as soon as there is a place; who waits for one is sent away at a stop, and when it was too long. */
  async function serveQueued(exchange: Exchange, wanted: Wanted, person: Pusher): Promise<void> {
    const { response } = exchange;
    const end = AbortSignal.any([options.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const sendAway = () => {
      const text = options.signal.aborted ? CLOSING : BUSY[wanted.service];
      refuse(response, new GitRefusal(503, text));
    };
    if (end.aborted) {
      sendAway();
      return;
    }
    end.addEventListener('abort', sendAway);
    const serving = queues[wanted.service](async () => {
      end.removeEventListener('abort', sendAway);
      if (!response.destroyed && !response.headersSent) await serve(exchange, wanted, person);
    });
    await serving.catch((error: unknown) => {
      end.removeEventListener('abort', sendAway);
      if (!hasCode(error, 'throttled')) throw error;
      sendAway();
    });
  }

  async function serve(exchange: Exchange, wanted: Wanted, person: Pusher): Promise<void> {
    const isPush = wanted.service === 'push' && wanted.step === 'pack';
    if (wanted.service === 'fetch') await priority.fetching(person.username);
    else if (!isPush) priority.asked(person.username);
    if (!isPush) {
      report(await run(exchange, { wanted, person }), wanted);
      return;
    }
    const leave = await options.gate.enter();
    const hold = createHold({ alone });
    const pushReport = await openPushReport({ gitDir, objects: workspace.objects });
    try {
      const push = { report: pushReport, hold, answer: createPushAnswer() };
      report(await run(exchange, { wanted, person, push }), wanted);
    } finally {
      hold.end();
      leave();
      priority.ended(person.username, await pushReport.outcome());
      await pushReport.discard();
    }
  }

  /** Has readers get what was pushed, and answers what they cannot get of it. */
  async function shown(landed: readonly LandedUpdate[]): Promise<readonly string[]> {
    const isShown = await atMost(
      SHOW_MS,
      workspace.refresh().then(() => true),
    );
    const move = landed.find(({ ref }) => ref === `refs/heads/${branch}`);
    if (isShown === null || typeof move?.to !== 'string') return [];
    return ifSound(pushWarnings(workspace, { from: move.from, to: move.to }), []);
  }

  const identified = (request: Request): Promise<Pusher> =>
    identify(options.accounts, request.get('authorization'), callerOf(request).ipAddress);

  function run({ request, response }: Exchange, { wanted, person, push }: Run): Promise<BackendEnd> {
    const environment = {
      ...configEnvironment({ service: wanted.service, branch, workBranch, hooksFolder: hooks.folder }),
      ...programEnvironment({ branch, workBranch }, person),
      ...protocolEnvironment(request),
      ...(push === undefined ? {} : { ENCRIER_REPORT: push.report.file }),
    };
    const maxBodyBytes = wanted.service === 'push' ? MAX_PUSH_BYTES : MAX_FETCH_BODY_BYTES;
    let reason: string | null = null;
    const mayEnd = async (): Promise<boolean> => {
      if (push === undefined) return true;
      void push.hold.begin();
      // It may have taken long to come.
      reason = await identified(request).then(
        () => null,
        (error: unknown) => {
          if (error instanceof GitRefusal) return error.message.trim();
          logger.error({ err: error }, 'who pushes cannot be known: the push is refused');
          return NO_CHECK.trim();
        },
      );
      return reason === null;
    };
    const onDone = async (): Promise<Buffer> => {
      if (push === undefined) return Buffer.alloc(0);
      push.hold.end();
      const landed = await push.report.landed();
      notePush(options.audit, { landed, username: person.username, caller: callerOf(request) });
      return push.answer.rest(landed.length === 0 ? [] : await shown(landed), reason);
    };
    const reword = push?.answer;
    const call = { gitDir, wanted, environment, request, response, maxBodyBytes, mayEnd, onDone, reword };
    return runBackend(call, running);
  }

  function report({ code, stopped, complaints }: BackendEnd, { service, step }: Wanted): void {
    if (code === 0 && complaints === '') return;
    // Git's own complaints name paths of this machine: they are for the operator only.
    logger.warn({ service, step, code, stopped, complaints }, 'git ended with complaints');
  }

  const handler: RequestHandler = async (request, response) => {
    try {
      const person = await identified(request);
      const wanted = readWanted(request);
      if (Number(request.get('content-length') ?? 0) > MAX_PUSH_BYTES) throw new GitRefusal(413, TOO_LARGE);
      await checkPossible(wanted);
      await serveQueued({ request, response }, wanted, person);
    } catch (error) {
      const refusal = error instanceof GitRefusal ? error : refusalByDisk(error);
      if (refusal === null || response.headersSent) throw error;
      refuse(response, refusal);
    }
  };

  return {
    handler,
    /** Stops what goes on; what was not answered did not happen. */
    close(): void {
      priority.close();
      for (const stop of running) stop('closing');
    },
  };
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

interface Run {
  readonly wanted: Wanted;
  readonly person: Pusher;
  readonly push?: { readonly report: PushReport; readonly hold: Hold; readonly answer: PushAnswer };
}

function programEnvironment(
  { branch, workBranch }: Readonly<Record<'branch' | 'workBranch', string>>,
  { person }: Pusher,
) {
  return {
    PATH: process.env.PATH ?? '',
    LC_ALL: 'C',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    // Who the reflog names.
    GIT_COMMITTER_NAME: plain(person),
    GIT_COMMITTER_EMAIL: person.email === '' ? 'encrier@encrier.invalid' : person.email,
    ENCRIER_BRANCH: branch,
    ENCRIER_WORK_BRANCH: workBranch,
  };
}

/** A name that git takes: it refuses one without a letter. */
function plain({ name }: Person): string {
  const kept = name.replace(/[\p{Cc}<>]/gu, '').trim();
  return /[\p{L}\p{N}]/u.test(kept) ? kept : 'Encrier';
}

/** The version of git's protocol that a client asks for. */
function protocolEnvironment(request: Request): Readonly<Record<string, string>> {
  const protocol = /^version=[0-2]$/.exec(request.get('git-protocol') ?? '')?.[0];
  return protocol === undefined ? {} : { GIT_PROTOCOL: protocol };
}
