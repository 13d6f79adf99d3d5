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
  /** Resolves when the server has ended; answers what was wrong about that. */
  readonly run: (moment: Moment) => Promise<readonly string[]>;
}

const LONGEST_WORK_MS = 1500;
const HELD_MS = 1000;

export const STOPPED_GENTLY = 'stopped gently';

export const EVENTS: readonly FaultEvent[] = [
  { name: 'killed', run: (moment) => kill(moment, 'itself') },
  { name: 'killed with its git', run: (moment) => kill(moment, 'everything') },
  {
    name: 'killed with everybody’s git',
    run: async (moment) => {
      await pause(moment.random.below(LONGEST_WORK_MS));
      moment.expectEnd();
      for (const client of moment.gitClients) client.kill('SIGKILL');
      await moment.server.kill('everything');
      return [];
    },
  },
  {
    name: 'living lock, killed',
    run: async (moment) => [...(await holdLock(moment)), ...(await kill(moment, 'itself'))],
  },
  {
    name: STOPPED_GENTLY,
    run: async ({ server, random, expectEnd }) => {
      await pause(random.below(LONGEST_WORK_MS));
      expectEnd();
      const code = await server.stop();
      return code === 0 ? [] : [`a gentle stop ended with ${code ?? 'no code'}`];
    },
  },
];

async function kill(
  { server, random, expectEnd }: Moment,
  whom: 'itself' | 'everything',
): Promise<readonly string[]> {
  await pause(random.below(LONGEST_WORK_MS));
  expectEnd();
  await server.kill(whom);
  return [];
}

/** Another program holds the branch for a second; whoever saves waits for it. */
async function holdLock({ gitDir }: Moment): Promise<readonly string[]> {
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
