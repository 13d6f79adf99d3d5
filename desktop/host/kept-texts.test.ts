import { describe, expect, it } from 'vitest';
import { applyDifference, differenceBetween } from '#content/model/difference/value-difference.ts';
import { createRandom } from '#content/testing/random.ts';
import { differenceSchema } from './kept-texts.ts';

const LETTERS = ['a', 'b', 'é', ' ', '😀', '\ud800', '\n'];

describe('differenceSchema', () => {
  it('lets every difference through that makes one value of another', () => {
    const random = createRandom(7);
    const text = () => Array.from({ length: random.below(3000) }, () => random.pick(LETTERS)).join('');
    let before: unknown = { content: text() };
    for (let round = 0; round < 300; round += 1) {
      const long = typeof before === 'object' && before !== null && 'content' in before ? before.content : '';
      const at = random.below(String(long).length + 1);
      const content = random.oneIn(8)
        ? text()
        : String(long).slice(0, at) +
          text().slice(0, random.below(4)) +
          String(long).slice(at + random.below(3));
      const after = {
        content,
        ...(random.oneIn(2) ? { tags: [random.below(3)], base: { title: text().slice(0, 5) } } : {}),
        ...(random.oneIn(5) ? { base: null, absent: undefined } : {}),
      };
      const difference = differenceBetween(before, after);
      const crossed = differenceSchema.nullable().parse(JSON.parse(JSON.stringify(difference)));
      const made = crossed === null ? before : applyDifference(before, crossed);
      expect(made).toEqual(after);
      before = made;
    }
  });
});
