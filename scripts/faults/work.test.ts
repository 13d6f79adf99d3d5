import { describe, expect, it } from 'vitest';
import { createRandom } from '#content/testing/random.ts';
import { createDeck } from './work.ts';

describe('createDeck', () => {
  it('deals each value once before any comes again, and the same ones for the same seed', () => {
    const deal = (seed: number) => createDeck([1, 2, 3, 4], createRandom(seed)).dealSome(8);
    const dealt = deal(7);
    expect([dealt.slice(0, 4), dealt.slice(4)].map((part) => [...part].sort())).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
    expect(deal(7)).toEqual(dealt);
  });
});
