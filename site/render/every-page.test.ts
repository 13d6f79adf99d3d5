import { describe, expect, it } from 'vitest';
import { postSummary } from '#content/contract/posts.ts';
import type { SearchAnswer } from '#content/contract/search-operations.ts';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleImage, samplePost, samplePosts } from '#site/testing/samples.ts';
import { articlePage } from './article.tsx';
import { blogPage } from './blog.tsx';
import { gonePage } from './gone.tsx';
import { homePage } from './home.tsx';
import { legalPage } from './legal.tsx';
import { notFoundPage } from './not-found.tsx';
import { previewPage } from './preview.tsx';
import type { RenderedPage } from './reader.ts';
import { searchPage } from './search.tsx';
import { topicPage } from './topic.tsx';

const BODY =
  '## Partie\n\n### Détail\n\nDu texte.[^1]\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n[^1]: Une note.\n';
const post = samplePost(1, { coverImage: '/images/2026/mer.jpg', tags: ['un', 'deux'] });
const reader = memoryReader({
  posts: [
    post,
    ...samplePosts(20)
      .slice(1)
      .map((one) => ({ ...one, tags: ['Lu'] })),
  ],
  bodies: { [post.slug]: BODY },
  images: [sampleImage('images/2026/mer.jpg')],
  capacity: { testimonialQuote: 'Bien.', testimonialAuthor: 'Une cliente' },
});

const ANSWER: SearchAnswer = {
  question: 'mer',
  total: 21,
  near: 0,
  page: 2,
  pages: 2,
  proposal: 'mère',
  posts: [
    {
      post: postSummary(post, null),
      section: { anchor: 'detail', heading: { text: 'Détail', ranges: [] } },
      title: { text: post.title, ranges: [[0, 3]] },
      snippet: { text: 'Du texte.', ranges: [[3, 8]] },
      missing: ['ciel'],
    },
  ],
};

const MER = { question: 'mer', number: 2 };

const PAGES: Readonly<Record<string, () => Promise<RenderedPage | null>>> = {
  home: () => homePage(reader),
  blog: () => blogPage(reader, 1),
  'blog, page 2': () => blogPage(reader, 2),
  'tag, page 2': () => topicPage(reader, { topic: 'tag', slug: 'lu', number: 2 }),
  search: () => searchPage({ ...reader, search: () => Promise.resolve(ANSWER) }, MER),
  'search without a result': () =>
    searchPage({ ...reader, search: () => Promise.resolve({ ...ANSWER, total: 0, posts: [] }) }, MER),
  'search that is not ready': () => searchPage(reader, MER),
  'search without a question': () => searchPage(reader, { question: '', number: 1 }),
  article: () => articlePage(reader, post.slug),
  'mentions légales': () => legalPage(reader, 'notice'),
  confidentialité: () => legalPage(reader, 'privacy'),
  'page not found': () => notFoundPage(reader, 'page'),
  'page that is gone': () => gonePage(reader, '/article'),
  'article that is gone': () => gonePage(reader, '/blog/article'),
  'preview that is over': () => previewPage(reader),
  preview: () => previewPage({ ...reader, preview: { post, until: '2026-11-27T09:05:00.000Z' } }),
};

describe.each(Object.entries(PAGES))('%s', (_name, render) => {
  async function body(): Promise<string> {
    return (await render())?.body ?? '';
  }

  it('has one h1, and no heading skips a level', async () => {
    const levels = [...(await body()).matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect([levels.filter((level) => level === 1), skips]).toEqual([[1], []]);
  });

  it('carries no style attribute, no handler and no script', async () => {
    expect(await body()).not.toMatch(/\sstyle=|\son[a-z]+=|<script/);
  });

  it('asks nothing of another site', async () => {
    expect((await body()).match(/(?:src|srcset)="(?!\/)[^"]*"/gi)).toBeNull();
  });

  it('names each place once, and every address inside the page leads to one', async () => {
    const html = await body();
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('opens other sites in tabs that know nothing of this one', async () => {
    const links = (await body()).match(/<a [^>]*target="_blank"[^>]*>/g) ?? [];
    expect(links.filter((link) => !link.includes('noopener'))).toEqual([]);
  });
});
