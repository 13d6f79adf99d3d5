import { tellAddressStory } from '#server/testing/address-story.ts';
import type { Figures } from './bounds.ts';

const STORIES = 4;
/** Moves of one story; the next begins on a site of its own. */
const STEPS = 250;

/** Has chance rename, delete, restore and merge articles so often, and looks at every address after each act. */
export async function benchAddresses(note: (text: string) => void): Promise<Figures<'addresses'>> {
  let dead = 0;
  for (let seed = 1; seed <= STORIES; seed += 1) {
    note(`story ${seed} of ${STORIES}`);
    const { faults } = await tellAddressStory(seed, STEPS);
    for (const fault of faults) note(fault);
    dead += faults.length;
  }
  return { dead };
}
