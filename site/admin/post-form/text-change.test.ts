import { describe, expect, it } from 'vitest';
import { changeBetween, withBothChanges } from './text-change.ts';

describe('changeBetween', () => {
  it.each([
    ['abc', 'abc', { from: 3, to: 3, insert: '' }],
    ['abc', 'aXc', { from: 1, to: 2, insert: 'X' }],
    ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
    ['', 'a', { from: 0, to: 0, insert: 'a' }],
    ['abc', '', { from: 0, to: 3, insert: '' }],
  ])('makes of « %s » « %s »', (before, after, change) => {
    expect(changeBetween(before, after)).toEqual(change);
    expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
  });
});

describe('withBothChanges', () => {
  it('keeps a change at the top and one at the bottom, whichever comes first', () => {
    const before = 'Un.\n\nDeux.\n\nTrois.';
    const top = 'Un !\n\nDeux.\n\nTrois.';
    const bottom = 'Un.\n\nDeux.\n\nTrois et quatre.';
    expect(withBothChanges(before, top, bottom)).toBe('Un !\n\nDeux.\n\nTrois et quatre.');
    expect(withBothChanges(before, bottom, top)).toBe('Un !\n\nDeux.\n\nTrois et quatre.');
  });

  it('guesses nothing when both touch the same place', () => {
    expect(withBothChanges('un deux', 'un trois', 'un quatre')).toBeNull();
    expect(withBothChanges('un', 'un a', 'un b')).toBeNull();
  });
});
