import { describe, expect, it } from 'vitest';
import { rebaseSettings } from './settings-form.tsx';

const BASE = { brand: { name: 'A', badge: 'B' }, cards: [{ title: 'un' }, { title: 'deux' }] };

describe('rebaseSettings', () => {
  it('keeps what each changed elsewhere', () => {
    const mine = { ...BASE, brand: { name: 'A', badge: 'Le mien' } };
    const theirs = { ...BASE, cards: [{ title: 'un' }, { title: 'le leur' }] };
    expect(rebaseSettings({ base: BASE, mine, theirs })).toEqual({
      value: { brand: { name: 'A', badge: 'Le mien' }, cards: [{ title: 'un' }, { title: 'le leur' }] },
      disputed: new Map(),
    });
  });

  it('keeps the author’s where both changed one value, and says what the other is', () => {
    const mine = { ...BASE, brand: { name: 'Le mien', badge: 'B' } };
    const theirs = { ...BASE, brand: { name: 'Le leur', badge: 'Autre' } };
    expect(rebaseSettings({ base: BASE, mine, theirs })).toEqual({
      value: { ...BASE, brand: { name: 'Le mien', badge: 'Autre' } },
      disputed: new Map([['brand.name', 'Le leur']]),
    });
  });

  it('takes a list that grew for one value', () => {
    const mine = { ...BASE, cards: [...BASE.cards, { title: 'trois' }] };
    const theirs = { ...BASE, cards: [{ title: 'autre' }, { title: 'deux' }] };
    expect(rebaseSettings({ base: BASE, mine, theirs })).toEqual({
      value: mine,
      disputed: new Map([['cards', theirs.cards]]),
    });
  });

  it('finds no dispute where both say the same', () => {
    const both = { ...BASE, brand: { name: 'C', badge: 'B' } };
    expect(rebaseSettings({ base: BASE, mine: both, theirs: structuredClone(both) })).toEqual({
      value: both,
      disputed: new Map(),
    });
  });
});
