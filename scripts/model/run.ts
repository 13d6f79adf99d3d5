// npm run model [-- --stories 500 --steps 200 --seed N]: stories of a site, two desktops, git and readers, each act by chance, against
// what was said to whom. Exit code 1 when a promise was broken; the shortest story found that breaks it is printed.
import { parseArgs } from 'node:util';
import { say } from '../exit-with.ts';
import { createFailingDisk } from './failing-disk.ts';
import { runStory, stepsOf } from './story.ts';

const { values } = parseArgs({
  options: {
    stories: { type: 'string', default: '20' },
    steps: { type: 'string', default: '200' },
    seed: { type: 'string' },
  },
});
const [stories, steps] = [Number(values.stories), Number(values.steps)];
const seed = Number(values.seed ?? Date.now() % 1_000_000);

async function main(): Promise<number> {
  const disk = createFailingDisk();
  await disk.install();
  let ends = 0;
  let faults = 0;
  for (let story = 0; story < stories; story += 1) {
    const begun = performance.now();
    const told = await runStory(stepsOf(seed + story, steps), disk);
    ends += told.ends;
    if (told.faults.length > 0) {
      faults += 1;
      say(`seed ${seed + story}:`);
      for (const line of told.words.slice(-Number(process.env.WORDS ?? 12))) say(`   ${line}`);
      for (const { promise, text } of told.faults) say(`   ${promise}: ${text}`);
    }
    say(
      `seed ${seed + story}: ${told.words.length} steps, ${told.ends} ends, ${told.faults.length} faults, ${Math.round(performance.now() - begun)} ms`,
    );
  }
  say(`${stories} stories, ${stories * steps} steps, ${ends} kills, ${faults} faults`);
  return faults;
}

process.exitCode = (await main()) === 0 ? 0 : 1;
