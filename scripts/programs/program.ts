import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';

/** A Node program in a process of its own, which says over IPC where it listens once it is ready. */
export interface Program {
  readonly pid: number;
  /** When it is ready: where, and after how many milliseconds. Rejects when it ends before. */
  readonly ready: Promise<{ readonly port: number; readonly afterMs: number }>;
  /** What it printed so far. */
  output(): string;
  /** SIGKILL, with or without the programs it started. */
  kill(whom: 'itself' | 'everything'): Promise<void>;
  /** SIGTERM; the exit code. */
  stop(): Promise<number | null>;
}

const readySchema = z.object({ port: z.number() });
/** Length of a clock tick of /proc, in microseconds (sysconf _SC_CLK_TCK is 100 on Linux). */
const TICK_US = 10_000;

/** Starts a program as in production; it ends with this process, however that ends. */
export function startProgram(args: readonly string[], env: Readonly<Record<string, string>>): Program {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'production',
      PORT: '0',
      ...env,
    },
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const ended = once(child, 'close').finally(() => process.off('exit', end));
  let output = '';
  let complaints = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (complaints += piece));
  const ready = Promise.race([
    once(child, 'message').then(([message]) => ({
      ...readySchema.parse(message),
      afterMs: Math.round(performance.now() - startedAt),
    })),
    ended.then(() => {
      const said = complaints.trim() || output.trim().slice(-500);
      throw new Error(`the program ended before it was ready: ${said}`);
    }),
  ]);
  ready.catch(() => undefined); // A start that is killed is not waited for.
  return {
    pid: child.pid ?? 0,
    ready,
    output: () => output,
    kill: async (whom) => {
      if (whom === 'itself') child.kill('SIGKILL');
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

/** Processor time that a process used so far, in microseconds. */
export function processorTime(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

/** The same with all that it started, those that ended included. */
export function familyTime(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + timeWithEnded(one), 0);
}

/** The children that a process waited for are counted with it. */
function timeWithEnded(pid: number): number {
  return whileThere(0, () =>
    [11, 12, 13, 14].reduce((sum, at) => sum + Number(statOf(pid)[at]) * TICK_US, 0),
  );
}

/** What a process says of itself, or this once it has ended. */
function whileThere<Value>(ended: Value, ask: () => Value): Value {
  try {
    return ask();
  } catch {
    return ended;
  }
}

/** A process, and all that it started. */
export function familyOf(pid: number): readonly number[] {
  return [pid, ...descendants(pid)];
}

/** Time that the threads of a process ran, or were ready to and found no processor, in microseconds, those that ended left out. */
export function threadTime(pid: number, what: 'ran' | 'waited'): number {
  const folder = `/proc/${pid}/task`;
  const threads = whileThere<readonly string[]>([], () => readdirSync(folder));
  const timeOf = (thread: string) => {
    const [ran, waited] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
    return Number(what === 'ran' ? ran : waited) / 1000;
  };
  return threads.reduce((sum, thread) => sum + whileThere(0, () => timeOf(thread)), 0);
}

/** Resident memory of a process, in bytes: now, or at the highest. */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
}

/** Resident memory of a process, in bytes, and what the processes that it started have beside what they share with it. */
export function familyMemory(pid: number): number {
  return memoryOf(pid) + descendants(pid).reduce((sum, child) => sum + ownMemory(child), 0);
}

function ownMemory(pid: number): number {
  const status = whileThere('', () => readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
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
    .map((name) => ({ pid: Number(name), parent: whileThere(null, () => Number(statOf(Number(name))[1])) }));
  const found: number[] = [];
  for (const pending = [of]; pending.length > 0; ) {
    const parent = pending.pop();
    const children = parents.filter((process) => process.parent === parent).map(({ pid }) => pid);
    found.push(...children);
    pending.push(...children);
  }
  return found;
}

/** What /proc says of a process, from its state on. */
function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
