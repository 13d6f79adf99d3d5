import { type ChildProcess, spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { callGit } from '#content/git/git-program.ts';
import { CLOSING, TOO_LARGE } from './git-environment.ts';
import { GitRefusal, refuse } from './git-request.ts';
import type { PushAnswer } from './push-answer.ts';

interface BackendCall {
  readonly gitDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** A longer body ends it. */
  readonly maxBodyBytes: number;
  /** Called once the body is here whole. */
  readonly onSent: () => void;
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

/** Without a byte in or out for this long, and in all, a call is stopped, in milliseconds. */
const IDLE_MS = 120_000;
const LONGEST_MS = 20 * 60_000;
/** Git gets this long to clear its quarantine away before it is told to end, and again before it is killed, in milliseconds. */
const GRACE_MS = 3000;
const MAX_COMPLAINTS = 4000;
const NO_ANSWER = 'git n’a pas pu répondre\u00a0: réessayez, ou consultez le journal du serveur.\n';

/**
 * Answers one request by `git http-backend` (CGI), in a process group of its own that never outlives the request: when the
 * client goes away before it said all, nothing it sent stays. `running` holds the ways to stop what goes on.
 */
export function runBackend(call: BackendCall, running: Set<StopBackend>): Promise<BackendEnd> {
  const { request, response } = call;
  const child = spawn('git', ['http-backend'], {
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
  const longest = setTimeout(() => stop('too-long'), LONGEST_MS);
  const idle = setTimeout(() => stop('too-long'), IDLE_MS);

  feed(call, child, { stop, onByte: () => idle.refresh() });
  child.stderr.on('data', (piece: Buffer) => {
    if (complaints.length < MAX_COMPLAINTS) complaints += piece.toString();
  });
  response.on('close', () => {
    // A push that was sent whole is carried through: its author will find it there.
    if (!response.writableEnded && !(request.complete && request.method === 'POST')) stop('aborted');
  });
  const answered = answer(child, call, () => idle.refresh());

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(stop);
      for (const timer of [longest, idle, killer]) clearTimeout(timer);
      if (stopped !== null) signal(child, 'SIGKILL'); // Whatever of its group is left.
      const end = { code, stopped, complaints: complaints.slice(0, MAX_COMPLAINTS) };
      call.onDone().then((rest) => {
        if (answered()) response.write(rest);
        finish(response, { isHeadSent: answered(), stopped });
        resolve(end);
      }, reject);
    });
  });
}

/** Hands the body on, no faster than git takes it. */
function feed(
  { request, maxBodyBytes, onSent }: BackendCall,
  { stdin }: { readonly stdin: NodeJS.WritableStream },
  { stop, onByte }: { readonly stop: StopBackend; readonly onByte: () => void },
): void {
  let bytes = 0;
  stdin.on('error', () => request.resume()); // Git refused before it read all: the rest is read and dropped.
  request.on('data', (piece: Buffer) => {
    onByte();
    bytes += piece.length;
    if (bytes > maxBodyBytes) stop('too-large');
  });
  request.on('end', onSent);
  request.on('close', () => {
    if (!request.complete) stop('aborted');
  });
  request.pipe(stdin);
}

/** Passes the answer on; the function returned says whether its head was sent. */
function answer(
  { stdout }: { readonly stdout: NodeJS.ReadableStream },
  { response, reword }: Pick<BackendCall, 'response' | 'reword'>,
  onByte: () => void,
): () => boolean {
  const readHead = createHeadReader();
  let isHeadSent = false;
  stdout.on('data', (piece: Buffer) => {
    onByte();
    const read = isHeadSent ? piece : begin(piece);
    const body = read === null ? null : (reword?.take(read) ?? read);
    if (body === null || body.length === 0 || response.destroyed) return;
    if (response.write(body)) return;
    stdout.pause();
    response.once('drain', () => stdout.resume());
  });
  response.on('close', () => stdout.resume());

  function begin(piece: Buffer): Buffer | null {
    const read = readHead(piece);
    if (read === null) return null;
    isHeadSent = true;
    response.statusCode = read.head.status;
    for (const [name, value] of read.head.headers) response.setHeader(name, value);
    response.flushHeaders();
    return read.rest;
  }
  return () => isHeadSent;
}

function finish(
  response: ServerResponse,
  { isHeadSent, stopped }: { readonly isHeadSent: boolean; readonly stopped: BackendEnd['stopped'] },
): void {
  if (response.destroyed) return;
  if (isHeadSent && stopped === null) response.end();
  else if (isHeadSent)
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

/** The head of what a CGI program answers (RFC 3875 §6). */
interface CgiHead {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A longer head is none of git's. */
const MAX_HEAD_BYTES = 64 * 1024;
/** The headers of git's that are passed on. */
const PASSED_ON = /^(?:content-type|content-length|cache-control|expires|pragma)$/i;

/**
 * Takes the pieces of an answer until its head is whole: then the head and what follows of the body; null before. Throws
 * when what comes is no head.
 */
function createHeadReader(): (piece: Buffer) => { readonly head: CgiHead; readonly rest: Buffer } | null {
  let read: Buffer = Buffer.alloc(0);
  return (piece) => {
    read = Buffer.concat([read, piece]);
    const end = /\r?\n\r?\n/.exec(read.subarray(0, MAX_HEAD_BYTES).toString('latin1'));
    if (end === null) {
      if (read.length > MAX_HEAD_BYTES) throw new Error('git http-backend answered no head');
      return null;
    }
    const head = parseHead(read.toString('latin1', 0, end.index));
    return { head, rest: read.subarray(end.index + end[0].length) };
  };
}

function parseHead(text: string): CgiHead {
  const lines = text.split(/\r?\n/).map((line) => {
    const [, name = '', value = ''] = /^([A-Za-z-]+): *(.*)$/.exec(line) ?? [];
    return [name, value] as const;
  });
  const status = lines.find(([name]) => name.toLowerCase() === 'status')?.[1] ?? '200';
  return { status: Number.parseInt(status, 10), headers: lines.filter(([name]) => PASSED_ON.test(name)) };
}

/** Whether this machine has git, and the part of it that serves repositories over HTTP (some systems package it apart). */
export async function hasHttpBackend(): Promise<boolean> {
  const end = await callGit(['--exec-path']);
  if (end.kind !== 'ended' || end.code !== 0) return false;
  const name = process.platform === 'win32' ? 'git-http-backend.exe' : 'git-http-backend';
  return access(join(end.stdout.toString('utf8').trim(), name)).then(
    () => true,
    () => false,
  );
}
