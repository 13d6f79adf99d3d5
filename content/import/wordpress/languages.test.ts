import { describe, expect, it } from 'vitest';
import { itemsOf, noted, textsOf, useExports } from '../../testing/exports.ts';
import { type WxrPost, wxr } from '../../testing/wxr.ts';

const exports = useExports();

const post = (id: number, more: Partial<WxrPost>): WxrPost => ({
  id,
  title: `Titre ${id}`,
  slug: `titre-${id}`,
  content: 'Texte.',
  ...more,
});

async function read(posts: readonly WxrPost[]) {
  const items = await itemsOf(exports.folder({ 'carnet.xml': wxr(posts) }));
  return {
    notes: textsOf(items).map(noted),
    lists: items.flatMap((item) => (item.kind === 'list' ? item.addresses : [])),
    left: items.flatMap((item) => (item.kind === 'left-out' ? [`${item.what} ${item.count}`] : [])),
  };
}

describe('an export in several languages', () => {
  it('says of Polylang which texts are in another one, and that they do not lead to one another', async () => {
    const french = { language: ['fr', 'Français'] } as const;
    const english = { language: ['en', 'English'] } as const;
    const group = { post_translations: ['pll_1', 'pll_1'] } as const;
    const { notes, left } = await read([
      post(1, { terms: { ...french, ...group } }),
      post(2, { terms: { ...english, ...group } }),
      post(3, { terms: french }),
      post(4, { terms: { post_translations: ['pll_2', 'pll_2'] } }),
    ]);
    expect(notes).toEqual([[], ['language English'], [], []]);
    expect(left).toContain('liens d’un texte à ses traductions 1');
  });

  it('lists its categories, months and authors below each of them, where a plugin has them', async () => {
    const address = 'https://ancien.example.org/en/titre-2/';
    const texts = (terms: WxrPost['terms']) => [
      post(1, { categories: ['Voyages'] }),
      post(2, { address, ...(terms === undefined ? {} : { terms }) }),
    ];
    const { lists } = await read(texts({ language: ['en', 'English'] }));
    const below = ['', 'category/x/', 'category/x/feed/', 'author/', 'feed/'];
    expect(lists).toEqual(expect.arrayContaining(below.map((rest) => `/en/${rest}`)));
    expect((await read(texts(undefined))).lists.join()).not.toContain('/en/');
  });

  it('says it of WPML, and nothing of a site in one language', async () => {
    const of = (language: string, group: string) => ({
      meta: { _wpml_import_language_code: language, _wpml_import_translation_group: group },
    });
    const { notes, left } = await read([
      post(1, of('fr', '7')),
      post(2, of('fr', '8')),
      post(3, of('de', '8')),
    ]);
    expect(notes).toEqual([[], [], ['language de']]);
    expect(left).toContain('liens d’un texte à ses traductions 1');
    const alone = await read([post(1, of('fr', '7')), post(2, {})]);
    expect(alone.notes).toEqual([[], []]);
    expect(alone.left.join()).not.toContain('traductions');
  });

  it('learns them from the addresses where WPML was there and states none, and else says that they are lost', async () => {
    const traced = { meta: { _wpml_word_count: '12' } };
    const english = { ...traced, address: 'https://ancien.example.org/en/titre-3/' };
    const { notes, left } = await read([post(1, traced), post(2, traced), post(3, english)]);
    expect(notes).toEqual([[], [], ['language en']]);
    expect(left.join()).not.toContain('langues');
    const unsaid = await read([post(1, traced), post(2, { meta: { _icl_lang_duplicate_of: '1' } })]);
    expect(unsaid.notes).toEqual([[], []]);
    expect(unsaid.left).toContain('langues des textes, que WPML ne met pas dans l’export 2');
    const other = await read([post(1, {}), post(2, { address: 'https://ancien.example.org/go/titre-2/' })]);
    expect([other.notes, other.left.join()]).toEqual([[[], []], expect.not.stringContaining('langues')]);
  });
});

describe('texts of qTranslate', () => {
  it('have all their languages in their text, and French or the first in their title', async () => {
    const posts = [
      { id: 1, title: '[:en]Hello[:fr]Bonjour[:]', slug: 'hello', content: '[:en]One.[:fr]Un.[:]' },
      {
        id: 2,
        title: '<!--:de-->Hallo<!--:--><!--:en-->Hello<!--:-->',
        slug: 'hallo',
        content: '<!--:de-->Eins.<!--:-->',
      },
      { id: 3, title: 'Clojure', slug: 'clojure', content: 'Une liste : [:ul [:li "un"]] ou [:li].' },
    ];
    const texts = textsOf(await itemsOf(exports.file('export.xml', wxr(posts))));
    expect(texts.map(({ title, content }) => [title, content.trim()])).toEqual([
      ['Bonjour', 'One.\n\nUn.'],
      ['Hallo', 'Eins.'],
      ['Clojure', String.raw`Une liste : \[:ul \[:li "un"]] ou \[:li].`],
    ]);
  });
});
