import { describe, expect, it } from 'vitest';
import { does } from '#site/testing/markdown-state.ts';
import { setIn, setOut } from './lists.ts';

describe('setIn', () => {
  it('sets an item in as far as the words above, the first one numbered 1', () => {
    expect(does(setIn, '- un\n- deux‹')).toBe('- un\n  - deux‹');
    expect(does(setIn, '1. un\n2. deux‹')).toBe('1. un\n   1. deux‹');
    expect(does(setIn, '1. un\n   1. deux\n2. trois‹')).toBe('1. un\n   1. deux\n   2. trois‹');
    expect(does(setIn, '10. un\n- deux‹')).toBe('10. un\n    - deux‹');
    expect(does(setIn, '> - un\n> - deux‹')).toBe('> - un\n>   - deux‹');
  });

  it('sets all that is selected in by as much', () => {
    expect(does(setIn, '1. un\n2. ‹deux\n3. trois›')).toBe('1. un\n   1. ‹deux\n   3. trois›');
  });

  it('sets in all of an item, from whichever of its lines, and none of the next', () => {
    expect(does(setIn, '1. un\n2. deux\\\n   suite‹\n3. trois')).toBe(
      '1. un\n   1. deux\\\n      suite‹\n3. trois',
    );
    expect(does(setIn, '- un\n- deux‹\n\n  suite\n  - trois\n  > cité\n- quatre')).toBe(
      '- un\n  - deux‹\n\n    suite\n    - trois\n    > cité\n- quatre',
    );
    expect(does(setIn, '- un\n- ‹deux\n- trois›\n\n  suite')).toBe(
      '- un\n  - ‹deux\n  - trois›\n\n    suite',
    );
  });

  it('numbers an item 1 that has blanks of its own, and counts the columns of tabs', () => {
    expect(does(setIn, '1. un\n  2. deux‹')).toBe('1. un\n   1. deux‹');
    expect(does(setIn, '-\tun\n-\tdeux‹')).toBe('-\tun\n    -\tdeux‹');
    expect(does(setIn, '- un\n\t- deux\n\t- trois‹')).toBe('- un\n\t- deux\n\t  - trois‹');
  });

  it('leaves an item that cannot be deeper, and text outside of lists', () => {
    expect(does(setIn, '- un‹')).toBe('- un‹');
    expect(does(setIn, '- un\n  - deux‹')).toBe('- un\n  - deux‹');
    expect(does(setIn, 'un‹')).toBe(null);
  });
});

describe('setOut', () => {
  it('sets an item beside the one it is in', () => {
    expect(does(setOut, '- un\n  - deux‹')).toBe('- un\n- deux‹');
    expect(does(setOut, '1. un\n   - deux\n     - trois‹\n   - quatre')).toBe(
      '1. un\n   - deux\n   - trois‹\n   - quatre',
    );
    expect(does(setOut, '> 1. un\n>    1. deux‹')).toBe('> 1. un\n> 1. deux‹');
    expect(does(setOut, '- un\n  - deux\n    suite‹\n\n    fin')).toBe('- un\n- deux\n  suite‹\n\n  fin');
    expect(does(setOut, '- un\n\t- deux‹')).toBe('- un\n- deux‹');
    expect(does(setOut, '- un‹')).toBe('- un‹');
    expect(does(setOut, '-\tun‹\n\t```\n\t\tcc a.c\n\t```')).toBe('-\tun‹\n\t```\n\t\tcc a.c\n\t```');
    expect(does(setOut, '- un\n\t- deux‹\n\t\t\tcc')).toBe('- un\n- deux‹\n\t\tcc');
    expect(does(setOut, 'un‹')).toBe(null);
  });
});
