import { describe, expect, it } from 'vitest';
import type { PostUpdate } from '#content/model/updates/post-updates.ts';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleImage, samplePost } from '#site/testing/samples.ts';
import { gatherArticle, renderArticle } from './article.tsx';

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
  const data = await gatherArticle(reader, post.slug);
  return data === null ? '' : renderArticle(data).body;
}

describe('gatherArticle', () => {
  it('is null when no public post has the slug', async () => {
    expect(await gatherArticle(memoryReader({ posts: [samplePost(1)] }), 'brouillon')).toBeNull();
  });

  it('shows the images of the text that are ours, with their place kept', async () => {
    const body = await article({}, '![La mer](/images/2026/mer.jpg)');
    expect(body).toMatch(/<img[^>]+\/images\/(?:ab){20}\/mer-[0-9]+\.webp[^>]*>/);
  });

  it('has no key points when the text could not be converted', async () => {
    const post = samplePost(1);
    const reader = memoryReader({ posts: [post], bodies: { [post.slug]: BODY } });
    const failing = {
      ...reader,
      markdown: () => Promise.resolve({ html: `<pre>${BODY}</pre>`, headings: [], failed: true }),
    };
    const data = await gatherArticle(failing, post.slug);
    expect(data?.article.keyPoints).toEqual([]);
  });
});

describe('renderArticle', () => {
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
    '19 novembre 2026',
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
    ];
    expect(covers.map((body) => /<figure class="cover">.*?alt="([^"]*)"/.exec(body)?.[1])).toEqual([
      'La mer au matin',
      'Article 1',
    ]);
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

  it('carries no style attribute, no handler and no script', async () => {
    const body = await article({ coverImage: '/images/2026/mer.jpg', tags: ['a', 'b'] });
    expect(body).not.toMatch(/\sstyle=|\son[a-z]+=|<script/);
  });
});

describe('what helps to read an article', () => {
  const three = '## Un\n\nA.\n\n## Deux\n\nB.\n\n### Trois\n\nC.\n\n#### Quatre\n';
  const update: PostUpdate = {
    ...{
      at: '2026-11-21T08:00:00.000Z',
      changed: 1,
      added: 0,
      removed: 0,
      replacedImages: 0,
      formerTitle: null,
    },
    ...{ notes: ['Vos questions.'], parts: [{ kind: 'added', text: '<b>&' }] },
  };

  async function page(updates: Parameters<typeof memoryReader>[0] = {}): Promise<string> {
    const posts = [samplePost(1), samplePost(2, { tags: ['prix'] }), samplePost(3, { tags: ['prix'] })];
    const reader = memoryReader({ posts, bodies: { 'article-2': three }, ...updates });
    const data = await gatherArticle(reader, 'article-2');
    return data === null ? '' : renderArticle(data).body;
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
    expect(html).toMatch(/Mis à jour le <time dateTime="2026-11-21T08:00:00.000Z">/i);
    expect(html).toContain('1 paragraphe modifié');
    expect(html).toContain('Vos questions.');
    expect(html).toContain('<ins>&lt;b&gt;&amp;</ins>');
    expect(html).toContain('data-version="2026-11-21T08:00:00.000Z" data-passages="6"');
    expect(await page()).not.toContain('Mis à jour');
  });
});
