// npm run faults [-- --rounds 50 --seed 1 | --together 60 | --searches 60 | --desktop --rounds 100]: a real server is killed, its files are damaged, its disk fills up, while
// clients write; with --desktop the desktop app is, while its author types. One line a round; exit code 1 when something confirmed was lost, or somebody would have to help.
import { parseArgs } from 'node:util';
import { runDesktopRounds } from './desktop/desktop-rounds.ts';
import { runWithOwnMounts } from './mounts.ts';
import { runRounds } from './rounds.ts';
import { runSearches } from './searches.ts';
import { runTogether } from './together.ts';

/** A stop in the middle of searches and saves, in milliseconds. */
const STOP_WITHIN_MS = 1000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    together: { type: 'string', default: '0' },
    searches: { type: 'string', default: '0' },
    desktop: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.together);
const searching = Number(values.searches);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (
  !Number.isInteger(rounds) ||
  rounds < 1 ||
  !Number.isInteger(seed) ||
  !(seconds >= 0) ||
  !(searching >= 0)
) {
  console.error(
    'npm run faults -- [--desktop] --rounds N | --together SECONDS | --searches SECONDS [--seed N]',
  );
  process.exitCode = 2;
} else if (seconds > 0) {
  process.exitCode = (await runTogether({ seconds, seed, say: console.log })) === 0 ? 0 : 1;
} else if (searching > 0) {
  const end = await runSearches({ seconds: searching, saves: 24, seed, say: console.log });
  process.exitCode = end.faults === 0 && end.stopMs < STOP_WITHIN_MS ? 0 : 1;
} else if (values.desktop) {
  process.exitCode = (await runDesktopRounds({ rounds, seed, say: console.log })) === 0 ? 0 : 1;
} else {
  const code = await runWithOwnMounts();
  process.exitCode = code ?? ((await runRounds({ rounds, seed, say: console.log })) === 0 ? 0 : 1);
}
