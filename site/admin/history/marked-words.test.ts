// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { markWords } from './marked-words.ts';

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
