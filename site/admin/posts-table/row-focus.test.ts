import { describe, expect, it } from 'vitest';
import { rowAfter } from './row-focus.ts';

describe('rowAfter', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['ArrowDown', 9, null],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, null],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['a', 5, null],
  ])('%s from row %i of ten leads to %s', (key, row, expected) => {
    expect(rowAfter(key, row, 10)).toBe(expected);
  });
});
