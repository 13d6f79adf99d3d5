import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { atMost, createQueue, type Lane } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { Person } from '#content/model/change-set.ts';
import { hasCode } from '#content/model/errors.ts';
import { callerOf } from '../api/http-call.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Accounts } from '../auth/accounts.ts';
import { type BackendEnd, hasHttpBackend, runBackend, type StopBackend } from './git-backend.ts';
import {
  CLOSING,
  configEnvironment,
  MAX_FETCH_BODY_BYTES,
  MAX_PUSH_BYTES,
  type Service,
  TOO_LARGE,
} from './git-environment.ts';
import { identify, type Pusher, readWanted, type Wanted } from './git-request.ts';
import { createHooksFolder } from './hooks-folder.ts';
import { createPushAnswer, notePush, openPushReport, type PushReport } from './push-answer.ts';
import { createHold, createTurns, type Hold, type PushGate } from './push-gate.ts';

export interface GitRemoteOptions {
  /** An absolute path. */
  readonly gitDir: string;
  readonly branch: string;
  readonly workBranch: string;
  readonly objects: Pick<ObjectStore, 'readCommit'>;
  readonly accounts: Pick<Accounts, 'checkApplicationPassword'>;
  /** Shows what the branch holds; resolves when readers get it. */
  readonly refresh: () => Promise<void>;
  /** Why nothing can be written, in French; null when all is well. */
  readonly readOnly: string | null;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly gate: PushGate;
  /** Runs work while no save does; in the lane `first` before the saves that wait. */
  readonly withoutSaves: (work: () => Promise<void>, lane?: Lane) => Promise<void>;
  /** Where the folder of our hook is made. */
  readonly hooksFolder: string;
  /** The built pre-receive.ts. */
  readonly hookProgram: string;
  readonly logger: Logger;
  /** Told to stop: whoever waits for a place is then sent away. */
  readonly signal: AbortSignal;
  /** Whether git and its http-backend are there; asks the machine by default. */
  readonly hasGit?: () => Promise<boolean>;
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
const SHOW_MS = 3000;

const NO_GIT =
  'Ce serveur n’a pas de programme git : il ne peut ni envoyer ni recevoir. Le site marche sans lui.\n';
const NO_CHECK = 'Ce serveur ne peut pas vérifier les envois : il n’en accepte pas. Voyez son journal.\n';
const BUSY: Readonly<Record<Service, string>> = {
  fetch: 'Trop de récupérations à la fois : réessayez dans un instant.\n',
  push: 'Trop d’envois à la fois : réessayez dans un instant.\n',
};

/**
 * The content repository as a git remote, to be mounted at /content.git (docs/design.md, Remotes and publishing): smart HTTP
 * through `git http-backend`, for a user's name and one of their application passwords, fetching included. A push is
 * checked by our own hook before it counts, and readers have it when it is answered. Nothing of the repository's own settings
 * starts a program. Without git, the address says so and the site goes on.
 */
export function createGitRemote(options: GitRemoteOptions) {
  const { gitDir, branch, workBranch, logger, hasGit = hasHttpBackend } = options;
  const hooks = createHooksFolder({ folder: options.hooksFolder, program: options.hookProgram });
  const running = new Set<StopBackend>();
  const alone = (work: () => Promise<void>) => options.withoutSaves(work, 'first');
  const turns = createTurns({ alone });
  const inTurn = { fetch: createQueue(PLACES.fetch), push: createQueue(PLACES.push) };

  /** Why it cannot be done now; null when it can. */
  async function obstacle({ service }: Wanted): Promise<Refusal | null> {
    if (!(await hasGit())) return { status: 501, text: NO_GIT };
    if (service === 'push' && options.readOnly !== null)
      return { status: 503, text: `${options.readOnly}\n` };
    if (service === 'push' && !(await hooks.isReady())) {
      logger.error({ hooksFolder: hooks.folder }, 'the pre-receive hook does not run: pushes are refused');
      return { status: 503, text: NO_CHECK };
    }
    return null;
  }

  /** Serves as soon as there is a place; who waits for one is sent away at a stop, and when it was too long. */
  async function serveInTurn(exchange: Exchange, wanted: Wanted, person: Pusher): Promise<void> {
    const { response } = exchange;
    const end = AbortSignal.any([options.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const sendAway = () => {
      const text = options.signal.aborted ? CLOSING : BUSY[wanted.service];
      refuse(response, { status: 503, text });
    };
    if (end.aborted) {
      sendAway();
      return;
    }
    end.addEventListener('abort', sendAway);
    const serving = inTurn[wanted.service](async () => {
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
    if (wanted.service === 'fetch') await turns.take(person.username);
    else if (!isPush) turns.asked(person.username);
    if (!isPush) {
      report(await run(exchange, { wanted, person }), wanted);
      return;
    }
    const leave = await options.gate.enter();
    const hold = createHold({ alone });
    const pushReport = await openPushReport(options);
    try {
      report(await run(exchange, { wanted, person, push: { report: pushReport, hold } }), wanted);
    } finally {
      hold.end();
      leave();
      turns.ended(person.username, await pushReport.outcome());
      await pushReport.discard();
    }
  }

  function run({ request, response }: Exchange, { wanted, person, push }: Run): Promise<BackendEnd> {
    const environment = {
      ...configEnvironment({ service: wanted.service, branch, workBranch, hooksFolder: hooks.folder }),
      ...programEnvironment(options, person),
      ...requestEnvironment(request, wanted),
      ...(push === undefined ? {} : { ENCRIER_REPORT: push.report.file }),
    };
    const maxBodyBytes = wanted.service === 'push' ? MAX_PUSH_BYTES : MAX_FETCH_BODY_BYTES;
    const onDone = async () => {
      if (push === undefined) return;
      push.hold.end();
      const landed = await push.report.landed();
      notePush(options.audit, { landed, username: person.username, caller: callerOf(request) });
      if (landed.length > 0) await atMost(SHOW_MS, options.refresh());
    };
    const onSent = () => push?.hold.begin();
    const reword = push === undefined ? undefined : createPushAnswer();
    const call = { gitDir, environment, request, response, maxBodyBytes, onSent, onDone, reword };
    return runBackend(call, running);
  }

  function report({ code, stopped, complaints }: BackendEnd, { service, step }: Wanted): void {
    if (code === 0 && complaints === '') return;
    // Git's own complaints name paths of this machine: they are for the operator only.
    logger.warn({ service, step, code, stopped, complaints }, 'git http-backend ended with complaints');
  }

  const handler: RequestHandler = async (request, response) => {
    const reading = readWanted({
      method: request.method,
      url: request.url,
      contentType: request.get('content-type') ?? '',
    });
    const caller = callerOf(request);
    const person = await identify(options.accounts, request.get('authorization'), caller.ipAddress);
    if (person.kind === 'refused') refuse(response, person);
    else if (reading.kind === 'refused') refuse(response, reading);
    else {
      const fault = sizeFault(request) ?? (await obstacle(reading.wanted));
      if (fault !== null) refuse(response, fault);
      else await serveInTurn({ request, response }, reading.wanted, person);
    }
  };

  return {
    handler,
    /** Stops what goes on; what was not answered did not happen. */
    close(): void {
      turns.close();
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
  readonly push?: { readonly report: PushReport; readonly hold: Hold };
}

interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function sizeFault(request: Request): Refusal | null {
  const length = Number(request.get('content-length') ?? 0);
  return length > MAX_PUSH_BYTES ? { status: 413, text: TOO_LARGE } : null;
}

/** In plain text: git shows that to whoever runs it. */
function refuse(response: Response, { status, text, headers = {} }: Refusal): void {
  const isBusy = status === 503 ? { 'Retry-After': '5' } : {};
  response
    .status(status)
    .set({ 'Cache-Control': 'no-store', Connection: 'close', ...isBusy, ...headers })
    .type('text/plain')
    .send(text);
}

function programEnvironment({ gitDir, branch, workBranch }: GitRemoteOptions, { username, person }: Pusher) {
  return {
    PATH: process.env.PATH ?? '',
    LC_ALL: 'C',
    GIT_PROJECT_ROOT: gitDir,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    REMOTE_USER: username,
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

/** Without CONTENT_LENGTH: git 2.39 turns for ever when fewer bytes come than it says; this way it sees the end. */
function requestEnvironment(request: Request, wanted: Wanted): Readonly<Record<string, string>> {
  const encoding = request.get('content-encoding');
  const protocol = /^version=[0-2]$/.exec(request.get('git-protocol') ?? '')?.[0];
  return {
    REQUEST_METHOD: request.method,
    PATH_INFO: wanted.path,
    QUERY_STRING: wanted.query,
    CONTENT_TYPE: wanted.contentType,
    ...(encoding === 'gzip' || encoding === 'x-gzip' ? { HTTP_CONTENT_ENCODING: encoding } : {}),
    ...(protocol === undefined ? {} : { GIT_PROTOCOL: protocol }),
  };
}
