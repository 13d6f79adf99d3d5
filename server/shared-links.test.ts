import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkedFacts } from '#site/testing/schema-org.ts';
import { parseHead, type ReadHead } from './testing/page-head.ts';
import { pictureFacts, plainPicture } from './testing/pictures.ts';
import { instant, numberedId, postFiles, postText } from './testing/post-texts.ts';
import { startTestServer, type TestServer } from './testing/running-server.ts';

const ORIGIN = 'https://exemple.fr';
const HOSTILE = `« L’été », c’est "fini" </script><script>alert(1)</script> & <b> 🏊 ${'🚴'.repeat(60)}`;
const LIST = ['category: Finance', 'tags: [prix, marge]'];

function article(number: number, lines: readonly string[], title = `Partage ${number}`): string {
  return postText({ id: numberedId(number), title, published: instant(-number * 3_600_000), lines });
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { PUBLIC_ORIGIN: ORIGIN },
    files: {
      ...postFiles(14),
      'images/2026/haute.png': await plainPicture(300, 500),
      'images/2026/large.png': await plainPicture(1600, 400),
      'posts/2026/haute.md': article(101, [...LIST, 'ogImage: /images/2026/haute.png']),
      'posts/2026/large.md': article(102, ['coverImage: /images/2026/large.png', 'coverImageAlt: Une mer']),
      'posts/2026/sans.md': article(103, LIST, HOSTILE),
      'posts/2026/webp.md': article(104, ['ogImage: https://ailleurs.fr/a.webp']),
      'posts/2026/avif.md': article(105, [
        'ogImage: https://ailleurs.fr/a.avif?x=1',
        'coverImage: /images/2026/large.png',
      ]),
      'posts/2026/dehors.md': article(106, ['ogImage: https://ailleurs.fr/a.jpg']),
      'posts/2026/reseaux.md': article(108, [
        ...LIST,
        'excerpt: Un extrait',
        'socialTitle: Pour les réseaux',
        'socialDescription: « Autrement » dit',
        'ogImage: /images/2026/large.png',
      ]),
      'posts/2026/extrait.md': article(109, ['excerpt: "Un « extrait »"'], 'Titre & suite'),
      'posts/2026/titre.md': article(110, [], 'Titre <seul>'),
      'posts/2026/retire.md': article(107, [`unpublishAt: ${instant(-1)}`]),
    },
  });
});
afterAll(() => server.stop());

async function headOf(path: string): Promise<ReadHead> {
  return parseHead((await server.get(path)).text);
}

/** The only value of a tag, or what is wrong with it. */
function only({ tags }: ReadHead, name: string): string {
  const [value, ...others] = tags.get(name) ?? [];
  return value === undefined || others.length > 0 ? `${name}: ${tags.get(name)?.length ?? 0} times` : value;
}

const OWN = 'image/jpeg';
const CARD = 'image/png';
const PAGES = [
  { path: '/', kinds: ['WebSite', 'Person'], image: CARD },
  { path: '/blog', kinds: ['BreadcrumbList'], image: CARD },
  { path: '/blog?page=2', kinds: ['BreadcrumbList'], image: CARD },
  { path: '/blog/tag/prix', kinds: ['BreadcrumbList'], image: CARD },
  { path: '/blog/categorie/finance', kinds: ['BreadcrumbList'], image: CARD },
  { path: '/mentions-legales', kinds: [], image: CARD },
  ...(
    [
      ['haute', OWN],
      ['large', OWN],
      ['sans', CARD],
      ['webp', CARD],
      ['avif', OWN],
    ] as const
  ).map(([slug, image]) => ({
    path: `/blog/${slug}`,
    kinds: ['BlogPosting', 'Person', 'BreadcrumbList'],
    image,
  })),
] as const;

