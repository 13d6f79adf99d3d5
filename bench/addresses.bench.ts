import { tellAddressStory } from '#server/testing/address-story.ts';
import type { Table } from './table.ts';

/** Steps of one story; the next begins on a site of its own. */
const STEPS = 250;

/** Has chance rename, delete, restore and merge articles so often, and looks at every address after each act. */
export async function benchAddresses(steps: number, note: (text: string) => void): Promise<Table> {
  const rows: string[][] = [];
  for (let seed = 1; seed <= steps / STEPS; seed += 1) {
    note(`story ${seed}`);
    const start = performance.now();
    const { faults, acts, addresses } = await tellAddressStory(seed, STEPS);
    const seconds = (performance.now() - start) / 1000;
    const done = Object.values(acts).reduce((sum, count) => sum + count, 0);
    rows.push([`${seed}`, `${done}`, `${addresses}`, faults.join(', ') || 'none', seconds.toFixed(0)]);
  }
  return {
    title: `Addresses: ${steps} random renames, deletions, restorations and merges`,
    head: ['story', 'acts', 'addresses readers saw', 'dead, chained, round', 'seconds'],
    rows,
  };
}
