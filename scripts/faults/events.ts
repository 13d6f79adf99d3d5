import type { ChildProcess } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isSystemError } from '#content/git/system-error.ts';
import type { Random } from '#content/testing/random.ts';
import type { ServerProcess } from '../programs/server.ts';

/** What happens to a server at work. */
interface Moment {
  readonly server: ServerProcess;
  readonly gitDir: string;
  readonly random: Random;
  /** The git programs of the clients that run just now. */
  readonly gitClients: ReadonlySet<ChildProcess>;
  /** From now on calls may fail. */
  readonly expectEnd: () => void;
}

export interface FaultEvent {
  readonly name: string;
  /** Who is killed; nobody where the server is stopped gently. */
  readonly kills: 'itself' | 'everything' | 'clients too' | null;
  /** Whether another program holds the branch first. */
  readonly holdsLock?: boolean;
}

const LONGEST_WORK_MS = 1500;
const HELD_MS = 1000;

export const EVENTS: readonly FaultEvent[] = [
  { name: 'killed', kills: 'itself' },
  { name: 'killed with its git', kills: 'everything' },
  { name: 'killed with everybody’s git', kills: 'clients too' },
  { name: 'living lock, killed', kills: 'itself', holdsLock: true },
  { name: 'stopped gently', kills: null },
];

/** Resolves when the server has ended; answers what was wrong about that. */
export async function happen(
  { kills, holdsLock = false }: FaultEvent,
  { server, gitDir, random, gitClients, expectEnd }: Moment,
): Promise<readonly string[]> {
  const faults = holdsLock ? await holdLock(gitDir) : [];
  await pause(random.below(LONGEST_WORK_MS));
  expectEnd();
  if (kills === null) {
    const code = await server.stop();
    return code === 0 ? faults : [...faults, `a gentle stop ended with ${code ?? 'no code'}`];
  }
  if (kills === 'clients too') for (const client of gitClients) client.kill('SIGKILL');
  await server.kill(kills === 'itself' ? 'itself' : 'everything');
  return faults;
}

/** Another program holds the branch for a second; whoever saves waits for it. */
async function holdLock(gitDir: string): Promise<readonly string[]> {
  const lock = join(gitDir, 'refs/heads/main.lock');
  const until = performance.now() + HELD_MS * 10;
  while (!takeLock(lock)) {
    if (performance.now() > until) return ['the branch’s lock was never free for another program'];
    await pause(1);
  }
  await pause(HELD_MS);
  rmSync(lock);
  return [];
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}
