import { type ChildProcess, spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isSystemError } from '#content/git/system-error.ts';
import { CLOSING, TOO_LARGE } from './git-environment.ts';
import { GitRefusal, PROGRAM, refuse, type Wanted } from './git-request.ts';
import type { PushAnswer } from './push-answer.ts';

interface BackendCall {
  readonly gitDir: string;
  readonly wanted: Wanted;
  readonly environment: Readonly<Record<string, string>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** A longer body ends it. */
  readonly maxBodyBytes: number;
  /** Asked once the body is here whole, before git has its end: false keeps that from it. Never rejects. */
  readonly mayEnd: () => Promise<boolean>;
  /** Passes the answer on in other words; as it is where there is none. */
  readonly reword?: Pick<PushAnswer, 'take'> | undefined;
  /** Called once git has done its work and before the answer ends; gives what it ends with. */
  readonly onDone: () => Promise<Buffer>;
}

export interface BackendEnd {
  readonly code: number | null;
  /** Why we stopped it; null when it ended by itself. */
  readonly stopped: 'aborted' | 'too-large' | 'too-long' | 'closing' | null;
  /** The beginning of what it complained of, for the log. */
  readonly complaints: string;
}

export type StopBackend = (why: NonNullable<BackendEnd['stopped']>) => void;

/** Without a byte in or out for this long a call is stopped, in milliseconds: one that goes on may take hours. */
const IDLE_MS = 120_000;
/** As long as git may take for a push that is here whole, in milliseconds: it says meanwhile that it is there. */
const LONGEST_CHECK_MS = 20 * 60_000;
/** Git gets this long to clear its quarantine away before it is told to end, and again before it is killed, in milliseconds. */
const GRACE_MS = 3000;
const MAX_COMPLAINTS = 4000;
const NO_GIT =
  'Ce serveur n’a pas de programme git\u00a0: il ne peut ni envoyer ni recevoir. Le site marche sans lui.\n';
const NO_ANSWER = 'git n’a pas pu répondre\u00a0: réessayez, ou consultez le journal du serveur.\n';

/**
 * Answers one request by the program of git's for it, in a process group of its own that never outlives the request: when the
 * client goes away before it said all, nothing it sent stays. `running` holds the ways to stop what goes on.
 */
export function runBackend(call: BackendCall, running: Set<StopBackend>): Promise<BackendEnd> {
  const { request, response, wanted } = call;
  const list = wanted.step === 'refs' ? ['--advertise-refs'] : [];
  const child = spawn('git', [PROGRAM[wanted.service], '--stateless-rpc', ...list, '.'], {
    cwd: call.gitDir,
    env: call.environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stopped: BackendEnd['stopped'] = null;
  let complaints = '';
  let killer: NodeJS.Timeout | undefined;
  const stop: StopBackend = (why) => {
    if (stopped !== null) return;
    stopped = why;
    // The end of what it reads is what git clears up after best.
    child.stdin.destroy();
    killer = setTimeout(() => {
      signal(child, 'SIGTERM');
      killer = setTimeout(() => signal(child, 'SIGKILL'), GRACE_MS);
    }, GRACE_MS);
  };
  running.add(stop);
  let longest: NodeJS.Timeout | undefined;
  if (wanted.service === 'push')
    request.once('end', () => {
      longest = setTimeout(() => stop('too-long'), LONGEST_CHECK_MS);
    });
  const idle = setTimeout(() => stop('too-long'), IDLE_MS);

  feed(call, child, { stop, onByte: () => idle.refresh() });
  child.stderr.on('data', (piece: Buffer) => {
    if (complaints.length < MAX_COMPLAINTS) complaints += piece.toString();
  });
  response.on('close', () => {
    // A push that was sent whole is carried through: its author will find it there.
    if (!response.writableEnded && !(request.complete && request.method === 'POST')) stop('aborted');
  });
  answer(child, call, () => idle.refresh());

  function leave(): void {
    running.delete(stop);
    for (const timer of [longest, idle, killer]) clearTimeout(timer);
  }

  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      child.removeAllListeners('close'); // It never was.
      leave();
      reject(isSystemError(error, 'ENOENT') ? new GitRefusal(501, NO_GIT) : error);
    });
    child.on('close', (code) => {
      leave();
      if (stopped !== null) signal(child, 'SIGKILL'); // Whatever of its group is left.
      const end = { code, stopped, complaints: complaints.slice(0, MAX_COMPLAINTS) };
      call.onDone().then((rest) => {
        // It has nothing to say to who only asks whether he may speak.
        if (code === 0 && !response.headersSent) begin(call);
        finish(response, { stopped, rest });
        resolve(end);
      }, reject);
    });
  });
}

