import { expect, it } from 'vitest';
import { rounds } from '#content/testing/rounds.ts';
import { tellAddressStory } from './testing/address-story.ts';

const SEEDS = [1, 2, 3, 4].slice(0, rounds({ few: 1, all: 4 }));

/** `npm run bench -- addresses` tells a thousand steps; these few change with every file they need. */
it.each(SEEDS)('no address is ever dead, led on twice or round: story %i', async (seed) => {
  const { faults, addresses } = await tellAddressStory(seed, 60);
  expect(faults).toEqual([]);
  expect(addresses).toBeGreaterThan(8);
});
