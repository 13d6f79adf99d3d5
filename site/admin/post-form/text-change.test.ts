import { describe, expect, it } from 'vitest';
import { withBothChanges } from './text-change.ts';

describe('withBothChanges', () => {
  it.each([
    ['abc', 'abc', 'aXc', 'aXc'],
    ['abc d', 'aXc d', 'abc e', 'aXc e'],
    ['aa b', 'aaa b', 'aa c', 'aaa c'],
    [' b', 'a b', ' c', 'a c'],
    ['abc. d', '. d', 'abc. e', '. e'],
  ])(
    'makes of « %s », changed to « %s » and to « %s », « %s »: each changed no more than it had to',
    (before, one, other, both) => {
      expect([withBothChanges(before, one, other), withBothChanges(before, other, one)]).toEqual([
        both,
        both,
      ]);
    },
  );

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
