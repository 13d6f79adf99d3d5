import { describe, expect, it } from 'vitest';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleImage, samplePost } from '#site/testing/samples.ts';
import { articleHead } from './article-head.ts';
import { headHtml } from './head.ts';

const reader = memoryReader({
  images: [sampleImage('images/2026/mer.jpg'), sampleImage('images/2026/carte.png')],
});

const CARD = /^https:\/\/exemple\.fr\/social\/00000000-0000-4000-8000-000000000001\/[0-9a-f]{16}\.png$/;

describe('articleHead', () => {
  it('is titled after the post and its author', async () => {
    const { title, url } = await articleHead(reader, samplePost(7));
    expect([title, url]).toEqual(['Article 7 | Camille Durand', 'https://exemple.fr/blog/article-7']);
  });

  it('tells search engines the subtitle, where there is one', async () => {
    const factsWith = async (subtitle: string | null) =>
      JSON.stringify((await articleHead(reader, samplePost(1, { subtitle }))).jsonLd);
    expect(await factsWith('Une suite')).toContain('"alternativeHeadline":"Une suite"');
    expect(await factsWith(null)).not.toContain('alternativeHeadline');
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

  it('shows ogImage, else coverImage, as an absolute JPEG of 1200 × 630 when it is ours', async () => {
    const cover = { coverImage: '/images/2026/mer.jpg' };
    const images = await Promise.all(
      [cover, { ...cover, ogImage: '/images/2026/carte.png' }].map(async (fields) => {
        const { social } = await articleHead(reader, samplePost(1, fields));
        return social.image;
      }),
    );
    expect(images.map((image) => [image?.url, image?.size])).toEqual([
      [`https://exemple.fr/images/${'ab'.repeat(20)}/mer-1200x630.jpg`, { width: 1200, height: 630 }],
      [`https://exemple.fr/images/${'ab'.repeat(20)}/carte-1200x630.jpg`, { width: 1200, height: 630 }],
    ]);
  });

  it.each(['https://ailleurs.fr/a.png?b=1', 'HTTP://ailleurs.fr/a.png'])(
    'shows %s of another site as it is',
    async (ogImage) => {
      const { social } = await articleHead(reader, samplePost(1, { ogImage }));
      expect([social.image?.url, social.image?.size]).toEqual([new URL(ogImage).href, null]);
    },
  );

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'ftp://ailleurs.fr/a.png',
    '//ailleurs.fr/a.png',
    'https://',
    'https://ailleurs.fr/a.WebP?w=1200',
    'https://ailleurs.fr/a.avif',
    '/media/a.png',
    '/images/2026/absente.png',
    '/images/../secret.png',
    'n’importe quoi',
    ' ',
  ])('passes over %j as ogImage for the cover, and as cover for none', async (address) => {
    const cover = await articleHead(
      reader,
      samplePost(1, { ogImage: address, coverImage: '/images/2026/mer.jpg' }),
    );
    const none = await articleHead(reader, samplePost(1, { ogImage: address, coverImage: address }));
    expect(cover.social.image?.url).toBe(`https://exemple.fr/images/${'ab'.repeat(20)}/mer-1200x630.jpg`);
    expect(none.social.image?.url).toMatch(CARD);
    expect(none.social.image?.size).toEqual({ width: 1200, height: 630 });
  });

  it('has the card drawn for it when the post has no image, and none in a preview', async () => {
    const post = samplePost(1);
    const { social } = await articleHead(reader, post);
    const preview = { post, until: '2026-11-21T00:00:00.000Z' };
    const previewed = await articleHead({ ...reader, preview }, post);
    expect(social.image?.url).toMatch(CARD);
    expect(previewed.social.image).toBeNull();
  });

  it('tells search engines the article, its author and where it stands', async () => {
    const { jsonLd } = await articleHead(reader, samplePost(1));
    expect(jsonLd).toMatchObject({
      '@graph': [
        { '@type': 'BlogPosting', headline: 'Article 1', datePublished: '2026-11-19T00:00:00.000Z' },
        { '@type': 'Person', name: 'Camille Durand' },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [{ position: 1 }, { position: 2 }, { position: 3, name: 'Article 1' }],
        },
      ],
    });
  });

  it('gives search engines the tags as keywords', async () => {
    const { jsonLd } = await articleHead(reader, samplePost(1, { tags: ['trésorerie', 'prix'] }));
    expect(JSON.stringify(jsonLd)).toContain('"keywords":"trésorerie, prix"');
  });

  it('leaves keywords out when there are no tags', async () => {
    const { jsonLd } = await articleHead(reader, samplePost(1, { tags: [] }));
    expect(JSON.stringify(jsonLd)).not.toContain('keywords');
  });

  it('survives a title that tries to leave its attribute', async () => {
    const head = await articleHead(reader, samplePost(1, { title: '"><script>alert(1)</script>' }));
    expect(headHtml(head)).not.toContain('<script>');
  });
});
