import { say } from '../exit-with.ts';
import { shrink } from './shrink.ts';
import { runStory, stepsOf } from './story.ts';
import type { World } from './world.ts';

interface Stories {
  readonly stories: number;
  /** Of each story. */
  readonly steps: number;
  /** Of the first story; the next one has the next number. */
  readonly seed: number;
  readonly create: () => Promise<World>;
  /** Steps of a failing story that are told. */
  readonly last: number;
  /** Whether the shortest story that fails the same way is looked for: not where real time passes. */
  readonly isShrunk: boolean;
}

/** Tells stories one after the other, with a line for each that fails; gives an exit code, 1 when a promise was broken. */
export async function tellStories(options: Stories): Promise<number> {
  const { stories, seed } = options;
  const begun = performance.now();
  const counts = { steps: 0, ends: 0, faults: 0 };
  for (let story = 0; story < stories; story += 1) {
    const told = await tellStory(seed + story, options);
    counts.steps += told.steps;
    counts.ends += told.ends;
    if (told.faults.length > 0) counts.faults += 1;
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (story % 10 === 9) say(`${story + 1} stories, ${counts.faults} with a fault, ${seconds} s`);
  }
  say(`${stories} stories, ${counts.steps} steps, ${counts.ends} kills, ${counts.faults} faults`);
  return counts.faults === 0 ? 0 : 1;
}

async function tellStory(number: number, { steps, create, last, isShrunk }: Stories) {
  const whole = stepsOf(number, steps);
  const told = await runStory(whole, create);
  if (told.faults.length === 0) return told;
  say(`seed ${number}, fault after step ${told.steps}: ${told.faults[0]?.text ?? ''}`);
  const shortest = isShrunk ? await shrink({ steps: whole, told }, create) : { told };
  for (const line of shortest.told.words.slice(-last)) say(`   ${line}`);
  for (const { promise, text } of shortest.told.faults) say(`   ${promise}: ${text}`);
  return told;
}
