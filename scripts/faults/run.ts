// npm run faults [-- --rounds 50 --seed 1 | --searches 60 | --desktop --rounds 100]: a real server is killed, its files are damaged, its
// disk fills up, while clients write, a line each; with --desktop two apps and their server are killed, a short story each round. Exit
// code 1 when something confirmed was lost, or somebody would have to help.
import { parseArgs } from 'node:util';
import { exitWith, say } from '../exit-with.ts';
import { tellStories } from '../model/tell-stories.ts';
import { runWithOwnMounts } from './disk-rounds.ts';
import { runRounds } from './rounds.ts';
import { runSearches } from './searches.ts';

/** What must be saved at least, and how quick a stop in the middle of searches and saves must be. */
const SEARCHES = { saves: 24, stopWithinMs: 1000 } as const;

/** Steps of a round of the desktop app. */
const DESKTOP_STEPS = 20;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    searches: { type: 'string', default: '0' },
    desktop: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const searching = Number(values.searches);
const seed = Number(values.seed ?? Date.now() % 1_000_000);

async function main(): Promise<number> {
  if (![rounds, seed].every(Number.isInteger) || rounds < 1 || !(searching >= 0)) {
    console.error('npm run faults -- [--desktop] --rounds N | --searches SECONDS [--seed N]');
    return 2;
  }
  if (searching > 0) return codeOf(await runSearches({ ...SEARCHES, seconds: searching, seed, say }));
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
  return (await runWithOwnMounts()) ?? codeOf(await runRounds({ rounds, seed, say }));
}

function codeOf(faults: number): number {
  return faults === 0 ? 0 : 1;
}

exitWith(main());
