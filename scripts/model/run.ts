// npm run model [-- --stories 500 --steps 200 --seed N | --processes 20] [--upstream]: stories of a site, two desktops, git and
// readers, each act by chance, against what was said to whom; with --processes the built programs, killed with SIGKILL; with --upstream
// the site follows another repository. Exit code 1 when a promise was broken; the shortest story found that breaks it is printed.
import { parseArgs } from 'node:util';
import { exitWith, say } from '../exit-with.ts';
import { createFailingDisk } from '../testing/failing-disk.ts';
import { tellStories } from './tell-stories.ts';
import { createWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    stories: { type: 'string', default: '20' },
    processes: { type: 'string' },
    steps: { type: 'string' },
    seed: { type: 'string' },
    upstream: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
  },
});
const { processes } = values;
const stories = Number(processes ?? values.stories);
const steps = Number(values.steps ?? (processes === undefined ? 200 : 60));
const follows = values.upstream ? 'an upstream' : 'nobody';
const seed = Number(values.seed ?? Date.now() % 1_000_000);
/** Steps of a failing story that are told, unless all are asked for. */
const LAST = values.whole ? Number.POSITIVE_INFINITY : 25;

async function main(): Promise<number> {
  if (
    ![stories, steps].every((number) => Number.isInteger(number) && number > 0) ||
    !Number.isInteger(seed)
  ) {
    console.error('npm run model -- [--stories N --steps N] [--seed N] [--whole] [--upstream]');
    return 2;
  }
  say(`seed ${seed}`);
  const told = { stories, steps, seed, last: LAST };
  if (processes !== undefined) {
    const { builtWorld } = await import('./processes.ts');
    return tellStories({ ...told, create: await builtWorld(follows), isShrunk: false });
  }
  const disk = createFailingDisk();
  await disk.install();
  return tellStories({ ...told, create: () => createWorld(disk, follows), isShrunk: !values.whole });
}

exitWith(main());
