import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MEMORY_SETTINGS, NODE_FLAGS } from '#scripts/node-flags.mjs';

/** A server under measure, in a process of its own. */
export interface Measured {
  readonly port: number;
  /** Processor time used so far, in microseconds. */
  cpu(): number;
  stop(): Promise<void>;
}

/** Length of a clock tick of /proc, in microseconds (sysconf _SC_CLK_TCK is 100 on Linux). */
const TICK_US = 10_000;
/** A server that takes less processor time than this between two looks, in microseconds, has nothing left to do. */
const IDLE_US = 50_000;
const LOOK_MS = 2000;
const PRODUCT = [...NODE_FLAGS, fileURLToPath(new URL('../dist/server/main.js', import.meta.url))];

/** Starts a Node program that says `ready` over IPC once it listens on PORT. */
export async function startMeasured(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const port = await freePort();
  const child = launch(args, port, env);
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended`))),
  ]);
  return { port, cpu: () => cpuOf(child), stop: () => stop(child) };
}

/** The product, as `npm start` runs it; as {@link startMeasured} otherwise. */
export function startProduct(env: Readonly<Record<string, string>>): Promise<Measured> {
  return startMeasured('encrier', PRODUCT, { ...MEMORY_SETTINGS, ...env });
}

/** The product, as `npm start` runs it; as {@link launch} otherwise. */
export function launchProduct(port: number, env: Readonly<Record<string, string>>): ChildProcess {
  return launch(PRODUCT, port, { ...MEMORY_SETTINGS, ...env });
}

/** A server as in production; it ends with this process, however that ends. */
export function launch(
  args: readonly string[],
  port: number,
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** Resident memory of a process, in bytes: now, or at the highest. */
export function memoryOf(pid: number | undefined, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
}

export async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Waits until a server is done with what its first start leaves for later: the search's index, history. */
export async function settled({ cpu }: Measured): Promise<void> {
  for (let before = cpu(); ; ) {
    await pause(LOOK_MS);
    const now = cpu();
    if (now - before < IDLE_US) return;
    before = now;
  }
}

/** A port nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function cpuOf({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid ?? 0}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}
