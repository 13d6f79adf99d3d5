import { describe, expect, it } from 'vitest';
import { CONFLICT_WORDS, unknownKeysWords } from './conflict-words.ts';

describe('unknownKeysWords', () => {
  it.each([
    [
      ['auteur'],
      'Le champ «\u00a0auteur\u00a0» du fichier n’a pas la même valeur dans les deux versions. Encrier ne peut pas le modifier\u00a0: il garde celle de «\u00a0Version d’ici\u00a0».',
    ],
    [
      ['auteur', 'note', 'vu'],
      'Les champs «\u00a0auteur\u00a0», «\u00a0note\u00a0» et «\u00a0vu\u00a0» du fichier n’ont pas les mêmes valeurs dans les deux versions. Encrier ne peut pas les modifier\u00a0: il garde celles de «\u00a0Version d’ici\u00a0».',
    ],
  ])('says whose values stay, of %j', (keys, sentence) => {
    expect(unknownKeysWords(keys, CONFLICT_WORDS.syncing)).toBe(sentence);
  });
});

describe('what is said of two versions', () => {
  it('says of a draft that it is one, and of what waits that it does', () => {
    const { description } = CONFLICT_WORDS.waiting;
    expect(description({ isPublished: false })).toMatch(/^Ce brouillon a été/);
    expect(description({ isPublished: true })).toMatch(/^Ce texte, qui attend d’être publié, a été/);
  });
});
