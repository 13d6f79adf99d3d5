// npm run faults [-- --rounds 50 --seed 1 | --together 60]: a real server is killed, its files are damaged, its disk fills up, while
// clients write. One line a round; exit code 1 when something confirmed was lost, or somebody would have to help.
import { parseArgs } from 'node:util';
import { runWithOwnMounts } from './mounts.ts';
import { runRounds } from './rounds.ts';
import { runTogether } from './together.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    together: { type: 'string', default: '0' },
    seed: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.together);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) || !(seconds >= 0)) {
  console.error('npm run faults -- --rounds N | --together SECONDS [--seed N]');
  process.exitCode = 2;
} else if (seconds > 0) {
  process.exitCode = (await runTogether({ seconds, seed, say: console.log })) === 0 ? 0 : 1;
} else {
  const code = await runWithOwnMounts();
  process.exitCode = code ?? ((await runRounds({ rounds, seed, say: console.log })) === 0 ? 0 : 1);
}