describe('what a shared link tells networks', () => {
  it.each(PAGES)('is whole and absolute at $path', async ({ path, kinds, image }) => {
    const head = await headOf(path);
    const said = (name: string) => only(head, name);
    expect(head.canonical).toBe(`${ORIGIN}${path}`);
    expect(head.tags.has('robots')).toBe(false);
    expect([said('og:url'), said('og:locale'), said('og:type'), said('twitter:card')]).toEqual([
      `${ORIGIN}${path}`,
      'fr_FR',
      kinds.some((kind) => kind === 'BlogPosting') ? 'article' : 'website',
      'summary_large_image',
    ]);
    for (const name of ['og:site_name', 'og:title', 'og:description', 'og:image:alt', 'description']) {
      expect(said(name)).toMatch(/\S/);
      expect(said(name)).not.toBe(`${name}: 0 times`);
    }
    for (const name of ['title', 'description', 'image', 'image:alt']) {
      expect(said(`twitter:${name}`)).toBe(said(`og:${name}`));
    }
    expect([said('og:image:type'), said('og:image:width'), said('og:image:height')]).toEqual([
      ...[image, '1200', '630'],
    ]);
    expect(head.jsonLd.flatMap(checkedFacts)).toEqual(kinds);
  });

  it.each(['/', '/blog/haute', '/blog/large', '/blog/sans'])(
    'names a picture that is what it says at %s',
    async (path) => {
      const head = await headOf(path);
      const url = only(head, 'og:image');
      expect(url.startsWith(`${ORIGIN}/`)).toBe(true);
      const { status, headers, bytes } = await server.get(url.slice(ORIGIN.length));
      const { format, width, height } = await pictureFacts(bytes);
      expect([status, headers['content-type']]).toEqual([200, only(head, 'og:image:type')]);
      expect({ type: `image/${format}`, width, height }).toEqual({
        type: only(head, 'og:image:type'),
        width: 1200,
        height: 630,
      });
    },
  );

  it('leaves a picture of another site as it is, and says no size of it', async () => {
    const head = await headOf('/blog/dehors');
    expect(only(head, 'og:image')).toBe('https://ailleurs.fr/a.jpg');
    expect([head.tags.has('og:image:width'), head.tags.has('og:image:type')]).toEqual([false, false]);
  });

  it('is exactly what the fields for networks say', async () => {
    const head = await headOf('/blog/reseaux');
    const { text } = await server.get('/blog/reseaux');
    expect(text).toContain('<title>Partage 108 | ');
    const expected = {
      'og:title': 'Pour les réseaux',
      'twitter:title': 'Pour les réseaux',
      description: '« Autrement » dit',
      'og:description': '« Autrement » dit',
      'twitter:description': '« Autrement » dit',
      'article:section': 'Finance',
      'article:published_time': instant(-108 * 3_600_000),
    };
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, only(head, name)]))).toEqual(
      expected,
    );
    expect(head.tags.get('article:tag')).toEqual(['prix', 'marge']);
    expect(only(head, 'og:image')).toMatch(/^https:\/\/exemple\.fr\/images\/.*large-1200x630\.jpg$/);
    expect(only(head, 'twitter:image')).toBe(only(head, 'og:image'));
    expect(head.jsonLd).toMatchObject([
      {
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': 'BlogPosting',
            url: `${ORIGIN}/blog/reseaux`,
            datePublished: expected['article:published_time'],
            inLanguage: 'fr',
          },
          { '@type': 'Person', name: only(head, 'article:author') },
          { '@type': 'BreadcrumbList' },
        ],
      },
    ]);
  });

  it.each([
    ['extrait', 'Titre & suite', 'Un « extrait »'],
    ['titre', 'Titre <seul>', 'Titre <seul>'],
  ])('falls back on the excerpt, then on the title: %s', async (slug, title, description) => {
    const head = await headOf(`/blog/${slug}`);
    expect([only(head, 'og:title'), only(head, 'twitter:title')]).toEqual([title, title]);
    const names = ['description', 'og:description', 'twitter:description'];
    expect(names.map((name) => only(head, name))).toEqual(Array(3).fill(description));
  });

  it('is of the article, in full', async () => {
    const head = await headOf('/blog/sans');
    expect([only(head, 'og:title'), only(head, 'article:section'), head.tags.get('article:tag')]).toEqual([
      ...[HOSTILE, 'Finance', ['prix', 'marge']],
    ]);
    expect(only(head, 'article:published_time')).toBe(instant(-103 * 3_600_000));
    expect(only(head, 'author')).toBe(only(head, 'article:author'));
    expect(head.jsonLd).toMatchObject([
      {
        '@graph': [
          { url: `${ORIGIN}/blog/sans`, image: [only(head, 'og:image')], author: { url: `${ORIGIN}/` } },
          {},
          {
            itemListElement: [{ item: `${ORIGIN}/` }, { item: `${ORIGIN}/blog` }, { name: HOSTILE }],
          },
        ],
      },
    ]);
    const { text } = await server.get('/blog/sans');
    expect(text).not.toContain('<script>alert');
    expect(JSON.stringify(head.jsonLd)).not.toMatch(/\\ud[89a-f]/i);
  });
});

describe('what is not to be listed', () => {
  it.each([
    ['/recherche?q=prix', 200, `${ORIGIN}/recherche`],
    ['/blog/absent', 404, null],
    ['/blog/retire', 410, null],
  ])('says so at %s', async (path, status, canonical) => {
    const answer = await server.get(path);
    const head = parseHead(answer.text);
    expect([answer.status, only(head, 'robots'), head.canonical]).toEqual([status, 'noindex', canonical]);
    expect(head.jsonLd).toEqual([]);
  });
});
