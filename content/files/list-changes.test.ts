import { describe, expect, it } from 'vitest';
import { createRandom } from '../testing/random.ts';
import { type Change, changedItems } from './list-changes.ts';

/** The list after the changes, made from the last to the first as an editor makes them. */
function applied(present: readonly string[], changes: readonly Change[]): readonly string[] {
  return changes.reduceRight(
    (list, { from, until, texts }) => [...list.slice(0, from), ...texts, ...list.slice(until)],
    present,
  );
}

describe('changedItems', () => {
  it('says nothing about lists that are the same', () => {
    expect(changedItems(['a', 'b'], ['a', 'b'])).toEqual([]);
    expect(changedItems([], [])).toEqual([]);
  });

  it('keeps what both lists have in common', () => {
    expect(changedItems(['a', 'b', 'c'], ['z', 'a', 'c', 'd'])).toEqual([
      { from: 0, until: 0, texts: ['z'] },
      { from: 1, until: 2, texts: [] },
      { from: 3, until: 3, texts: ['d'] },
    ]);
  });

  it('leads from any list to any other', () => {
    const random = createRandom(5);
    const list = (): readonly string[] =>
      Array.from({ length: random.below(8) }, () => random.pick(['a', 'b', 'c', '']));
    for (let round = 0; round < 500; round += 1) {
      const [present, wanted] = [list(), list()];
      expect(applied(present, changedItems(present, wanted))).toEqual(wanted);
    }
  });

  it('compares very long lists at their ends only', () => {
    const long = Array.from({ length: 2_000 }, (_, at) => String(at));
    const wanted = long.with(10, 'x').with(1_990, 'y');
    expect(changedItems(long, wanted)).toEqual([{ from: 10, until: 1_991, texts: wanted.slice(10, 1_991) }]);
  });
});
