// npm run faults [-- --rounds 50 --seed 1 | --desktop --rounds 100]: a real server is killed, its files are damaged, its
// disk fills up, while clients write, a line each; with --desktop two apps and their server are killed, a short story each round. Exit
// code 1 when something confirmed was lost, or somebody would have to help.
import { parseArgs } from 'node:util';
import { exitWith, say } from '../exit-with.ts';
import { tellStories } from '../model/tell-stories.ts';
import { runWithOwnMounts } from './disk-rounds.ts';
import { runRounds } from './rounds.ts';

/** How quick a stop in the middle of it all must be, on a machine with nothing else to do. */
const STOP_WITHIN_MS = 1000;

/** Steps of a round of the desktop app. */
const DESKTOP_STEPS = 20;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    desktop: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed ?? Date.now() % 1_000_000);

async function main(): Promise<number> {
  if (![rounds, seed].every(Number.isInteger) || rounds < 1) {
    console.error('npm run faults -- [--desktop] --rounds N [--seed N]');
    return 2;
  }
  if (values.desktop) {
    const { builtWorld } = await import('../model/processes.ts');
    const create = await builtWorld();
    return tellStories({
      stories: rounds,
      steps: DESKTOP_STEPS,
      seed,
      create,
      last: DESKTOP_STEPS,
      isShrunk: false,
    });
  }
  return (
    (await runWithOwnMounts()) ?? codeOf(await runRounds({ rounds, seed, say, stopWithinMs: STOP_WITHIN_MS }))
  );
}

function codeOf(faults: number): number {
  return faults === 0 ? 0 : 1;
}

exitWith(main());
