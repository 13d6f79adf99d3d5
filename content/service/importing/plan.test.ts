import { describe, expect, it } from 'vitest';
import type { ImportedItem } from '#content/import/imported.ts';
import { isReserved } from '../../model/paths.ts';
import { importedText } from '../../testing/imported-text.ts';
import { decideTexts, formerAddresses, listRedirects, plannedText, planOf } from './plan.ts';
import { createSourceIndex } from './source-index.ts';

function planned(...items: readonly ImportedItem[]) {
  const gathered = createSourceIndex();
  gathered.add({ kind: 'site', system: 'wordpress', title: null, origin: 'https://ancien.example.org' });
  for (const item of items) gathered.add(item);
  const index = gathered.index();
  const isTaken = (type: string, slug: string) => type === 'page' && isReserved(slug);
  const decided = decideTexts(index, { posts: new Map(), isTaken });
  return { index, decided, plan: planOf(index, decided, 0) };
}

describe('old addresses', () => {
  it('that the site itself has lead where they do here', () => {
    const blog = importedText({ id: '1', type: 'page', slug: 'blog', addresses: ['/blog/', '/?page_id=1'] });
    const all = { kind: 'list', of: 'all', name: 'Tous', addresses: ['/page/2/', '/images/'] } as const;
    const { index, decided, plan } = planned(blog, all);
    expect(decided.map((one) => formerAddresses(index, one))).toEqual([['/?page_id=1']]);
    expect(listRedirects(index, decided)).toEqual([['/page/2', '/blog']]);
    expect(plan.addresses.examples).toEqual([
      { from: '/?page_id=1', to: '/blog-2' },
      { from: '/page/2', to: '/blog' },
    ]);
    expect(decided.map(plannedText)).toMatchObject([{ address: '/blog-2', oldAddress: '/?page_id=1' }]);
  });
});

describe('texts that want one address', () => {
  it('leave it to the one that readers of the old site found there', () => {
    const named = { type: 'page', slug: 'contact' } as const;
    const { index, decided, plan } = planned(
      importedText({ ...named, id: 'contact.en.md', addresses: ['/en/contact/'] }),
      importedText({ ...named, id: 'contact.fr.md', addresses: ['/contact/'] }),
    );
    expect(decided.map((one) => plannedText(one).address)).toEqual(['/contact-2', '/contact']);
    expect(decided.map((one) => formerAddresses(index, one))).toEqual([['/en/contact'], []]);
    expect(plan.addresses.examples).toEqual([{ from: '/en/contact', to: '/contact-2' }]);
  });
});

describe('codes without a like here', () => {
  it('are said to stay where they do, and counted with the others', () => {
    const notes = [
      { kind: 'shortcode', what: 'cadre' },
      { kind: 'mark', what: 'carte' },
    ] as const;
    const { decided, plan } = planned(importedText({ id: '1', notes }));
    expect(plan.shortcodes.map(({ name }) => name)).toEqual(['cadre', 'carte']);
    expect(decided.flatMap((one) => plannedText(one).notes.map(({ sentence }) => sentence))).toEqual([
      'Le code «\u00a0cadre\u00a0» n’a pas d’équivalent ici\u00a0: ce qu’il entourait est gardé.',
      'Le code «\u00a0carte\u00a0» n’a pas d’équivalent ici\u00a0: il reste visible dans le texte.',
    ]);
  });
});

describe('lists of a topic', () => {
  it('lead to the like of them here, else to those of the other kind, else to all articles', () => {
    const text = importedText({ id: '1', categories: ['Voyages', 'Été'], tags: ['Mer', 'Voyages'] });
    const lists = (['category', 'tag'] as const).flatMap((of) =>
      ['Voyages', 'Été', 'Mer', 'Vide'].map(
        (name) => ({ kind: 'list', of, name, addresses: [`/${of}/${name}/`] }) as const,
      ),
    );
    const { index, decided } = planned(text, ...lists);
    expect(listRedirects(index, decided).map(([, to]) => to)).toEqual([
      '/blog/categorie/voyages',
      '/blog/tag/ete',
      '/blog/tag/mer',
      '/blog',
      '/blog/tag/voyages',
      '/blog/tag/ete',
      '/blog/tag/mer',
      '/blog',
    ]);
  });

  it('of a tag that is the category here lead to that', () => {
    const { index, decided } = planned(importedText({ id: '1', categories: ['Lettres'] }), {
      kind: 'list',
      of: 'tag',
      name: 'Lettres',
      addresses: ['/tag/lettres/'],
    });
    expect(listRedirects(index, decided)).toEqual([['/tag/lettres', '/blog/categorie/lettres']]);
  });
});

