import { describe, expect, it } from 'vitest';
import { rebased } from './settings-form.tsx';

const BASE = { brand: { name: 'A', badge: 'B' }, cards: [{ title: 'un' }, { title: 'deux' }] };

/** What the form holds after somebody else saved, and the fields that it says are disputed. */
function rebase({ base = BASE, mine, theirs }: { base?: unknown; mine: unknown; theirs: unknown }) {
  const saved = { value: theirs, revision: 'leur' };
  const { edit, faults } = rebased({ base, value: mine }, saved);
  expect(edit.base).toBe(saved);
  return { value: edit.value, disputed: [...faults] };
}

describe('rebased', () => {
  it('keeps what each changed elsewhere', () => {
    const mine = { ...BASE, brand: { name: 'A', badge: 'Le mien' } };
    const theirs = { ...BASE, cards: [{ title: 'un' }, { title: 'le leur' }] };
    expect(rebase({ mine, theirs })).toEqual({
      value: { brand: { name: 'A', badge: 'Le mien' }, cards: [{ title: 'un' }, { title: 'le leur' }] },
      disputed: [],
    });
  });

  it('keeps the author’s where both changed one value, and says what the other is', () => {
    const mine = { ...BASE, brand: { name: 'Le mien', badge: 'B' } };
    const theirs = { ...BASE, brand: { name: 'Le leur', badge: 'Autre' } };
    expect(rebase({ mine, theirs })).toEqual({
      value: { ...BASE, brand: { name: 'Le mien', badge: 'Autre' } },
      disputed: [['brand.name', expect.stringContaining('Le leur')]],
    });
  });

  it('takes a list that grew for one value', () => {
    const mine = { ...BASE, cards: [...BASE.cards, { title: 'trois' }] };
    const theirs = { ...BASE, cards: [{ title: 'autre' }, { title: 'deux' }] };
    expect(rebase({ mine, theirs })).toEqual({
      value: mine,
      disputed: [['cards', expect.stringContaining('autre, deux')]],
    });
  });

  it('finds no dispute where both say the same', () => {
    const both = { ...BASE, brand: { name: 'C', badge: 'B' } };
    expect(rebase({ mine: both, theirs: structuredClone(both) })).toEqual({ value: both, disputed: [] });
  });
});
