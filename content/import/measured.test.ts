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

  it('has no date that no article can have, and is not put on line for it', async () => {
    const post = { title: 'Un', slug: 'un', content: 'Texte.' };
    const posts = [
      { ...post, id: 1, date: '0001-01-01 00:00:00' },
      { ...post, id: 2, date: '0000-00-00 00:00:00', status: 'future' as const },
      { ...post, id: 3 },
      { ...post, id: 4, date: '2019-02-31 08:00:00' },
    ];
    const texts = textsOf(await itemsOf(exports.folder({ 'carnet.xml': wxr(posts) })));
    expect(texts.map((text) => [text.published, text.state, ...noted(text)])).toEqual([
      [null, 'published', 'date 0001-01-01 00:00:00'],
      [null, 'draft'],
      ['2019-05-12T08:00:00.000Z', 'published'],
      [null, 'published', 'date 2019-02-31 08:00:00'],
    ]);
  });
});
