import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { NODE_FLAGS } from '../node-flags.mjs';

const MAIN = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
export const AUTHOR = { username: 'camille', password: 'six mots pris au hasard ici' } as const;
/** A start must be ready within this, in milliseconds. */
export const READY_WITHIN_MS = 15_000;

const lineSchema = z.looseObject({ level: z.number(), msg: z.string().default('') });
export type LogLine = z.output<typeof lineSchema>;
const readySchema = z.object({ origin: z.string(), port: z.number() });
/** pino's level « error ». */
const FAILURE = 50;

/** Environment variables of a server. */
export type Settings = Readonly<Record<string, string>>;

export interface ServerProcess {
  /** When it is ready: where, and after how many milliseconds. Rejects when it ends before. */
  readonly ready: Promise<{ readonly origin: string; readonly port: number; readonly afterMs: number }>;
  /** What it logged so far. */
  lines(): readonly LogLine[];
  /** SIGKILL, with or without the git programs it started. */
  kill(whom: 'server' | 'everything'): Promise<void>;
  /** SIGTERM; the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the built server on a data folder; `settings` are of its environment. */
export function launchServer(dataDir: string, settings: Settings = {}): ServerProcess {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      STARTER: 'empty',
      ADMIN_USERNAME: AUTHOR.username,
      ADMIN_PASSWORD: AUTHOR.password,
      ...settings,
    },
  });
  const ended = once(child, 'close');
  const output = capture(child);
  const ready = Promise.race([
    once(child, 'message').then(([message]) => ({
      ...readySchema.parse(message),
      afterMs: Math.round(performance.now() - startedAt),
    })),
    ended.then(() => Promise.reject(new Error(`the server ended before it was ready: ${output.text()}`))),
  ]);
  ready.catch(() => undefined); // A start that is killed is not waited for.
  return {
    ready,
    lines: output.lines,
    kill: async (whom) => {
      if (whom === 'server') child.kill('SIGKILL');
      else killWithDescendants(child);
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

export type LaunchServer = () => ServerProcess;

/** Lends a way to start servers; none of them outlives the task. */
export async function withServers<Value>(
  { dataDir, settings }: { readonly dataDir: string; readonly settings: Settings },
  task: (launch: LaunchServer) => Promise<Value>,
): Promise<Value> {
  const started: ServerProcess[] = [];
  const launch = () => {
    const server = launchServer(dataDir, settings);
    started.push(server);
    return server;
  };
  try {
    return await task(launch);
  } finally {
    for (const server of started) await server.kill('everything');
  }
}

/** A server that is ready. */
export async function readyServer(launch: LaunchServer) {
  const server = launch();
  return { ...server, ...(await server.ready) };
}

/** What a start said that it repaired, a line each. */
export function repairs(lines: readonly LogLine[]): readonly string[] {
  return lines.map(({ msg }) => msg).filter((line) => line.startsWith('Réparé au démarrage'));
}

/** What a server logged as its own failure. */
export function failures(lines: readonly LogLine[]): readonly string[] {
  return lines.filter(({ level }) => level >= FAILURE).map((line) => `logged: ${JSON.stringify(line)}`);
}

function capture(child: ChildProcess) {
  let output = '';
  let complaints = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (complaints += piece));
  return {
    text: () => complaints.trim() || output.trim().slice(-500),
    lines: () =>
      output
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{'))
        .map((line) => lineSchema.parse(JSON.parse(line))),
  };
}

/** SIGKILL for a process and all that it started, and that started. */
export function killWithDescendants(child: ChildProcess): void {
  const pids = descendants(child.pid ?? 0);
  child.kill('SIGKILL');
  for (const pid of pids) killIfThere(pid);
}

/** The children of a process, and theirs. */
function descendants(of: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }));
  const found: number[] = [];
  for (const pending = [of]; pending.length > 0; ) {
    const parent = pending.pop();
    const children = parents.filter((process) => process.parent === parent).map(({ pid }) => pid);
    found.push(...children);
    pending.push(...children);
  }
  return found;
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null; // It has ended since.
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
