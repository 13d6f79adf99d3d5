import { describe, expect, it } from 'vitest';
import { feedsOf, filesOf, itemsOf, recognized, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();
const PICTURE = Buffer.from('picture');

describe('a Ghost export', () => {
  const EXPORT = {
    db: [
      {
        meta: { exported_on: 1_600_000_000_000, version: '5.0.0' },
        data: {
          posts: [
            {
              id: '1',
              title: 'Un premier',
              slug: 'premier',
              html: '<p>Bonjour <a href="__GHOST_URL__/second/">là</a>.</p><figure class="kg-card"><img src="__GHOST_URL__/content/images/2020/01/vue.jpg" alt="Vue"></figure>',
              status: 'published',
              visibility: 'public',
              published_at: '2020-01-02T10:00:00.000Z',
              feature_image: '__GHOST_URL__/content/images/2020/01/vue.jpg',
            },
            {
              id: '2',
              title: 'Second',
              slug: 'second',
              html: null,
              lexical: JSON.stringify({
                root: {
                  type: 'root',
                  children: [
                    { type: 'heading', tag: 'h2', children: [{ type: 'text', text: 'Un titre' }] },
                    {
                      type: 'paragraph',
                      children: [
                        { type: 'text', text: 'Du ' },
                        { type: 'text', text: 'gras', format: 1 },
                      ],
                    },
                    { type: 'markdown', markdown: '- un\n- deux' },
                  ],
                },
              }),
              status: 'published',
              visibility: 'members',
              published_at: '2020-02-02T10:00:00.000Z',
            },
            {
              id: '3',
              title: 'Page',
              slug: 'page',
              type: 'page',
              status: 'draft',
              mobiledoc: JSON.stringify({
                version: '0.3.1',
                markups: [],
                atoms: [],
                cards: [],
                sections: [[1, 'p', [[0, [], 0, 'Des mots.']]]],
              }),
            },
          ],
          tags: [
            { id: 't1', name: 'Voyages', slug: 'voyages', visibility: 'public' },
            { id: 't2', name: '#interne', slug: 'hash-interne', visibility: 'internal' },
          ],
          posts_tags: [
            { post_id: '1', tag_id: 't1', sort_order: 0 },
            { post_id: '1', tag_id: 't2', sort_order: 1 },
          ],
          users: [
            {
              id: 'u1',
              name: 'Claire Exemple',
              slug: 'claire',
              email: 'claire@example.org',
              password: '$2a$10$x',
            },
          ],
          posts_authors: [{ post_id: '1', author_id: 'u1', sort_order: 0 }],
          posts_meta: [{ post_id: '1', og_title: 'Pour les réseaux' }],
          settings: [{ key: 'title', value: 'Carnet' }],
          members: [{ id: 'm1', email: 'lecteur@example.org' }],
        },
      },
    ],
  };

  it('keeps every word of each form of text, and no address of a person', async () => {
    const items = await itemsOf(
      await exports.zip({ 'ghost.json': JSON.stringify(EXPORT), 'content/images/2020/01/vue.jpg': PICTURE }),
    );
    expect(items[0]).toMatchObject({ system: 'ghost', title: 'Carnet' });
    const [first, second, page] = textsOf(items);
    expect(first).toMatchObject({
      state: 'published',
      published: '2020-01-02T10:00:00.000Z',
      categories: ['Voyages'],
      tags: [],
      author: 'Claire Exemple',
      socialTitle: 'Pour les réseaux',
      addresses: ['/premier/'],
      cover: '/content/images/2020/01/vue.jpg',
    });
    expect(first?.content).toContain('[là](/second/)');
    expect(first?.content).toContain('![Vue](/content/images/2020/01/vue.jpg)');
    expect(second).toMatchObject({ state: 'private' });
    expect(second?.content).toContain('## Un titre');
    expect(second?.content).toContain('Du **gras**');
    expect(second?.content).toMatch(/un\n[-*] deux/);
    expect(page).toMatchObject({ type: 'page', state: 'draft', content: 'Des mots.' });
    expect(filesOf(items)).toMatchObject([
      { addresses: expect.arrayContaining(['/content/images/2020/01/vue.jpg']) as unknown },
    ]);
    expect(feedsOf(items)).toEqual(['/rss/', '/feed/', '/tag/voyages/rss/', '/author/claire/rss/']);
    expect(JSON.stringify(items)).not.toMatch(/@example\.org|\$2a/);
  });

  it.each([
    ['/:year/:month/:day/:slug/', '', ['/2020/01/03/premier/', '/2020/01/02/premier/', '/premier/']],
    [
      '/:slug/',
      'collections:\n  /blog/:\n    permalink: /blog/{primary_tag}/{slug}/\n',
      ['/blog/voyages/premier/', '/premier/'],
    ],
    ['/:slug/', 'collections:\n  /:\n    permalink: "{globals.permalinks}"\n', ['/premier/']],
  ])(
    'has its posts where the settings say (%s, %j), and at their slugs',
    async (value, routes, addresses) => {
      const text = JSON.stringify(EXPORT)
        .replace('2020-01-02T10:00', '2020-01-02T23:30')
        .replace('"settings":[', `"settings":[{"key":"permalinks","value":"${value}"},`);
      const items = await itemsOf(await exports.zip({ 'ghost.json': text, 'routes.yaml': routes }));
      expect(textsOf(items).map((one) => one.addresses)).toEqual([addresses, expect.anything(), ['/page/']]);
    },
  );

  it('is read alone as well', async () => {
    const file = exports.file('autre-nom.txt', JSON.stringify(EXPORT));
    expect(await recognized(file)).toEqual({ kind: 'known', system: 'ghost' });
  });

  it('is said to be incomplete wherever it was cut', async () => {
    const whole = JSON.stringify(EXPORT);
    const at = (sign: string) => whole.slice(0, whole.indexOf(sign));
    for (const cut of [at(':1600000000000'), at('"data"'), at('Second'), whole.slice(0, -1)])
      expect(await recognized(exports.file('ghost.json', cut)), cut).toEqual({
        kind: 'refused',
        reason: expect.stringContaining('incomplet') as unknown,
      });
  });

  it.each([
    ['a text', `"html":"${'a'.repeat(40_000_000)}"`],
    [
      'a value that nests without end',
      `"html":"<p>x</p>","autre":${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ],
  ])('is refused where it holds %s out of measure', async (_, written) => {
    const file = exports.file(
      'ghost.json',
      JSON.stringify(EXPORT).replace('"id":"1"', `"id":"1",${written}`),
    );
    expect(await recognized(file)).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('démesuré') as unknown,
    });
  });
});
