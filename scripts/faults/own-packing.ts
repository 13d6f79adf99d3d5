import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Random } from '#content/testing/random.ts';
import { TYPESCRIPT } from '#content/testing/typescript-program.ts';
import type { OnStart } from './git-works.ts';
import { killWithDescendants } from './server-process.ts';
import { type Work, WrongAnswer } from './work.ts';

const PACKER = fileURLToPath(new URL('pack-again.ts', import.meta.url));
const LONGEST_MS = 400;

/**
 * Packs as the server's housekeeping does, in a process of its own that is killed in the middle, with its git or without: what
 * it leaves is for the next start to put right.
 */
export function ownPackingWork(
  gitDir: string,
  { random, onStart }: OnStart & { readonly random: Random },
): Work {
  return {
    name: 'own packing',
    step: async () => {
      const packer = spawn(process.execPath, [...TYPESCRIPT, PACKER, gitDir], { stdio: 'pipe' });
      onStart(packer);
      let complaints = '';
      packer.stderr.setEncoding('utf8').on('data', (piece: string) => (complaints += piece));
      const ended = once(packer, 'close');
      await Promise.race([once(packer.stdout, 'data'), ended]);
      await Promise.race([pause(random.below(LONGEST_MS)), ended]);
      if (random.oneIn(2)) packer.kill('SIGKILL');
      else killWithDescendants(packer);
      await ended;
      if (packer.signalCode !== 'SIGKILL') throw new WrongAnswer(`packing: ${complaints.slice(0, 400)}`);
    },
  };
}
