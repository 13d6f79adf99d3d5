import { describe, expect, it } from 'vitest';
import { markWords, wordDifference } from './marked-words.ts';

describe('wordDifference', () => {
  it('marks the words that are new', () => {
    expect(wordDifference('Le chat dort ici.', 'Le grand chat dort là.')).toEqual([
      { kind: 'kept', text: 'Le ' },
      { kind: 'added', text: 'grand ' },
      { kind: 'kept', text: 'chat dort ' },
      { kind: 'added', text: 'là' },
      { kind: 'kept', text: '.' },
    ]);
  });

  it('marks new words that follow one another as one', () => {
    expect(wordDifference('Un vieux titre', 'Mon beau titre')).toEqual([
      { kind: 'added', text: 'Mon beau' },
      { kind: 'kept', text: ' titre' },
    ]);
  });

  it('marks nothing of the same text, all of a text that comes from nothing', () => {
    expect(wordDifference('Un texte.', 'Un texte.')).toEqual([{ kind: 'kept', text: 'Un texte.' }]);
    expect(wordDifference('', 'Un texte.')).toEqual([{ kind: 'added', text: 'Un texte.' }]);
    expect(wordDifference('Un texte.', '')).toEqual([]);
  });

  it('gives back the text whole, however long', () => {
    const before = 'mot '.repeat(2000);
    const after = `${'mot '.repeat(999)}autre ${'mot '.repeat(1000)}`;
    const runs = wordDifference(before, after);
    expect(runs.map(({ text }) => text).join('')).toBe(after);
    expect(runs.some(({ kind }) => kind === 'added')).toBe(true);
  });
});

// @vitest-environment jsdom

function marked(older: string, newer: string): readonly [html: string, hasChanged: boolean] {
  const [before, after] = [document.createElement('div'), document.createElement('div')];
  before.innerHTML = older;
  after.innerHTML = newer;
  const hasChanged = markWords(before, after);
  return [after.innerHTML, hasChanged];
}

describe('markWords', () => {
  it('marks words inside the structure of the newer text', () => {
    expect(marked('<p>Le <em>petit chat</em> dort.</p>', '<p>Le <em>grand chat</em> dort ici.</p>')).toEqual([
      '<p>Le <em><del>petit</del><ins>grand</ins> chat</em> dort<ins> ici</ins>.</p>',
      true,
    ]);
  });

  it('marks words that cross elements', () => {
    expect(marked('<p>Un.</p>', '<ul><li>Deux <b>mots</b></li></ul>')[0]).toBe(
      '<ul><li><del>Un.</del><ins>Deux </ins><b><ins>mots</ins></b></li></ul>',
    );
  });

  it('says when only the form changed, and keeps what came from nothing readable', () => {
    expect(marked('<p>Un mot</p>', '<p>Un <b>mot</b></p>')).toEqual(['<p>Un <b>mot</b></p>', false]);
    expect(marked('<p>Tout</p>', '')).toEqual(['<del>Tout</del>', true]);
  });

  it('writes what a text says as text, whatever it looks like', () => {
    expect(marked('<p>&lt;img src=x&gt;</p>', '<p>rien</p>')[0]).not.toContain('<img');
  });
});
