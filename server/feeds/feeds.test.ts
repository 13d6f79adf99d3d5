import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { postFiles, postText, TEST_NOW } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';
import { parseXml } from '../testing/xml.ts';

const HOSTILE = '<b>Prix & marges</b> ]]> "100 %" 😀 \u0007\u000b fin';
const READABLE = '<b>Prix & marges</b> ]]> "100 %" 😀  fin';

let server: TestServer;
beforeAll(async () => {
  const hostile = postText({ title: HOSTILE, lines: ['excerpt: "a ]]> <x> & b"', 'tags: ["<t>", "a&b"]'] });
  server = await startTestServer({
    files: { ...postFiles(60), 'posts/2026/hostile.md': hostile },
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
    expect(addresses).toHaveLength(4 + 61);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const target of addresses.slice(0, 8)) {
      expect((await server.get(target.replace('https://exemple.fr', ''))).status).toBe(200);
    }
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

describe('other files for programs', () => {
  it('robots.txt names the sitemap and closes the back-office', async () => {
    const { text } = await server.get('/robots.txt');
    expect(text).toContain('Sitemap: https://exemple.fr/sitemap.xml\n');
    for (const path of ['/admin', '/api/', '/init-data']) expect(text).toContain(`Disallow: ${path}\n`);
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

  it('speculation rules are JSON of their own type, named by every page', async () => {
    const answer = await server.get('/speculation-rules.json');
    expect(answer.headers['content-type']).toMatch(/^application\/speculationrules\+json/);
    expect(z.object({ prefetch: z.array(z.unknown()) }).safeParse(JSON.parse(answer.text)).success).toBe(
      true,
    );
    expect((await server.get('/')).headers['speculation-rules']).toBe('"/speculation-rules.json"');
  });
});
