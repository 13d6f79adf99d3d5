import { describe, expect, it } from 'vitest';
import { pageNumber } from './page-address.ts';

describe('pageNumber', () => {
  it.each([
    [null, 1],
    ['1', 1],
    ['12', 12],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['01', null],
    ['abc', null],
    ['99999999', 999_999],
  ])('reads %j as %j', (asked, expected) => {
    expect(pageNumber(asked)).toBe(expected);
  });
});
