import { describe, expect, it } from 'vitest';
import { filesOf, sitemap } from './sitemap.ts';

describe('filesOf', () => {
  it('begins another file past so many addresses or bytes, and loses none', () => {
    const lines = ['aaaa', 'bb', 'ééé', 'c', 'dddddddddddd', 'e'];
    expect(filesOf(lines, { most: 2, bytes: 100 })).toEqual([
      ['aaaa', 'bb'],
      ['ééé', 'c'],
      ['dddddddddddd', 'e'],
    ]);
    expect(filesOf(lines, { most: 100, bytes: 10 })).toEqual([
      ['aaaa', 'bb'],
      ['ééé', 'c'],
      ['dddddddddddd'],
      ['e'],
    ]);
  });
});

describe('sitemap', () => {
  it('is the one file, or an index of several', () => {
    expect(sitemap('https://exemple.fr', ['<urlset/>'])).toBe('<urlset/>');
    expect(sitemap('https://exemple.fr', ['a', 'b']).match(/<loc>[^<]*<\/loc>/g)).toEqual([
      '<loc>https://exemple.fr/sitemap-1.xml</loc>',
      '<loc>https://exemple.fr/sitemap-2.xml</loc>',
    ]);
  });
});
