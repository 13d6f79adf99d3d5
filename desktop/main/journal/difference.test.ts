import { describe, expect, it } from 'vitest';
import { createRandom } from '#content/testing/random.ts';
import { applyDifference, differenceBetween, differenceSchema } from './difference.ts';

const LETTERS = ['a', 'b', 'é', ' ', '😀', '\ud800', '\n'];

describe('differenceBetween', () => {
  it('says what was typed in a long text, and nothing of the rest', () => {
    const text = 'abc'.repeat(20_000);
    const before = { key: 'a', values: { title: 'Un', content: text } };
    const after = {
      key: 'a',
      values: { title: 'Un', content: `${text.slice(0, 30_001)}X${text.slice(30_002)}` },
    };
    const content = { kind: 'splice', from: 30_001, to: 30_002, text: 'X' };
    const values = { kind: 'edit', fields: { content }, removed: [] };
    expect(differenceBetween(before, after)).toEqual({ kind: 'edit', fields: { values }, removed: [] });
    expect(differenceBetween(before, structuredClone(before))).toBeNull();
  });

  it('makes one value of the other, whatever they are', () => {
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

describe('applyDifference', () => {
  it('refuses what was made from another value', () => {
    const splice = { kind: 'splice', from: 4, to: 6, text: '' } as const;
    expect(() => applyDifference('court', splice)).toThrow(RangeError);
    expect(() => applyDifference(null, splice)).toThrow(RangeError);
    expect(() => applyDifference('court', { kind: 'edit', fields: {}, removed: [] })).toThrow(RangeError);
  });
});
