import { describe, expect, it } from 'vitest';
import { createRandom } from '../testing/random.ts';
import { nearest } from './vocabulary.ts';

/** Damerau’s distance (neighbours changed places count once), written as its definition is. */
function distanceOf(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 1; column <= other.length; column += 1) rows[0]?.push(column);
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY;
      const replaced = at(row - 1, column - 1) + (isSame ? 0 : 1);
      rows[row]?.push(Math.min(replaced, at(row - 1, column) + 1, at(row, column - 1) + 1, swapped));
    }
  }
  return at(one.length, other.length);
}

describe('nearest', () => {
  it('finds in a list what comparing every word would', () => {
    const { below } = createRandom(7);
    const word = () => Array.from({ length: 1 + below(9) }, () => 'abcde'.charAt(below(5))).join('');
    const words = [...new Set(Array.from({ length: 1000 }, word))].sort();
    for (const wanted of Array.from({ length: 40 }, word)) {
      for (const limit of [1, 2]) {
        const distances = words.map((other) => distanceOf(other, wanted));
        const least = Math.min(limit, ...distances);
        const expected = words.filter((_, place) => distances[place] === least);
        expect(nearest(words, wanted, limit), `${wanted}, ${limit}`).toEqual(expected);
      }
    }
  });
});
