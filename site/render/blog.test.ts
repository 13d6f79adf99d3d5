import { describe, expect, it } from 'vitest';
import { parseCursor } from '#content/contract/posts.ts';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleImage, samplePost, samplePosts, sampleSite } from '#site/testing/samples.ts';
import { blogPage } from './blog.tsx';

async function blog(number: number, ...content: Parameters<typeof memoryReader>): Promise<string> {
  return (await blogPage(memoryReader(...content), number))?.body ?? '';
}

function slugsOf(body: string): readonly string[] {
  return Array.from(body.matchAll(/class="more" href="\/blog\/([^"]*)"/g), ([, slug = '']) => slug);
}

describe('blogPage', () => {
  it('gives pages of 12, and where the list goes on', async () => {
    const first = await blog(1, { posts: samplePosts(30) });
    const cursor = /cursor&quot;:&quot;([^&]*)&quot;/.exec(first)?.[1] ?? '';
    expect([slugsOf(first).length, parseCursor(cursor)?.id]).toEqual([12, samplePost(12).id]);
    expect(await blog(3, { posts: samplePosts(30) })).toContain('Page 3 / 3');
  });

  it('widens the second post only where more can be loaded below', async () => {
    const wide = async (...page: Parameters<typeof blog>) =>
      [...(await blog(...page)).matchAll(/post-card-(lead|wide|column)/g)].map(([, shape]) => shape);
    expect((await wide(1, { posts: samplePosts(13) })).slice(0, 3)).toEqual(['lead', 'wide', 'column']);
    expect((await wide(1, { posts: samplePosts(12) })).slice(0, 3)).toEqual(['lead', 'column', 'column']);
    expect((await wide(2, { posts: samplePosts(30) })).slice(0, 2)).toEqual(['column', 'column']);
  });

  it('keeps the signs of its introduction beside their words, as French wants it', async () => {
    const site = sampleSite();
    const blog = { ...site.blog, intro: 'Réflexions : la suite' };
    const page = await blogPage(memoryReader({ site: { ...site, blog } }), 1);
    expect(page?.body).toContain('<p>Réflexions\u00a0: la suite</p>');
  });

  it('has nothing after the last page', async () => {
    const last = await blog(2, { posts: samplePosts(14) });
    expect([slugsOf(last), last.includes('data-island="more-posts"')]).toEqual([
      ['article-13', 'article-14'],
      false,
    ]);
  });

  it('is null past the end, but not for the first page of an empty list', async () => {
    const reader = memoryReader();
    const pages = [await blogPage(reader, 1), await blogPage(reader, 2)];
    expect(pages.map((page) => page === null)).toEqual([false, true]);
  });

  it('gives each page its own address', async () => {
    const reader = memoryReader({ posts: samplePosts(14) });
    const pages = [await blogPage(reader, 1), await blogPage(reader, 2)];
    const addresses = pages.map((page) => /<link rel="canonical" href="([^"]*)"/.exec(page?.head ?? '')?.[1]);
    expect(addresses).toEqual(['https://exemple.fr/blog', 'https://exemple.fr/blog?page=2']);
  });

  it('says so when there are no posts', async () => {
    const body = await blog(1);
    expect([
      body.includes('Réflexions &amp; Insights'),
      body.includes('Aucun article pour le moment'),
    ]).toEqual([true, true]);
  });

  it('shows a card whole: cover, category, read time, title, excerpt, dates, at most 3 tags', async () => {
    const post = samplePost(1, {
      coverImage: '/images/2026/mer.jpg',
      category: 'Finance',
      tags: ['un', 'deux', 'trois', 'quatre'],
    });
    const body = await blog(1, { posts: [post], images: [sampleImage('images/2026/mer.jpg')] });
    const shown = [
      'width="1600" height="900"',
      'Finance',
      '4 min',
      'Article 1',
      'Extrait 1',
      '19\u00a0novembre 2026',
      '19\u00a0nov.\u00a02026',
      '<li><a href="/blog/tag/trois" rel="tag">trois</a></li>',
    ];
    expect(shown.filter((text) => !body.includes(text))).toEqual([]);
    expect(body).not.toContain('quatre');
  });

  it('shows a tag once that its file names again, in other letters too', async () => {
    const body = await blog(1, { posts: [samplePost(1, { tags: ['Été', 'Été', 'ete', 'prix'] })] });
    expect(body.match(/href="\/blog\/tag\/[^<]*/g)).toEqual([
      'href="/blog/tag/ete" rel="tag">Été',
      'href="/blog/tag/prix" rel="tag">prix',
    ]);
  });

  it('offers more by a link that needs no script', async () => {
    expect(await blog(1, { posts: samplePosts(13) })).toMatch(
      /<a class="button" href="\/blog\?page=2"[^>]*>Charger plus d&#x27;articles<\/a>/,
    );
  });

  it('offers nothing more on the last page, and a way to newer posts', async () => {
    const body = await blog(2, { posts: samplePosts(13) });
    expect([body.includes('Charger plus'), body.includes('Articles plus récents')]).toEqual([false, true]);
  });

  it('asks to start at the top', async () => {
    expect(await blog(1)).toContain('data-scroll="top"');
  });
});
