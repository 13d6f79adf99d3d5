import { describe, expect, it } from 'vitest';
import { headHtml, type PageHead } from './head.ts';

const HEAD: PageHead = {
  siteName: 'Marque',
  title: 'Titre "un" | Camille',
  description: 'Description',
  url: 'https://exemple.fr/blog/un',
  social: {
    title: 'Titre social',
    description: 'Description sociale',
    image: {
      url: 'https://exemple.fr/i.jpg',
      alt: 'Une mer',
      size: { width: 1200, height: 675 },
      type: 'image/jpeg',
    },
  },
  article: {
    author: 'Camille',
    published: '2026-11-20T08:00:00.000Z',
    modified: '2026-11-21T08:00:00.000Z',
    markdown: '/blog/un.md',
    category: 'Business',
    tags: ['prix', 'marge'],
  },
  firstImage: { avif: '/a-400.avif 400w', sizes: '92vw' },
  jsonLd: { headline: '</script><script>alert(1)' },
};

describe('headHtml', () => {
  it.each([
    '<meta charset="utf-8">',
    '<title>Titre &quot;un&quot; | Camille</title>',
    '<meta name="description" content="Description">',
    '<link rel="canonical" href="https://exemple.fr/blog/un">',
    '<meta name="color-scheme" content="dark">',
    '<meta name="theme-color" content="#0b0f17">',
    '<meta property="og:type" content="article">',
    '<meta property="og:locale" content="fr_FR">',
    '<meta property="og:site_name" content="Marque">',
    '<meta property="og:title" content="Titre social">',
    '<meta property="og:description" content="Description sociale">',
    '<meta property="og:url" content="https://exemple.fr/blog/un">',
    '<meta property="og:image" content="https://exemple.fr/i.jpg">',
    '<meta property="og:image:type" content="image/jpeg">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="675">',
    '<meta property="article:author" content="Camille">',
    '<meta property="article:published_time" content="2026-11-20T08:00:00.000Z">',
    '<meta property="article:modified_time" content="2026-11-21T08:00:00.000Z">',
    '<meta property="article:section" content="Business">',
    '<meta property="article:tag" content="marge">',
    '<meta name="twitter:card" content="summary_large_image">',
    '<meta name="twitter:title" content="Titre social">',
    '<meta name="twitter:image" content="https://exemple.fr/i.jpg">',
    '<link rel="alternate" type="application/rss+xml" title="Marque" href="/rss.xml">',
    '<link rel="alternate" type="application/feed+json" title="Marque" href="/feed.json">',
    '<link rel="alternate" type="text/markdown" title="Titre social" href="/blog/un.md">',
    '<meta name="twitter:image:alt" content="Une mer">',
    '<meta property="og:image:alt" content="Une mer">',
    '<link rel="preload" as="image" type="image/avif" imagesrcset="/a-400.avif 400w" imagesizes="92vw" fetchpriority="high">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  ])('says %s', (tag) => {
    expect(headHtml(HEAD)).toContain(tag);
  });

  it('holds one script only, of data that cannot end it', () => {
    expect(headHtml(HEAD).match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">']);
  });

  it('is a website without an article', () => {
    const html = headHtml({ ...HEAD, article: null });
    expect([html.includes('content="website"'), html.includes('article:')]).toEqual([true, false]);
  });

  it('keeps a page without address out of search engines and social cards', () => {
    const html = headHtml({ ...HEAD, url: null });
    expect([html.includes('noindex'), html.includes('canonical'), html.includes('og:')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
