import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleImage, samplePost, samplePosts } from '#site/testing/samples.ts';
import { articleHead } from './article-head.ts';
import { gatherBlog } from './blog.tsx';
import { gatherHome } from './home.tsx';

const absolute = z.url({ protocol: /^https$/ });
const instant = z.iso.datetime({ offset: true });
const personId = z.object({ '@id': absolute });

/** What schema.org and the search engines that read it ask of each kind. */
const KINDS = {
  BlogPosting: z.object({
    headline: z.string().min(1).max(110),
    description: z.string(),
    url: absolute,
    mainEntityOfPage: absolute,
    inLanguage: z.literal('fr'),
    image: z.union([
      absolute,
      z.object({ '@type': z.literal('ImageObject'), url: absolute, width: z.number(), height: z.number() }),
    ]),
    datePublished: instant,
    dateModified: instant,
    author: personId,
    publisher: personId,
  }),
  Person: z.object({
    '@id': absolute,
    name: z.string(),
    url: absolute,
    sameAs: z.array(absolute).optional(),
  }),
  BreadcrumbList: z.object({
    itemListElement: z
      .array(
        z.object({
          '@type': z.literal('ListItem'),
          position: z.number().int().positive(),
          name: z.string().min(1),
          item: absolute,
        }),
      )
      .min(2),
  }),
  WebSite: z.object({
    url: absolute,
    name: z.string().min(1),
    potentialAction: z.object({
      '@type': z.literal('SearchAction'),
      target: z.object({
        '@type': z.literal('EntryPoint'),
        urlTemplate: z.literal('https://exemple.fr/recherche?q={search_term_string}'),
      }),
      'query-input': z.literal('required name=search_term_string'),
    }),
  }),
} as const;

const graphSchema = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(
    z.looseObject({ '@type': z.enum(['BlogPosting', 'Person', 'BreadcrumbList', 'WebSite']) }),
  ),
});

/** The kinds a page tells of; throws when one lacks what it needs. */
function checked(jsonLd: unknown): readonly string[] {
  return graphSchema.parse(jsonLd)['@graph'].map((fact) => {
    KINDS[fact['@type']].parse(fact);
    return fact['@type'];
  });
}

const reader = memoryReader({ posts: samplePosts(3), images: [sampleImage('images/2026/mer.jpg')] });

describe('the facts for search engines', () => {
  it.each([
    ['with a cover', { coverImage: '/images/2026/mer.jpg' }],
    ['with an image of another site', { ogImage: 'https://ailleurs.fr/a.png' }],
    ['without an image, and with a long title', { title: 'Mot '.repeat(60) }],
  ])('are whole for an article %s', async (_, fields) => {
    const { jsonLd } = await articleHead(reader, samplePost(1, fields));
    expect(checked(jsonLd)).toEqual(['BlogPosting', 'Person', 'BreadcrumbList']);
  });

  it('say when the article last really changed', async () => {
    const at = '2026-11-20T10:00:00.000Z';
    const update = { at, changed: 1, added: 0, removed: 0, formerTitle: null, notes: [], parts: null };
    const updates = { updates: [update], passages: 1, changedAt: [] };
    const head = await articleHead(memoryReader({ posts: samplePosts(1), updates }), samplePost(1));
    expect(head.jsonLd).toMatchObject({ '@graph': [{ dateModified: at }, {}, {}] });
    expect(head.article?.modified).toBe(at);
  });

  it('are whole for the home page and the list', async () => {
    const home = await gatherHome(reader);
    const blog = await gatherBlog(reader, 1);
    expect([checked(home.head.jsonLd), checked(blog?.head.jsonLd)]).toEqual([
      ['WebSite', 'Person'],
      ['BreadcrumbList'],
    ]);
  });
});
