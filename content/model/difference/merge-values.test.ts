import { describe, expect, it } from 'vitest';
import { mergeValues } from './merge-values.ts';

const card = (title: string, icon = 'étoile') => ({ title, text: `Texte ${title}`, icon });
const listOf = (...cards: readonly object[]) => ({ name: 'Essai', cards });
const base = listOf(card('A'), card('B'), card('C'));

describe('mergeValues', () => {
  it('puts changes of several items of a list together, also to a value that another one has', () => {
    const ours = listOf(card('A', 'lune'), card('B'), card('C'));
    const theirs = listOf(card('A'), card('B', 'lune'), card('Un tout autre titre'));
    expect(mergeValues({ base, ours, theirs })).toEqual({
      value: listOf(card('A', 'lune'), card('B', 'lune'), card('Un tout autre titre')),
      disputed: [],
    });
    const same = mergeValues({ base: ours, ours: theirs, theirs: { ...ours, name: 'Autre' } });
    expect(same).toEqual({ value: { ...theirs, name: 'Autre' }, disputed: [] });
  });

  it('takes no emptied text for one that moved', () => {
    const before = listOf(card('A'), card('B', ''), card('C'));
    const ours = listOf(card('A', ''), card('B', 'lune'), card('C'));
    const theirs = listOf(card('A'), card('B', ''), card('Autre'));
    expect(mergeValues({ base: before, ours, theirs })).toEqual({
      value: listOf(card('A', ''), card('B', 'lune'), card('Autre')),
      disputed: [],
    });
  });

  it('asks which list, where items changed places on one side and the other changed one of them', () => {
    const moved = listOf(card('B'), card('A'), card('C'));
    const changed = listOf(card('A', 'lune'), card('B'), card('C'));
    const asked = (ours: unknown, theirs: unknown) =>
      new Set(mergeValues({ base, ours, theirs }).disputed.map((path) => path.join('.')));
    expect(asked(moved, changed)).toEqual(new Set(['cards']));
    expect(asked(changed, moved)).toEqual(new Set(['cards']));
    expect(asked(moved, { ...base, name: 'Autre' })).toEqual(new Set());
    expect(asked(moved, moved)).toEqual(new Set());
  });
});
