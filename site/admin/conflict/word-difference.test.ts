import { describe, expect, it } from 'vitest';
import { wordDifference } from './word-difference.ts';

describe('wordDifference', () => {
  it('marks the words that are new', () => {
    expect(wordDifference('Le chat dort ici.', 'Le grand chat dort là.')).toEqual([
      { isNew: false, text: 'Le ' },
      { isNew: true, text: 'grand ' },
      { isNew: false, text: 'chat dort ' },
      { isNew: true, text: 'là' },
      { isNew: false, text: '.' },
    ]);
  });

  it('marks new words that follow one another as one', () => {
    expect(wordDifference('Un vieux titre', 'Mon beau titre')).toEqual([
      { isNew: true, text: 'Mon beau' },
      { isNew: false, text: ' titre' },
    ]);
  });

  it('marks nothing of the same text, all of a text that comes from nothing', () => {
    expect(wordDifference('Un texte.', 'Un texte.')).toEqual([{ isNew: false, text: 'Un texte.' }]);
    expect(wordDifference('', 'Un texte.')).toEqual([{ isNew: true, text: 'Un texte.' }]);
    expect(wordDifference('Un texte.', '')).toEqual([]);
  });

  it('gives back the text whole, however long', () => {
    const before = 'mot '.repeat(2000);
    const after = `${'mot '.repeat(999)}autre ${'mot '.repeat(1000)}`;
    const runs = wordDifference(before, after);
    expect(runs.map(({ text }) => text).join('')).toBe(after);
    expect(runs.some(({ isNew }) => isNew)).toBe(true);
  });
});