/** Hands the body on, no faster than git takes it. */
function feed(
  { request, maxBodyBytes, mayEnd }: BackendCall,
  { stdin }: { readonly stdin: NodeJS.WritableStream },
  { stop, onByte }: { readonly stop: StopBackend; readonly onByte: () => void },
): void {
  const isPacked = /^(?:x-)?gzip$/.test(request.headers['content-encoding'] ?? '');
  const body = isPacked ? request.pipe(createGunzip()).on('error', () => stop('aborted')) : request;
  let bytes = 0;
  const taken = body.pipe(withholdEnd(mayEnd));
  stdin.on('error', () => taken.resume()); // Git refused before it read all: the rest is read and dropped.
  body.on('data', (piece: Buffer) => {
    onByte();
    bytes += piece.length;
    if (bytes > maxBodyBytes) stop('too-large');
  });
  request.on('close', () => {
    if (!request.complete) stop('aborted');
  });
  taken.pipe(stdin);
}

/** Passes on all but the last byte, and that only if it may: without it no pack is whole. */
function withholdEnd(mayEnd: BackendCall['mayEnd']): Transform {
  let last: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      this.push(last);
      last = piece.subarray(-1);
      done(null, piece.subarray(0, -1));
    },
    flush(done) {
      void mayEnd().then((may) => done(null, may ? last : null));
    },
  });
}

/** Passes the answer on as it comes. */
function answer(
  { stdout }: { readonly stdout: NodeJS.ReadableStream },
  call: BackendCall,
  onByte: () => void,
): void {
  const { response, reword } = call;
  stdout.on('data', (piece: Buffer) => {
    onByte();
    if (response.destroyed) return;
    if (!response.headersSent) begin(call);
    const body = reword?.take(piece) ?? piece;
    if (body.length === 0 || response.write(body)) return;
    stdout.pause();
    response.once('drain', () => stdout.resume());
  });
  response.on('close', () => stdout.resume());
}

/** The head of an answer, and the line that one about refs begins with: not in version 2 of the protocol. */
function begin({ wanted: { service, step }, environment, response }: BackendCall): void {
  const name = `git-${PROGRAM[service]}`;
  const isList = step === 'refs';
  response.writeHead(200, {
    'Content-Type': `application/x-${name}-${isList ? 'advertisement' : 'result'}`,
    'Cache-Control': 'no-cache, max-age=0, must-revalidate',
    Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
    Pragma: 'no-cache',
  });
  response.flushHeaders();
  const line = `# service=${name}\n`;
  if (isList && environment['GIT_PROTOCOL'] !== 'version=2')
    response.write(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`);
}

function finish(
  response: ServerResponse,
  { stopped, rest }: { readonly stopped: BackendEnd['stopped']; readonly rest: Buffer },
): void {
  if (response.destroyed) return;
  if (response.headersSent && stopped === null) response.end(rest);
  else if (response.headersSent)
    response.destroy(); // Half an answer must not look like a whole one.
  else if (stopped === 'too-large') refuse(response, new GitRefusal(413, TOO_LARGE));
  else if (stopped === 'closing') refuse(response, new GitRefusal(503, CLOSING));
  else refuse(response, new GitRefusal(500, NO_ANSWER));
}

/** To the whole group; none is left when it has ended. */
function signal({ pid }: Pick<ChildProcess, 'pid'>, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
