import { describe, expect, it } from 'vitest';
import { newBase } from './form-state.ts';
import { EMPTY_VALUES } from './form-values.ts';
import { intentsOf } from './use-publication.ts';

const revision = 'a'.repeat(40);
const published = { ...EMPTY_VALUES, isPublished: true };
const fresh = { base: newBase(), values: EMPTY_VALUES, live: null };
const draft = {
  base: { kind: 'live', revision, values: EMPTY_VALUES },
  values: EMPTY_VALUES,
  live: { state: 'draft', isUnpublished: false, base: { kind: 'live', revision, values: EMPTY_VALUES } },
} as const;
const live = {
  base: { kind: 'live', revision, values: published },
  values: published,
  live: { state: 'published', isUnpublished: false, base: { kind: 'live', revision, values: published } },
} as const;
const waiting = { ...live, base: { ...live.base, kind: 'pending' } } as const;

describe('intentsOf', () => {
  it.each([
    ['a new draft', fresh, 'live', 'live', 'live', 'live'],
    ['a new article to publish', { ...fresh, values: published }, 'live', 'live', 'pending', 'pending'],
    ['a draft', draft, 'live', 'live', 'live', 'live'],
    ['a draft to publish', { ...draft, values: published }, 'live', 'live', 'pending', 'pending'],
    ['a live article', live, 'live', 'live', 'pending', 'pending'],
    ['a live article to take away', { ...live, values: EMPTY_VALUES }, 'live', 'live', 'pending', 'pending'],
    ['what waits', waiting, 'apply', 'pending', 'pending', 'pending'],
  ] as const)('keeps readers from %s where publishing is apart', (_, state, main, key, apart, keyApart) => {
    expect(intentsOf(state, 'by-saving')).toEqual({ main, key });
    expect(intentsOf(state, 'apart')).toEqual({ main: apart, key: keyApart });
  });
});
