import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { lowerPriority } from './processes.ts';

/** Bytes of output past which a call fails rather than filling memory. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Settings that keep git from starting any program a repository or a machine might name. */
const NO_PROGRAMS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false'].flatMap(
  (setting) => ['-c', setting],
);

/** A call that takes longer, in milliseconds, is stopped: callers have another way. */
const LONGEST_MS = 120_000;

export interface GitRun {
  /** Stopped after this long, in milliseconds; never where it is 0. */
  readonly longestMs?: number;
  /** Stopped once it printed more, in bytes. */
  readonly mostBytes?: number;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
  /** Whether everything else goes first. */
  readonly isBackground?: boolean;
  /** What it reads from its standard input. */
  readonly input?: string;
  /** Where it keeps and first looks for objects, instead of the repository's own folder. */
  readonly objectsFolder?: string | undefined;
  /** Told how far it is, where its arguments have it say so. */
  readonly onProgress?: (progress: GitProgress) => void;
  /** How it may reach another repository (git(1), GIT_ALLOW_PROTOCOL), whatever this one's settings allow; not at all unless said. */
  readonly protocol?: 'file';
}

/** How far a step is that the git program names: objects done, of how many. */
export interface GitProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

/** What a line of the git program says of its progress (progress.c); null for any other line. */
function progressIn(line: string): GitProgress | null {
  const [, step, done, total] = /^([A-Z][a-z ]+): .*\(([0-9]+)\/([0-9]+)\)/.exec(line) ?? [];
  return step === undefined ? null : { step, done: Number(done), total: Number(total) };
}

const MAX_LINE = 64 * 1024;

/** Gives each whole line of what comes in pieces; git ends those of its progress by a carriage return. */
function byLines(onLine: (line: string) => void): (piece: Buffer) => void {
  let begun = '';
  return (piece) => {
    const lines = (begun + piece.toString()).slice(-MAX_LINE).split(/[\r\n]/);
    begun = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}

/** How a call of the git program ended, and what it said. */
export type GitEnd =
  | {
      readonly kind: 'ended';
      /** 0 when it found nothing wrong. */
      readonly code: number;
      readonly stdout: Buffer;
      readonly stderr: Buffer;
    }
  /** There is no git program. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'too-much-output' }
  /** By its caller's signal, or by the system. */
  | { readonly kind: 'stopped' };

/**
 * Runs the git program on a repository, reading nothing but that repository's own settings, and gives what it
 * printed. Null when there is no git program, or when it refused: callers have another way (docs/design.md, Writing).
 */
export async function runGit(
  gitDir: string,
  args: readonly string[],
  options: GitRun = {},
): Promise<Buffer | null> {
  const end = await askGit(gitDir, args, options);
  return end.kind === 'ended' && end.code === 0 ? end.stdout : null;
}

/** The same for those to whom it matters how it ended. */
export function askGit(gitDir: string, args: readonly string[], options: GitRun = {}): Promise<GitEnd> {
  const { objectsFolder, protocol = 'none' } = options;
  const env = {
    PATH: process.env.PATH ?? '',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
    ...(objectsFolder === undefined ? {} : { GIT_OBJECT_DIRECTORY: objectsFolder }),
  };
  return callGit(['--git-dir', gitDir, ...NO_PROGRAMS, ...args], { ...options, env });
}

interface GitCall extends Omit<GitRun, 'objectsFolder' | 'protocol'> {
  readonly env?: NodeJS.ProcessEnv;
}

/** The git program in the environment that its caller chooses: this process’s own unless said. It is gone once this answers. */
export async function callGit(args: readonly string[], call: GitCall = {}): Promise<GitEnd> {
  if (process.platform === 'darwin' && isApples(call.env) && !(await hasAppleTools(call.env)))
    return { kind: 'absent' };
  return startGit(args, call);
}

/** Whether they were found: what is there stays, and what is not may come. */
let areAppleToolsThere = false;

const APPLES = '/usr/bin/git';

/** Whether it is the one that macOS has by itself. */
function isApples({ PATH = '' } = process.env): boolean {
  return (
    PATH.split(':')
      .map((folder) => path.join(folder, 'git'))
      .find((file) => existsSync(file)) === APPLES
  );
}

/** It is a stub that asks its user to install git, until `xcode-select -p` says where that is. */
async function hasAppleTools(env = process.env): Promise<boolean> {
  areAppleToolsThere ||= await new Promise((resolve) =>
    execFile('xcode-select', ['-p'], { env }, (error) => resolve(error === null)),
  );
  return areAppleToolsThere;
}

function startGit(
  args: readonly string[],
  {
    longestMs = LONGEST_MS,
    mostBytes = MAX_OUTPUT_BYTES,
    signal,
    isBackground = false,
    onProgress,
    input,
    env = process.env,
  }: GitCall,
): Promise<GitEnd> {
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      args,
      { env, encoding: 'buffer', maxBuffer: mostBytes, timeout: longestMs, signal, windowsHide: true },
      (error, stdout, stderr) => {
        const end: GitEnd =
          error === null ? { kind: 'ended', code: 0, stdout, stderr } : endOf(error, { stdout, stderr });
        // Node tells of a signal before the program is gone.
        const isAtWork = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
        if (isAtWork) child.once('exit', () => resolve(end));
        else resolve(end);
      },
    );
    // One that ends before it has read all is told by how it ended.
    child.stdin?.on('error', () => undefined);
    if (input !== undefined) child.stdin?.end(input);
    if (isBackground) lowerPriority(child.pid);
    if (onProgress === undefined) return;
    const onLine = (line: string) => {
      const progress = progressIn(line);
      if (progress !== null) onProgress(progress);
    };
    child.stderr?.on('data', byLines(onLine));
  });
}

function endOf(error: ExecFileException, said: { readonly stdout: Buffer; readonly stderr: Buffer }): GitEnd {
  if (typeof error.code === 'number') return { kind: 'ended', code: error.code, ...said };
  if (error.code === 'ENOENT') return { kind: 'absent' };
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return { kind: 'too-much-output' };
  // Node itself ended it, and nobody asked for that: its time was over.
  return { kind: error.killed === true && error.code !== 'ABORT_ERR' ? 'timed-out' : 'stopped' };
}
