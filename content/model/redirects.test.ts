import { describe, expect, it } from 'vitest';
import { followRedirect, oldAddress, readRedirectLine, sitePath } from './redirects.ts';

/** Where `path` leads, of a site with these articles. */
function follow(path: string, redirects: Readonly<Record<string, string>>, articles: readonly string[] = []) {
  return followRedirect(path, new Map(Object.entries(redirects)), (at) => articles.includes(at));
}

describe('followRedirect', () => {
  it('goes to the end of a chain at once', () => {
    const chain = { '/blog/a': '/blog/b', '/blog/b': '/blog/c' };
    expect(follow('/blog/a', chain, ['/blog/c'])).toEqual({ kind: 'moved', to: '/blog/c' });
  });

  it('stops at an article that is there, whatever is said of its address', () => {
    const chain = { '/blog/a': '/blog/b', '/blog/b': '/blog/c' };
    expect(follow('/blog/a', chain, ['/blog/b', '/blog/c'])).toEqual({ kind: 'moved', to: '/blog/b' });
  });

  it('is gone when the end of the chain is', () => {
    expect(follow('/blog/a', { '/blog/a': '/blog/b', '/blog/b': 'gone' })).toEqual({ kind: 'gone' });
  });

  it('leads to no article that readers do not see', () => {
    expect(follow('/blog/a', { '/blog/a': '/blog/b' })).toEqual({ kind: 'unknown', at: '/blog/b' });
  });

  it('leads to other pages as they are written', () => {
    expect(follow('/vieux', { '/vieux': '/blog?page=2' })).toEqual({ kind: 'moved', to: '/blog?page=2' });
    const anchored = { '/vieux': '/blog/a#suite' };
    expect(follow('/vieux', anchored, ['/blog/a'])).toEqual({ kind: 'moved', to: '/blog/a#suite' });
  });

  it.each([
    [{ '/blog/a': '/blog/a' }],
    [{ '/blog/a': '/blog/b', '/blog/b': '/blog/a' }],
    [{ '/blog/a': '/blog/b', '/blog/b': '/blog/c', '/blog/c': '/blog/b' }],
  ])('ends where redirects go round: %j', (circle) => {
    expect(follow('/blog/a', circle)).toMatchObject({ kind: 'unknown' });
  });
});

describe('readRedirectLine', () => {
  it.each([
    ['/?p=12: /blog/a', '/?p=12', '/blog/a'],
    ['"/?cat=3&x=é": gone', '/?cat=3&x=%C3%A9', 'gone'],
    ['/vieux/?page_id=4: /a-propos # note', '/vieux?page_id=4', '/a-propos'],
    ["/2019/l'ete.html: /blog/a", '/2019/l%27ete.html', '/blog/a'],
    [`"/2019/l'ete.html": /blog/a`, '/2019/l%27ete.html', '/blog/a'],
    ['/2019/l%27ete.html: /blog/a', '/2019/l%27ete.html', '/blog/a'],
    ["'/vieux': '/blog/a'", '/vieux', '/blog/a'],
    ["/vieux: /images/l'ete.jpg", '/vieux', '/images/l%27ete.jpg'],
  ])('takes an old address with its signs: %s', (line, from, to) => {
    expect(readRedirectLine(line)).toMatchObject({ from, to });
  });

  it.each([
    '/blog/a: /blog/b',
    '/2019/05/01/mon_titre~1: /blog/mon-titre',
    '/?p=12&x=a.b: /blog?page=2',
    '/wp-content/uploads/2019/photo.jpg: /images/2019/photo.webp',
    '/vieux: gone',
    '/vieux: /gone',
    '/.cache: /blog/a',
    '/a/: /blog/b/',
    '//a.fr/b: /blog/b',
    '/a: //a.fr',
  ])('reads a line without a note as one with it: %s', (line) => {
    expect(readRedirectLine(line)).toEqual(readRedirectLine(`${line} # note`));
  });

  it.each([
    "/vieux': /blog/a",
    `/vieux: /blog/a'`,
    `/vieux: /blog/a"`,
    `/vi"eux: /blog/a`,
    '/: /blog/a',
    '/#x: /blog/a',
    '/?p=1#x: /blog/a',
    '//a.fr/?p=1: /blog/a',
    '/?: /blog',
  ])('refuses %s', (line) => {
    expect(readRedirectLine(line)).toBeNull();
  });
});

describe('oldAddress', () => {
  it('reads a plain address as the URL parser does, quickly or not', () => {
    const [paths, queries] = [
      [
        '/',
        '/a',
        '/a/',
        '/a//',
        '/a.b/~c_d',
        '/.',
        '/a/..',
        '/a/../b',
        '/a//b',
        '/...',
        '/A/%41',
        '/été',
        '/a b',
      ],
      ['', '?', '?p=123', '?p=1&cat=2', "?p='", '?é', '?p=1?', '?p=1#x'],
    ];
    for (const address of paths.flatMap((path) => queries.map((query) => path + query))) {
      const { pathname, search, hash } = new URL(address, 'http://site.invalid');
      const path = pathname.replace(/(?<=.)\/+$/, '');
      expect([address, oldAddress(address)]).toEqual([address, hash === '' ? path + search : null]);
    }
  });
});

describe('sitePath', () => {
  it('gives a path the form that requests have', () => {
    expect(['/Été/', '/a/../b', '/blog/x//'].map(sitePath)).toEqual(['/%C3%89t%C3%A9', '/b', '/blog/x']);
  });

  it.each([[''], ['a'], ['//hôte/x'], ['/\\hôte'], ['/\t/hôte'], ['https://a.fr/'], ['/a?b'], ['/a#b']])(
    'refuses %j',
    (text) => {
      expect(sitePath(text)).toBeNull();
    },
  );
});
