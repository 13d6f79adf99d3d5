import { expect, it } from 'vitest';
import { tellAddressStory } from './testing/address-story.ts';

/** `npm run bench -- addresses` tells a thousand steps; these few change with every file they need. */
it.each([1, 2])('no address is ever dead, led on twice or round: story %i', async (seed) => {
  const { faults, addresses } = await tellAddressStory(seed, 60);
  expect(faults).toEqual([]);
  expect(addresses).toBeGreaterThan(8);
});