describe('categories of a plan', () => {
  it('are those that articles will have, with the one that is given to those without', () => {
    const { decided, plan } = planned(
      importedText({ id: '1', categories: ['Voyages', 'Été'] }),
      importedText({ id: '2', slug: 'deux' }),
      importedText({ id: '3', slug: 'trois', type: 'page' }),
    );
    expect(plan.categories).toEqual([
      { name: 'Voyages', articles: 1, becomes: 'category' },
      { name: 'Business', articles: 1, becomes: 'given' },
      { name: 'Été', articles: 1, becomes: 'tag' },
    ]);
    expect(decided.map((one) => plannedText(one).category)).toEqual(['Voyages', 'Business', null]);
  });
});

describe('an export that does not say where it stood', () => {
  const link = (address: string): string => `[là](${address})\n`;
  const texts = (...links: readonly string[]) => [
    importedText({
      id: '1',
      slug: 'premier-texte',
      addresses: ['/premier-texte/'],
      content: links.map(link).join(''),
    }),
    importedText({ id: '2', slug: 'second-texte', addresses: ['/second-texte/'] }),
    importedText({ id: '3', slug: 'encrier', addresses: ['/encrier/'] }),
  ];
  const read = (...links: readonly string[]) => {
    const gathered = createSourceIndex();
    gathered.add({ kind: 'site', system: 'ghost', title: null, origin: null });
    for (const text of texts(...links)) gathered.add(text);
    return gathered.index();
  };

  it('has the host that its texts lead to by the names of others', () => {
    const {
      place,
      textSeenAt,
      texts: known,
    } = read(
      'http://www.ancien.example.org/2012/05/second-texte/',
      'https://ancien.example.org/premier-texte/',
      'https://forge.example.com/claire/encrier',
    );
    const at = place('http://ancien.example.org/2012/05/second-texte/');
    expect(at).toBe('/2012/05/second-texte');
    expect(textSeenAt(at ?? '')?.id).toBe('2');
    expect(place('https://forge.example.com/claire/encrier')).toBe('//forge.example.com/claire/encrier');
    expect(known[0]?.links).toEqual(['/2012/05/second-texte', '/premier-texte']);
  });

  it('of a folder of Markdown is told by the folders of its texts', () => {
    const gathered = createSourceIndex();
    gathered.add({ kind: 'site', system: 'markdown', title: null, origin: null });
    const links = [
      'https://ancien.example.org/blog/second-texte/',
      'https://ancien.example.org/blog/premier-texte',
      'https://paquets.example.com/nom/second-texte',
      'https://paquets.example.com/nom/premier-texte',
    ];
    for (const slug of ['premier-texte', 'second-texte'])
      gathered.add(
        importedText({
          id: slug,
          slug,
          addresses: [`/data/blog/${slug}.mdx`],
          content: links.map(link).join(''),
        }),
      );
    const { place, textSeenAt } = gathered.index();
    expect(textSeenAt(place('https://ancien.example.org/blog/second-texte/') ?? '')?.id).toBe('second-texte');
    expect(place('https://paquets.example.com/nom/second-texte')).toBe(
      '//paquets.example.com/nom/second-texte',
    );
  });

  it('has none where as much on it is of others', () => {
    const { place, texts: known } = read(
      'https://forge.example.com/claire/encrier',
      'https://forge.example.com/claire/second-texte',
      'https://forge.example.com/claire/un',
      'https://forge.example.com/claire/deux',
      'https://forge.example.com/claire/trois',
    );
    expect(place('https://forge.example.com/claire/encrier')).toBe('//forge.example.com/claire/encrier');
    expect(known[0]?.links).toEqual([]);
  });
});
