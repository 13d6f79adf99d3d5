import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { plainPicture } from '../testing/pictures.ts';
import { instant, numberedId, postFiles, postText, TEST_NOW } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';
import { parseXml } from '../testing/xml.ts';

const HOSTILE = '<b>Prix & marges</b> ]]> "100 %" 😀 \u0007\u000b fin';
const READABLE = '<b>Prix & marges</b> ]]> "100 %" 😀  fin';

const jsonFeedSchema = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  feed_url: z.url(),
  home_page_url: z.url(),
  language: z.string(),
  items: z.array(
    z.object({
      id: z.string().min(1),
      url: z.url(),
      title: z.string(),
      content_html: z.string(),
      image: z.url().optional(),
      date_published: z.iso.datetime({ offset: true }),
      tags: z.array(z.string()),
    }),
  ),
});

let server: TestServer;
beforeAll(async () => {
  const hostile = postText({
    title: HOSTILE,
    lines: [
      'subtitle: "Un <sous> : titre"',
      'excerpt: "a ]]> <x> & b"',
      'tags: ["<t>", "a&b", "A & B"]',
      'coverImage: /images/mer.png',
    ],
    body: 'Voir [ici](/blog/article-1) ]]> & là.\n\n<!-- À vérifier avec [Paul](/blog/article-2) -->\n',
  });
  const draft = postText({ title: 'Brouillon', isPublished: false });
  server = await startTestServer({
    files: {
      ...postFiles(60),
      'posts/2026/hostile.md': hostile,
      'posts/2026/brouillon.md': draft,
      'images/mer.png': await plainPicture(40, 30),
    },
    env: { PUBLIC_ORIGIN: 'https://exemple.fr' },
  });
});
afterAll(() => server.stop());

describe('/rss.xml', () => {
  it('is well-formed XML whatever the titles hold', async () => {
    const answer = await server.get('/rss.xml');
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ]);
    const elements = parseXml(answer.text);
    const texts = (name: string) =>
      elements.filter((element) => element.name === name).map(({ text }) => text);
    expect(texts('title')).toContain(READABLE);
    expect(texts('category')).toEqual(expect.arrayContaining(['<t>', 'a&b']));
    expect(texts('category')).not.toContain('A & B');
    expect(texts('item')).toHaveLength(50);
    expect(texts('link')).toContain('https://exemple.fr/blog/hostile');
    expect(texts('guid').every((guid) => /^urn:uuid:[0-9a-f-]{36}$/.test(guid))).toBe(true);
    expect(texts('pubDate')[0]).toBe(new Date(TEST_NOW - 86_400_000).toUTCString());
  });
});

describe('/sitemap.xml', () => {
  it('holds every public page once', async () => {
    const answer = await server.get('/sitemap.xml');
    const addresses = parseXml(answer.text)
      .filter(({ name }) => name === 'loc')
      .map(({ text }) => text);
    // The fixed pages, the articles, and the pages of their category and tags.
    expect(addresses).toHaveLength(4 + 61 + 3);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const target of addresses.slice(0, 12)) {
      expect((await server.get(target.replace('https://exemple.fr', ''))).status).toBe(200);
    }
  });

  it('tells when each was published, and which image it has', async () => {
    const { text } = await server.get('/sitemap.xml');
    const entry = /<url><loc>https:\/\/exemple\.fr\/blog\/hostile<\/loc>.*?<\/url>/.exec(text)?.[0];
    expect(entry).toContain(`<lastmod>${instant(-86_400_000)}</lastmod>`);
    const image = /<image:loc>https:\/\/exemple\.fr(.*?)<\/image:loc>/.exec(entry ?? '')?.[1] ?? '';
    expect([image, (await server.get(image)).status]).toEqual(['/images/mer.png', 200]);
  });

  it('tells when readers last saw an article change', async () => {
    const path = 'posts/2020/ancien.md';
    const published = '2020-01-01T10:00:00.000Z';
    const text = postText({ id: numberedId(900), title: 'Ancien', published });
    const lastmod = async () => {
      const sitemap = (await server.get('/sitemap.xml')).text;
      return /blog\/ancien<\/loc><lastmod>([^<]*)/.exec(sitemap)?.[1];
    };
    await server.publish({ [path]: text });
    expect(await lastmod()).toBe(published);
    await server.publish({ [path]: `${text}\nUn ajout.\n` });
    await expect.poll(lastmod).toMatch(/^2023-11-14T/);
    await server.publish({ [path]: null });
  });

  it.each([
    '/sitemap-0.xml',
    '/sitemap-2.xml',
    '/sitemap-01.xml',
    '/sitemap-1e0.xml',
    '/sitemap-x.xml',
    '/SITEMAP.XML',
    '/rss.xml/',
  ])('has no other under %s', async (target) => {
    expect((await server.get(target)).status).toBe(404);
  });
});

