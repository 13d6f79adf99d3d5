import { describe, expect, it } from 'vitest';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleImage, samplePost } from '#site/testing/samples.ts';
import { articleHead } from './article-head.ts';
import { headHtml } from './head.ts';

const reader = memoryReader({
  images: [sampleImage('images/2026/mer.jpg'), sampleImage('images/2026/carte.png')],
});

describe('articleHead', () => {
  it('is titled after the post and its author', async () => {
    const { title, url } = await articleHead(reader, samplePost(7));
    expect([title, url]).toEqual(['Article 7 | Camille Durand', 'https://exemple.fr/blog/article-7']);
  });

  it.each([
    [{ socialDescription: 'Sociale', excerpt: 'Extrait' }, 'Sociale'],
    [{ socialDescription: null, excerpt: 'Extrait' }, 'Extrait'],
    [{ socialDescription: ' ', excerpt: '' }, 'Article 1'],
  ])(
    'describes with the social description, else the excerpt, else the title: %j',
    async (fields, expected) => {
      const { description, social } = await articleHead(reader, samplePost(1, fields));
      expect([description, social.description]).toEqual([expected, expected]);
    },
  );

  it.each([
    ['Autre titre', 'Autre titre'],
    [null, 'Article 1'],
    ['', 'Article 1'],
  ])('shares the social title %j as %j', async (socialTitle, expected) => {
    const { social } = await articleHead(reader, samplePost(1, { socialTitle }));
    expect(social.title).toBe(expected);
  });

  it('shows ogImage, else coverImage, as an absolute JPEG of 1200 pixels when it is ours', async () => {
    const cover = { coverImage: '/images/2026/mer.jpg' };
    const images = await Promise.all(
      [cover, { ...cover, ogImage: '/images/2026/carte.png' }].map(async (fields) => {
        const { social } = await articleHead(reader, samplePost(1, fields));
        return social.image;
      }),
    );
    expect(images.map((image) => [image?.url, image?.size])).toEqual([
      [`https://exemple.fr/images/${'ab'.repeat(20)}/mer-1200.jpg`, { width: 1200, height: 675 }],
      [`https://exemple.fr/images/${'ab'.repeat(20)}/carte-1200.jpg`, { width: 1200, height: 675 }],
    ]);
  });

  it('prefixes with the origin an image that is none of ours', async () => {
    const { social } = await articleHead(reader, samplePost(1, { ogImage: '/media/a.png' }));
    expect([social.image?.url, social.image?.size]).toEqual(['https://exemple.fr/media/a.png', null]);
  });

  it('has no image when the post has none', async () => {
    const { social } = await articleHead(reader, samplePost(1));
    expect(social.image).toBeNull();
  });

  it('tells search engines the article, its author and where it stands', async () => {
    const { jsonLd } = await articleHead(reader, samplePost(1));
    expect(jsonLd).toMatchObject({
      '@graph': [
        { '@type': 'Article', headline: 'Article 1', datePublished: '2026-11-19T00:00:00.000Z' },
        { '@type': 'Person', name: 'Camille Durand' },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [{ position: 1 }, { position: 2 }, { position: 3, name: 'Article 1' }],
        },
      ],
    });
  });

  it('survives a title that tries to leave its attribute', async () => {
    const head = await articleHead(reader, samplePost(1, { title: '"><script>alert(1)</script>' }));
    expect(headHtml(head)).not.toContain('<script>');
  });
});
