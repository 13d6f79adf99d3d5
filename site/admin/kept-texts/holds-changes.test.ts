import { describe, expect, it } from 'vitest';
import { EMPTY_VALUES, type FormValues } from '../post-form/form-values.ts';
import { holdsChanges } from './holds-changes.ts';

const BASE: FormValues = {
  ...EMPTY_VALUES,
  title: 'Carnet',
  tags: ['a', 'b'],
  content: 'Un deux.\n\nTrois.\n',
};
const isHeld = (typed: Partial<FormValues>, held: Partial<FormValues>) =>
  holdsChanges({ base: BASE, typed: { ...BASE, ...typed }, held: { ...BASE, ...held } });

describe('holdsChanges', () => {
  it.each([
    ['words beside other words', 'Un deux mille.\n\nTrois.\n', 'Un deux mille.\n\nTrois ou quatre.\n'],
    ['words of one paragraph', 'Un et deux.\n\nTrois.\n', 'Un et deux. Et puis.\n\nTrois.\n'],
    ['a paragraph put in', 'Un deux.\n\nDonc.\n\nTrois.\n', 'Deux deux.\n\nDonc.\n\nTrois.\n'],
    ['a paragraph taken out', 'Un deux.\n', 'Un et deux.\n'],
    [
      'the end of a paragraph, the next one changed too',
      'Un deux, donc.\n\nTrois.\n',
      'Un deux, donc.\n\nQuatre.\n',
    ],
    ['blanks', 'Un\n\ndeux.\n\nTrois.\n', 'Un\n\ndeux.\n\nQuatre.\n'],
  ])('knows %s', (_, typed, held) => {
    expect(isHeld({ content: typed }, { content: held })).toBe(true);
  });

  it.each([
    ['a word said twice', 'Un un deux.\n\nTrois.\n', 'Puis un deux.\n\nTrois.\n'],
    ['words that stand elsewhere', 'Un mille deux.\n\nTrois.\n', 'Un deux.\n\nTrois mille.\n'],
    ['half of what was typed', 'Un mille deux.\n\nQuatre.\n', 'Un mille deux.\n\nTrois.\n'],
    ['a paragraph that is still there', 'Trois.\n', 'Un deux mille.\n\nTrois.\n'],
    ['blanks alone', 'Un\n\ndeux.\n\nTrois.\n', 'Un deux.\n\nQuatre.\n'],
  ])('does not take %s for saved', (_, typed, held) => {
    expect(isHeld({ content: typed }, { content: held })).toBe(false);
  });

  it('compares the other fields one by one, and tags as a set', () => {
    const content = 'Autre.\n';
    expect(isHeld({ title: 'Journal' }, { title: 'Journal', content })).toBe(true);
    expect(isHeld({ title: 'Journal' }, { content })).toBe(false);
    expect(isHeld({ tags: ['a', 'c'] }, { tags: ['d', 'a', 'c'], content })).toBe(true);
    expect(isHeld({ tags: ['a', 'c'] }, { tags: ['a', 'b', 'c'] })).toBe(false);
    expect(isHeld({ tags: ['b', 'a'] }, { content })).toBe(false);
  });

  it('leaves open what the save sets, and says nothing of a text that changed nothing', () => {
    const held = { content: 'Autre.\n', slug: 'autre', published: '2026-01-01T00:00:00.000Z' };
    expect(isHeld({ content: 'Autre.\n' }, held)).toBe(true);
    expect(isHeld({}, held)).toBe(false);
  });
});
