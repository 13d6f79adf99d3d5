import { describe, expect, it } from 'vitest';
import { rawMarkdown } from '#content/model/markdown/rendered.ts';
import { cardAddress } from '#content/model/social-card.ts';
import type { PostUpdate } from '#content/model/updates/post-updates.ts';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleImage, samplePost, sampleSite } from '#site/testing/samples.ts';
import { articleHead, articlePage } from './article.tsx';
import { headHtml } from './head.ts';

const BODY = `## Une partie

Un paragraphe unique et reconnaissable.

- Une marge de 35 % protège chaque contrat de vos clients
`;

async function article(fields: Parameters<typeof samplePost>[1] = {}, body = BODY): Promise<string> {
  const post = samplePost(1, fields);
  const reader = memoryReader({
    posts: [post],
    bodies: { [post.slug]: body },
    images: [sampleImage('images/2026/mer.jpg')],
  });
  return (await articlePage(reader, post.slug))?.body ?? '';
}

describe('articlePage', () => {
  it('is null when no public post has the slug', async () => {
    expect(await articlePage(memoryReader({ posts: [samplePost(1)] }), 'brouillon')).toBeNull();
  });

  it('shows the images of the text that are ours, with their place kept', async () => {
    const body = await article({}, '![La mer](/images/2026/mer.jpg)');
    expect(body).toMatch(/<img[^>]+\/images\/(?:ab){20}\/mer-[0-9]+\.webp[^>]*>/);
  });

  it.each([
    ['an apostrophe', "![x](/images/2026/l'équipe.jpg)"],
    ['a blank', '![x](</images/2026/ma photo.jpg>)'],
    ['a blank escaped, and not its accents', '![x](/images/2026/Capture%20d’écran.jpg)'],
    ['all its signs escaped', '![x](/images/2026/Capture%20d%E2%80%99%C3%A9cran.jpg)'],
    ['an escape of Markdown', '![x](/images/2026/photo\\_1.jpg)'],
    ['the site’s own origin', '![x](https://exemple.fr/images/2026/mer.jpg)'],
    ['a quotation mark in its title', '![x](/images/2026/mer.jpg "La \\"Belle\\" au port")'],
    ['a line of its own', '![x](\n/images/2026/mer.jpg)'],
    ['a tag over two lines', '<img alt="x"\nsrc="https://exemple.fr/images/2026/mer.jpg">'],
    ['a definition', '![x][mer]\n\n[mer]: </images/2026/ma photo.jpg>'],
    ['a definition in a list', '- ![x][mer]\n- [mer]: /images/2026/mer.jpg'],
    ['a list, after an empty line', '1. Un\n\n    ![x](/images/2026/mer.jpg)'],
    ['a list, after code', '- Un\n\n    `code` ![x](/images/2026/mer.jpg)'],
    ['a paragraph, after what is no fence', 'Un\n    ```js\n![x](/images/2026/mer.jpg)'],
  ])('shows readers an image whose address is written with %s', async (_, source) => {
    const post = samplePost(1);
    const names = ['mer', "l'équipe", 'ma photo', 'photo_1', 'Capture d’écran'];
    const images = names.map((name) => sampleImage(`images/2026/${name}.jpg`));
    const reader = memoryReader({ posts: [post], bodies: { [post.slug]: source }, images });
    expect((await articlePage(reader, post.slug))?.body).toMatch(/<img[^>]* alt="x">/);
  });

  it('has no key points when the text could not be converted', async () => {
    const post = samplePost(1);
    const reader = memoryReader({ posts: [post], bodies: { [post.slug]: BODY } });
    const failing = { ...reader, markdown: () => Promise.resolve(rawMarkdown(BODY)) };
    const page = await articlePage(failing, post.slug);
    expect([page?.body.includes('unique et reconnaissable'), page?.body.includes('Points clés')]).toEqual([
      true,
      false,
    ]);
  });

  it('says its date in full on small screens too, where cards have a short one', async () => {
    const body = await article({ published: '2026-09-01T22:30:00.000Z' });
    expect(body).toMatch(
      /Publié le <time dateTime="2026-09-01T22:30:00.000Z">2\u00a0septembre 2026<\/time>/i,
    );
  });

  it('shows a subtitle under the title, in one group with it, and none where there is none', async () => {
    expect(await article({ subtitle: 'Une suite : la vraie' })).toContain(
      '<hgroup><h1>Article 1</h1><p class="subtitle">Une suite\u00a0: la vraie</p></hgroup>',
    );
    for (const subtitle of [null, ' ']) expect(await article({ subtitle })).not.toContain('<hgroup>');
  });

  it.each([
    'Retour au blog',
    'Article 1',
    'Extrait 1',
    'Camille Durand',
    '19\u00a0novembre 2026',
    '4 min',
    'Version mobile optimisée',
    'Points clés',
    'Chiffre clé',
    'Lire l&#x27;article complet',
    'Version complète adaptée pour une lecture approfondie',
    'Version complète',
    'Version courte',
    'À propos de l&#x27;auteur',
    'Me contacter sur Telegram',
  ])('says « %s »', async (text) => {
    expect(await article()).toContain(text);
  });

  it('holds the text once, and its excerpt once', async () => {
    const body = await article({ excerpt: 'Un extrait sans pareil' });
    expect([body.split('reconnaissable').length, body.split('<p class="standfirst">').length]).toEqual([
      2, 2,
    ]);
  });

  it('describes the cover by its own text, else by the title', async () => {
    const coverImage = '/images/2026/mer.jpg';
    const covers = [
      await article({ coverImage, coverImageAlt: 'La mer au matin' }),
      await article({ coverImage, coverImageAlt: '' }),
      await article({ coverImage, coverImageAlt: ' ' }),
    ];
    expect(covers.map((body) => /<figure class="cover">.*?alt="([^"]*)"/.exec(body)?.[1])).toEqual([
      'La mer au matin',
      'Article 1',
      'Article 1',
    ]);
  });

  it('tells networks the text of the cover where they show the cover, and no other picture', async () => {
    const images = ['mer', 'banniere'].map((name) => sampleImage(`images/2026/${name}.jpg`));
    const cover = { coverImage: '/images/2026/mer.jpg', coverImageAlt: 'La mer au matin' };
    const given = [
      cover,
      { ...cover, ogImage: '/images/2026/banniere.jpg' },
      { ...cover, ogImage: '/images/x.jpg' },
    ];
    const heads = given.map((fields) => articleHead(memoryReader({ images }), samplePost(1, fields)));
    expect((await Promise.all(heads)).map(({ social }) => social.image?.alt)).toEqual([
      'La mer au matin',
      'Article 1',
      'La mer au matin',
    ]);
  });

  it('is drawn a card of its category, and of what its owner does where it is a page', async () => {
    const posts = [samplePost(1, { category: 'Prix' }), samplePost(2, { isPage: true })];
    const heads = await Promise.all(posts.map((post) => articleHead(memoryReader(), post)));
    const cards = posts.map(({ id, title }, index) => {
      const category = index === 0 ? 'Prix' : 'Conseil';
      return `https://exemple.fr${cardAddress(id, { brand: 'Marque', category, title, logo: null })}`;
    });
    expect(heads.map(({ social }) => social.image?.url)).toEqual(cards);
  });

  it('has no figure without a cover', async () => {
    expect(await article()).not.toContain('class="cover"');
  });

  it('opens the full text, and comes back, by addresses inside the page', async () => {
    const body = await article();
    const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !body.includes(`id="${id}"`))).toEqual([]);
  });

  it('opens the messaging app in a new tab that knows nothing of this one', async () => {
    expect(await article()).toMatch(
      /<a class="button" href="https:\/\/t\.me\/camille" target="_blank" rel="noopener"/,
    );
  });

  it.each(['https://wa.me/33600000000', 'https://not-t.me/camille'])(
    'names no messaging app where the owner has another (%s)',
    async (profile) => {
      const post = samplePost(1);
      const site = { ...sampleSite(), contact: { ...sampleSite().contact, profile } };
      const reader = memoryReader({ posts: [post], bodies: { [post.slug]: BODY }, site });
      const { body = '' } = (await articlePage(reader, post.slug)) ?? {};
      expect(body).toMatch(/Me contacter<span/);
      expect(body).not.toContain('Telegram');
    },
  );

  it('carries no style attribute, no handler and no script', async () => {
    const body = await article({ coverImage: '/images/2026/mer.jpg', tags: ['a', 'b'] });
    expect(body).not.toMatch(/\sstyle=|\son[a-z]+=|<script/);
  });
});

