import { describe, expect, it } from 'vitest';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleImage, samplePost, samplePosts } from '#site/testing/samples.ts';
import { checkedFacts } from '#site/testing/schema-org.ts';
import { articleHead } from './article.tsx';
import { blogPage } from './blog.tsx';
import { homePage } from './home.tsx';

const reader = memoryReader({ posts: samplePosts(3), images: [sampleImage('images/2026/mer.jpg')] });

describe('the facts for search engines', () => {
  it.each([
    ['with a cover', { coverImage: '/images/2026/mer.jpg' }],
    ['with an image of another site', { ogImage: 'https://ailleurs.fr/a.png' }],
    ['without an image, and with a long title', { title: 'Mot '.repeat(60) }],
  ])('are whole for an article %s', async (_, fields) => {
    const { jsonLd } = await articleHead(reader, samplePost(1, fields));
    expect(checkedFacts(jsonLd)).toEqual(['BlogPosting', 'Person', 'BreadcrumbList']);
  });

  it('say when the article last really changed', async () => {
    const at = '2026-11-20T10:00:00.000Z';
    const counts = { changed: 1, added: 0, removed: 0, replacedImages: 0 };
    const update = { at, ...counts, formerTitle: null, notes: [], parts: null };
    const updates = { updates: [update], passages: 1, changedAt: [] };
    const head = await articleHead(memoryReader({ posts: samplePosts(1), updates }), samplePost(1));
    expect(head.jsonLd).toMatchObject({ '@graph': [{ dateModified: at }, {}, {}] });
    expect(head.article?.modified).toBe(at);
  });

  it('are whole for the home page and the list', async () => {
    const pages = [await homePage(reader), await blogPage(reader, 1)];
    const facts = pages.map((page) => /ld\+json">(.*?)<\/script>/.exec(page?.head ?? '')?.[1] ?? '');
    expect(facts.map((json) => checkedFacts(JSON.parse(json)))).toEqual([
      ['WebSite', 'Person'],
      ['BreadcrumbList'],
    ]);
  });
});
