import { describe, expect, it } from 'vitest';
import { publicView, type Snapshot } from '#content/model/snapshot.ts';
import { samplePost } from '#site/testing/samples.ts';
import { createSitemapFiles, filesOf, sitemap } from './sitemap.ts';

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

describe('createSitemapFiles', () => {
  it('tells of the change of a post once it is known, whatever was told before', async () => {
    const posts = [samplePost(1), samplePost(2)];
    const images = new Map<string, string>();
    const snapshot = { posts, images, lost: new Map() } as unknown as Snapshot; // Nothing else is read of it.
    const known = new Map<string, number>();
    const listeners = new Set<(post: (typeof posts)[number]) => void>();
    const files = createSitemapFiles('https://exemple.fr', {
      readAll: () => Promise.resolve(),
      count: () => known.size,
      lastChange: ({ id }) => known.get(id) ?? null,
      onKnown: (listener) => void listeners.add(listener),
    });
    const view = publicView(snapshot, Date.UTC(2030, 0, 1));
    const [before = ''] = await files(view);
    const [, second] = posts;
    if (second === undefined) throw new Error('no second post');
    known.set(second.id, Date.UTC(2029, 0, 1));
    for (const listener of listeners) listener(second);
    const [after = ''] = await files(view);
    const line = `/blog/${second.slug}</loc><lastmod>2029-01-01T00:00:00.000Z</lastmod>`;
    expect([before.includes(line), after.includes(line)]).toEqual([false, true]);
  });
});
