import { describe, expect, it } from 'vitest';
import { postsOperations } from '#content/contract/posts-operations.ts';
import { FIRST_VIEW, isFiltered, sortedBy, stretchesOf, tableInput } from './table-view.ts';

describe('tableInput', () => {
  it('leaves out every filter that is empty', () => {
    expect(tableInput({ ...FIRST_VIEW, search: '  ' }, 0)).toEqual({
      sort: 'published',
      order: 'desc',
      offset: 0,
      limit: 100,
    });
  });

  it('asks for a stretch with all filters, as the contract takes it', () => {
    const view = {
      ...FIRST_VIEW,
      search: ' prix ',
      state: 'draft',
      category: 'Business',
      tag: 'marge',
    } as const;
    const input = tableInput(view, 3);
    expect(postsOperations.getPostTable.input.parse(input)).toEqual({
      search: 'prix',
      state: 'draft',
      category: 'Business',
      tag: 'marge',
      sort: 'published',
      order: 'desc',
      offset: 300,
      limit: 100,
    });
  });
});

describe('isFiltered', () => {
  it.each([
    [{}, false],
    [{ search: ' ' }, false],
    [{ sort: 'title' }, false],
    [{ search: 'a' }, true],
    [{ state: 'draft' }, true],
    [{ tag: 'a' }, true],
    [{ category: 'a' }, true],
  ] as const)('of %j is %s', (change, expected) => {
    expect(isFiltered({ ...FIRST_VIEW, ...change })).toBe(expected);
  });
});

describe('stretchesOf', () => {
  it('names each stretch once, in order', () => {
    expect(stretchesOf([250, 98, 99, 100, 101])).toEqual([0, 1, 2]);
  });

  it('is empty for no rows', () => {
    expect(stretchesOf([])).toEqual([]);
  });
});

describe('sortedBy', () => {
  it('starts ascending, and turns round when pressed again', () => {
    const once = sortedBy(FIRST_VIEW, 'title');
    const twice = sortedBy(once, 'title');
    expect([once, twice, sortedBy(twice, 'title')].map(({ sort, order }) => `${sort} ${order}`)).toEqual([
      'title asc',
      'title desc',
      'title asc',
    ]);
  });
});