describe('what helps to read an article', () => {
  const three = '## Un\n\nA.\n\n## Deux\n\nB.\n\n### Trois\n\nC.\n\n#### Quatre\n';
  const update: PostUpdate = {
    at: '2026-11-21T08:00:00.000Z',
    changed: 1,
    added: 0,
    removed: 0,
    replacedImages: 0,
    formerTitle: null,
    notes: ['Vos questions.'],
    parts: [{ kind: 'added', text: '<b>&' }],
  };

  async function page(updates: Parameters<typeof memoryReader>[0] = {}): Promise<string> {
    const posts = [samplePost(1), samplePost(2, { tags: ['prix'] }), samplePost(3, { tags: ['prix'] })];
    const reader = memoryReader({ posts, bodies: { 'article-2': three }, ...updates });
    return (await articlePage(reader, 'article-2'))?.body ?? '';
  }

  it('lists titles of two levels, from three on', async () => {
    const html = await page();
    expect(html.match(/<a href="#(?:un|deux|trois)">/g)).toHaveLength(6);
    expect(html).not.toContain('href="#quatre"');
    expect(await article({}, '## Un\n\n## Deux\n')).not.toContain('Sommaire');
  });

  it('leads to the articles beside it, and to those close to it', async () => {
    const html = await page();
    expect(html).toMatch(/rel="prev" href="\/blog\/article-3"/);
    expect(html).toMatch(/rel="next" href="\/blog\/article-1"/);
    expect(html.indexOf('À lire ensuite')).toBeLessThan(html.lastIndexOf('href="/blog/article-3"'));
  });

  it('says when and how it changed, and tells the browser where', async () => {
    const html = await page({ updates: { updates: [update], passages: 6, changedAt: [[1, update.at]] } });
    expect(html).toMatch(
      /Mis à jour le <time dateTime="2026-11-21T08:00:00.000Z">21\u00a0novembre 2026<\/time>/i,
    );
    expect(html).toContain('1 paragraphe modifié');
    expect(html).toContain('Vos questions.');
    expect(html).toContain('<ins>&lt;b&gt;&amp;</ins>');
    expect(html).toContain('data-version="2026-11-21T08:00:00.000Z" data-passages="6"');
    expect(await page()).not.toContain('Mis à jour');
  });
});

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

  it('gives search engines the tags as keywords, each once', async () => {
    const { jsonLd } = await articleHead(reader, samplePost(1, { tags: ['trésorerie', 'prix', 'Prix'] }));
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
