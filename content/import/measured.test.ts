import { describe, expect, it } from 'vitest';
import { itemsOf, noted, textsOf, useExports } from '../testing/exports.ts';
import { wxr } from '../testing/wxr.ts';

const exports = useExports();

describe('a text of an export', () => {
  it('says which of its fields are cut for their length', async () => {
    const long = 'a'.repeat(6000);
    const posts = [
      {
        id: 1,
        title: 'Un',
        slug: 'un',
        content: 'Texte.',
        categories: [long],
        tags: ['b', long, `${long}c`],
      },
      {
        id: 2,
        title: 'Deux',
        slug: 'deux',
        content: 'Texte.',
        address: `https://ancien.example.org/${long}`,
      },
      { id: 3, title: 'Trois', slug: 'trois', content: 'Texte.', tags: ['b'] },
    ];
    const texts = textsOf(await itemsOf(exports.folder({ 'carnet.xml': wxr(posts) })));
    expect(texts.map(noted)).toEqual([['cut une catégorie', 'cut un mot-clé'], ['cut l’adresse'], []]);
    expect(texts[0]?.tags.map(({ length }) => length)).toEqual([1, 5000, 5000]);
  });
});
