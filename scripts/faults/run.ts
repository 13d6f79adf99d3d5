// npm run faults [-- --rounds 50 --seed 1 | --together 60 | --desktop --rounds 100]: a real server is killed, its files are damaged, its disk fills up, while
// clients write; with --desktop the desktop app is, while its author types. One line a round; exit code 1 when something confirmed was lost, or somebody would have to help.
import { parseArgs } from 'node:util';
import { runDesktopRounds } from './desktop/desktop-rounds.ts';
import { runWithOwnMounts } from './mounts.ts';
import { runRounds } from './rounds.ts';
import { runTogether } from './together.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    together: { type: 'string', default: '0' },
    desktop: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.together);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) || !(seconds >= 0)) {
  console.error('npm run faults -- [--desktop] --rounds N | --together SECONDS [--seed N]');
  process.exitCode = 2;
} else if (seconds > 0) {
  process.exitCode = (await runTogether({ seconds, seed, say: console.log })) === 0 ? 0 : 1;
} else if (values.desktop) {
  process.exitCode = (await runDesktopRounds({ rounds, seed, say: console.log })) === 0 ? 0 : 1;
} else {
  const code = await runWithOwnMounts();
  process.exitCode = code ?? ((await runRounds({ rounds, seed, say: console.log })) === 0 ? 0 : 1);
}
