import { describe, expect, it } from 'vitest';
import { internalLinks, mendLinks } from './internal-links.ts';

const ORIGIN = 'https://exemple.fr';
/** Each link as its slug and the text its places have. */
const found = (markdown: string) =>
  internalLinks(markdown, ORIGIN).map(({ slug, at, slugAt }) => [
    slug,
    markdown.slice(at.from, at.to),
    slugAt === null ? null : markdown.slice(slugAt.from, slugAt.to),
  ]);

describe('internalLinks', () => {
  it.each([
    ['inline', '« [é 🖋️](/blog/un) »', '/blog/un'],
    ['with a title', '[a](</blog/un> "Titre")', '/blog/un'],
    ['with what follows the path', '[a](/blog/un?x=1#suite)', '/blog/un?x=1#suite'],
    ['with a final slash', '[a](/blog/un/)', '/blog/un/'],
    ['absolute', '[a](https://exemple.fr/blog/un)', 'https://exemple.fr/blog/un'],
    ['of a host in capitals', '[a](https://EXEMPLE.fr/blog/un)', 'https://EXEMPLE.fr/blog/un'],
    ['by reference', 'Voir [ce texte][1].\n\n[1]: /blog/un "Titre"\n', '/blog/un'],
    ['in HTML', '<a class="x" href="/blog/un">a</a>', '/blog/un'],
    ['in angle brackets', '<https://exemple.fr/blog/un>', 'https://exemple.fr/blog/un'],
    ['alone in a sentence', 'Voir https://exemple.fr/blog/un.', 'https://exemple.fr/blog/un'],
    ['in a table, a list and a quote', '> - | a |\n> - [b](/blog/un)', '/blog/un'],
    ['after CRLF', 'a\r\n\r\n[b](/blog/un)\r\n', '/blog/un'],
  ])('finds a link %s', (_, markdown, address) => {
    expect(found(markdown)).toEqual([['un', address, 'un']]);
  });

  it.each([
    ['`[a](/blog/un)`'],
    ['```\n[a](/blog/un)\nhttps://exemple.fr/blog/un\n```\n'],
    ['<!-- [a](/blog/un) -->'],
    ['![a](/blog/un)'],
    ['[a](/blog)'],
    ['[a](/blog/)'],
    ['[a](/blog/un/deux)'],
    ['[a](https://ailleurs.fr/blog/un)'],
    ['[a](https://exemple.fr.ailleurs.fr/blog/un)'],
    ['[a](//ailleurs.fr/blog/un)'],
    ['Le chemin /blog/un est écrit.'],
  ])('finds none in %j', (markdown) => {
    expect(found(markdown)).toEqual([]);
  });

  it('finds several in their order, and one whose text is an address once', () => {
    const markdown = '[https://exemple.fr/blog/un](/blog/deux) https://exemple.fr/blog/trois [c](/blog/un)';
    expect(found(markdown).map(([slug]) => slug)).toEqual(['deux', 'trois', 'un']);
  });

  it('finds a slug written with escapes, without a place for it', () => {
    expect(found('[a](/blog/a\\_b)')).toEqual([['a_b', '/blog/a\\_b', null]]);
  });
});

describe('mendLinks', () => {
  it('changes the slug in links to the article and no other sign', () => {
    const before =
      '[a](/blog/un#x) `[a](/blog/un)` /blog/un [b](/blog/un-autre)\r\n\r\n[c]: https://exemple.fr/blog/un/ "T"\r\n';
    const mended = mendLinks(before, { from: '/blog/un', to: '/blog/nouveau', origin: ORIGIN });
    expect(mended).toBe(
      '[a](/blog/nouveau#x) `[a](/blog/un)` /blog/un [b](/blog/un-autre)\r\n\r\n[c]: https://exemple.fr/blog/nouveau/ "T"\r\n',
    );
  });
});
