import { describe, expect, it } from 'vitest';
import { updateWords } from './updates.tsx';

const NOTHING = { changed: 0, added: 0, removed: 0, replacedImages: 0, formerTitle: null };

describe('updateWords', () => {
  it.each([
    [{ changed: 2, added: 1 }, '2 paragraphes modifiés, 1 ajouté'],
    [{ changed: 1 }, '1 paragraphe modifié'],
    [{ added: 3, removed: 2 }, '3 paragraphes ajoutés, 2 retirés'],
    [{ changed: 1, replacedImages: 1 }, '1 paragraphe modifié, 1 image remplacée'],
    [{ replacedImages: 2 }, '2 images remplacées'],
    [{ formerTitle: 'Avant' }, 'Titre modifié'],
    [{ formerTitle: 'Avant', removed: 1 }, 'Titre modifié, 1 paragraphe retiré'],
  ])('says %j in words', (counts, words) => {
    expect(updateWords({ ...NOTHING, ...counts })).toBe(words);
  });
});
