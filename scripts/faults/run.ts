// npm run faults [-- --rounds 50 --seed 1]: a real server is killed, its files are damaged, its disk fills up, while clients
// write, a line each. Exit code 1 when something confirmed was lost, or somebody would have to help.
import { parseArgs } from 'node:util';
import { exitWith, say } from '../exit-with.ts';
import { runWithOwnMounts } from './disk-rounds.ts';
import { runRounds } from './rounds.ts';

/** How quick a stop in the middle of it all must be, on a machine with nothing else to do. */
const STOP_WITHIN_MS = 1000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed ?? Date.now() % 1_000_000);

async function main(): Promise<number> {
  if (![rounds, seed].every(Number.isInteger) || rounds < 1) {
    console.error('npm run faults -- --rounds N [--seed N]');
    return 2;
  }
  const inner = await runWithOwnMounts();
  if (inner !== null) return inner;
  const faults = await runRounds({ rounds, seed, say, stopWithinMs: STOP_WITHIN_MS });
  return faults === 0 ? 0 : 1;
}

exitWith(main());
