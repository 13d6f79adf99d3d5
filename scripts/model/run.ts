// npm run model [-- --stories 500 --steps 200 --seed N | --processes 20]: stories of a site, two desktops, git and readers, each act by chance, against
// what was said to whom; with --processes the built programs, killed with SIGKILL. Exit code 1 when a promise was broken; the shortest story found that breaks it is printed.
import { parseArgs } from 'node:util';
import { exitWith, say } from '../exit-with.ts';
import { createFailingDisk } from '../testing/failing-disk.ts';
import { shrink } from './shrink.ts';
import { runStory, stepsOf } from './story.ts';
import { createWorld, type World } from './world.ts';

const { values } = parseArgs({
  options: {
    stories: { type: 'string', default: '20' },
    processes: { type: 'string' },
    steps: { type: 'string' },
    seed: { type: 'string' },
    whole: { type: 'boolean', default: false },
  },
});
const { processes } = values;
const stories = Number(processes ?? values.stories);
const steps = Number(values.steps ?? (processes === undefined ? 200 : 60));
const seed = Number(values.seed ?? Date.now() % 1_000_000);
/** Steps of a failing story that are told, unless all are asked for. */
const LAST = values.whole ? Number.POSITIVE_INFINITY : 25;

async function tellStories(create: () => Promise<World>): Promise<number> {
  const begun = performance.now();
  const counts = { steps: 0, ends: 0, faults: 0 };
  for (let story = 0; story < stories; story += 1) {
    const told = await tellStory(seed + story, create);
    counts.steps += told.steps;
    counts.ends += told.ends;
    if (told.faults.length > 0) counts.faults += 1;
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (story % 10 === 9) say(`${story + 1} stories, ${counts.faults} with a fault, ${seconds} s`);
  }
  say(`${stories} stories, ${counts.steps} steps, ${counts.ends} kills, ${counts.faults} faults`);
  return counts.faults === 0 ? 0 : 1;
}

async function tellStory(number: number, create: () => Promise<World>) {
  const whole = stepsOf(number, steps);
  const told = await runStory(whole, create);
  if (told.faults.length === 0) return told;
  say(`seed ${number}, fault after step ${told.steps}: ${told.faults[0]?.text ?? ''}`);
  const shortest =
    values.whole || processes !== undefined ? { told } : await shrink({ steps: whole, told }, create);
  for (const line of shortest.told.words.slice(-LAST)) say(`   ${line}`);
  for (const { promise, text } of shortest.told.faults) say(`   ${promise}: ${text}`);
  return told;
}

async function main(): Promise<number> {
  if (
    ![stories, steps].every((number) => Number.isInteger(number) && number > 0) ||
    !Number.isInteger(seed)
  ) {
    console.error('npm run model -- [--stories N --steps N] [--seed N] [--whole]');
    return 2;
  }
  say(`seed ${seed}`);
  if (processes !== undefined) {
    const { buildDesktopIfStale, buildIfStale } = await import('../prepare.mjs');
    await buildIfStale();
    await buildDesktopIfStale();
    const { createProcessWorld } = await import('./processes.ts');
    return tellStories(createProcessWorld);
  }
  const disk = createFailingDisk();
  await disk.install();
  return tellStories(() => createWorld(disk));
}

exitWith(main());