describe('/feed.json', () => {
  it('is a JSON Feed 1.1 with whole texts, each address absolute', async () => {
    const answer = await server.get('/feed.json');
    expect(answer.headers['content-type']).toMatch(/^application\/feed\+json/);
    const feed = jsonFeedSchema.parse(JSON.parse(answer.text));
    expect([feed.feed_url, feed.items.length]).toEqual(['https://exemple.fr/feed.json', 50]);
    const hostile = feed.items.find(({ url }) => url.endsWith('/hostile'));
    expect(hostile).toMatchObject({ title: expect.stringContaining('Prix & marges') as unknown });
    expect(hostile?.content_html).toBe(
      '<p><em>Un &lt;sous&gt;\u00a0: titre</em></p>\n<p>Voir <a href="https://exemple.fr/blog/article-1">ici</a> ]]&gt; &amp; là.</p>',
    );
    const rss = parseXml((await server.get('/rss.xml')).text);
    const contents = rss.filter(({ name }) => name === 'content:encoded').map(({ text }) => text);
    expect(contents).toContain(hostile?.content_html);
  });

  it.each(['/feed.json', '/rss.xml'])('%s is 304 to whoever has it', async (path) => {
    const { headers } = await server.get(path);
    for (const had of [
      { 'If-None-Match': headers.etag ?? '' },
      { 'If-Modified-Since': headers['last-modified'] ?? '' },
    ]) {
      expect((await server.get(path, { headers: had })).status).toBe(304);
    }
  });
});

describe('an article for programs', () => {
  it('is Markdown at its address with .md, which its page and llms.txt name', async () => {
    const { text, headers, status } = await server.get('/blog/hostile.md');
    expect([status, headers['content-type'], headers['x-robots-tag'], headers['link']]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      'noindex',
      '<https://exemple.fr/blog/hostile>; rel="canonical"',
    ]);
    expect(text).toMatch(/\n\nVoir \[ici\]\(https:\/\/exemple\.fr\/blog\/article-1\) \]\]> & là\.\n$/);
    expect(text).toMatch(/^# .+\n\nUn <sous> : titre\n\n/);
    expect((await server.get('/blog/hostile')).text).toContain('type="text/markdown"');
    const list = (await server.get('/llms.txt')).text;
    expect(list).toMatch(/^# .+\n\n> .+\n/);
    expect(list.match(/^- \[.*\]\(https:\/\/exemple\.fr\/blog\/[a-z0-9-]+\.md\)/gm)).toHaveLength(61);
  });

  it('is only there for what is public', async () => {
    for (const path of ['/blog/absent.md', '/blog/brouillon.md']) {
      expect((await server.get(path)).status).toBe(404);
    }
    const nameless = await server.get('/blog/.md');
    expect([nameless.status, nameless.headers.location, nameless.text]).toEqual([301, '/blog', '']);
    expect((await server.get('/llms.txt')).text).not.toContain('brouillon');
  });
});

describe('other files for programs', () => {
  it('robots.txt names the sitemap and closes the back-office', async () => {
    const { text } = await server.get('/robots.txt');
    expect(text).toContain('Sitemap: https://exemple.fr/sitemap.xml\n');
    // RFC 9309 §2.2.2: a rule is what an address begins with, or is whole where the rule ends with « $ ».
    const rules = [...text.matchAll(/^Disallow: ([^$\n]+)(\$?)$/gm)].map(([, path = '', end]) => ({
      path,
      end,
    }));
    const isClosed = (address: string) =>
      rules.some(({ path, end }) => (end === '$' ? address === path : address.startsWith(path)));
    const closed = [
      '/admin',
      '/admin/articles',
      '/auth',
      '/auth?x',
      '/api/posts',
      '/init-data',
      '/upload-debug',
    ];
    const open = ['/', '/blog/a', '/administration-de-societes', '/authentique', '/init-data-et-moi'];
    expect([closed.filter(isClosed), open.filter(isClosed)]).toEqual([closed, []]);
  });

  it('security.txt never expires, even when nothing is published for a year', async () => {
    const expires = async () => {
      const { text } = await server.get('/.well-known/security.txt');
      return Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
    };
    expect(await expires()).toBeGreaterThan(TEST_NOW);
    server.setClock(TEST_NOW + 366 * 86_400_000);
    expect(await expires()).toBeGreaterThan(TEST_NOW + 366 * 86_400_000);
    server.setClock(TEST_NOW);
  });

  it('security.txt has an address of the Web where the settings say an e-mail address alone', async () => {
    const site = `${server.content.git('show', 'main:site.yml')}\n`;
    await server.publish({
      'site.yml': site.replace(/securityContact: .*/, 'securityContact: a@exemple.fr'),
    });
    expect((await server.get('/.well-known/security.txt')).text).toMatch(/^Contact: mailto:a@exemple\.fr$/m);
  });

  it('speculation rules are JSON of their own type, named by every page', async () => {
    const answer = await server.get('/speculation-rules.json');
    expect(answer.headers['content-type']).toMatch(/^application\/speculationrules\+json/);
    expect(z.object({ prefetch: z.array(z.unknown()) }).safeParse(JSON.parse(answer.text)).success).toBe(
      true,
    );
    expect((await server.get('/')).headers['speculation-rules']).toBe('"/speculation-rules.json"');
  });
});
