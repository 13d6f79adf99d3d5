import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../testing/exchange.ts';
import { postFiles } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

/** Enough for a second page of the list. */
const POSTS = 14;
const PAGES = ['/', '/blog', '/blog?page=2', '/blog/article-1', '/mentions-legales', '/confidentialite'];
const MISSING = ['/absent', '/blog/absent', '/blog?page=0'];
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    files: { ...postFiles(POSTS), 'redirects.yml': '/blog/ancien: /blog/article-1\n' },
  });
});
afterAll(() => server.stop());

const encoded = (target: string, encoding: string, method = 'GET') =>
  server.get(target, { method, headers: { 'Accept-Encoding': encoding } });

/** The answer as it was sent, its moment apart. */
function sent({ status, rawHeaders, bytes }: Answer): unknown {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, at) =>
    rawHeaders.slice(2 * at, 2 * at + 2),
  );
  const headers = pairs.filter(([name]) => name !== 'Date');
  return { status, headers: headers.sort(), body: bytes.toString('base64') };
}

describe.each([...PAGES, ...MISSING])('the page %s', (target) => {
  it('is the same made and kept, in each encoding', async () => {
    for (const encoding of ENCODINGS) {
      const first = await encoded(target, encoding);
      const second = await encoded(target, encoding);
      expect(sent(second)).toEqual(sent(first));
      expect(second.headers['content-encoding'] ?? 'identity').toBe(encoding);
    }
  });

  it('says the same in each encoding, under a tag of each', async () => {
    const answers = await Promise.all(ENCODINGS.map((encoding) => encoded(target, encoding)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(ENCODINGS.length);
    expect(answers.map(({ headers }) => headers.vary)).toEqual(ENCODINGS.map(() => 'Accept-Encoding'));
  });

  it('gives HEAD the headers of GET and no body', async () => {
    const whole = await encoded(target, 'br');
    const head = await encoded(target, 'br', 'HEAD');
    expect({ ...head, headers: { ...head.headers, date: '' } }).toMatchObject({
      status: whole.status,
      headers: { ...whole.headers, date: '' },
      bytes: Buffer.alloc(0),
    });
    expect(whole.headers['content-length']).toBe(String(whole.bytes.length));
  });
});

describe('an article that there is not', () => {
  it('is said to be none with a final slash too, and leads back to the blog', async () => {
    const { status, text } = await server.get('/blog/absent');
    expect([status, text.includes('<h1>Article non trouvé</h1>')]).toEqual([404, true]);
    for (const target of ['/blog/absent/', '/blog/absent//?utm_source=lettre']) {
      const slashed = await server.get(target);
      expect([slashed.status, slashed.text === text], target).toEqual([status, true]);
    }
  });
});

describe('a query whose names nobody reads', () => {
  const unread = ['?utm_source=lettre', '?fbclid=IwAR0-x', '?', '?%70age', '?q=mer&inconnu'];
  const requests = (from: number) =>
    server.logged.slice(from).flatMap(({ url }) => (typeof url === 'string' ? [url] : []));

  it.each(['/', '/blog', '/blog/article-3', '/mentions-legales'])(
    'has %s answered as it was made',
    async (page) => {
      const bare = await encoded(page, 'br');
      const before = { logged: server.logged.length, pages: await server.pages() };
      const queries = page === '/blog' ? ['?utm_source=lettre&page=1', '?fbclid=x'] : [...unread, '?page=2'];
      for (const query of queries) expect(sent(await encoded(page + query, 'br'))).toEqual(sent(bare));
      // A page that is ready has no line of its own in the log, and no copy.
      expect(requests(before.logged)).toEqual(['/healthz']);
      expect(await server.pages()).toEqual(before.pages);
    },
  );

  it('is not one that the list, the search or redirects.yml reads', async () => {
    await encoded('/blog', 'br');
    const first = await encoded('/blog', 'br');
    const logged = server.logged.length;
    const asked = ['/blog?page=3', '/blog?page=zero', '/recherche?q=mer', '/blog/ancien?utm_source=x'];
    const answers = [];
    for (const target of asked) answers.push(await encoded(target, 'br'));
    expect(answers.map(({ status }) => status)).toEqual([301, 404, 200, 301]);
    expect(answers.map(({ headers }) => headers.location)).toEqual([
      '/blog?page=2',
      undefined,
      undefined,
      '/blog/article-1?utm_source=x',
    ]);
    expect(answers.map(({ headers }) => headers.etag)).not.toContain(first.headers.etag);
    expect(requests(logged)).toEqual(asked.filter((target) => target !== '/blog?page=zero'));
    const second = await encoded('/blog?page=2&utm_source=x', 'br');
    expect(second.headers.etag).not.toBe(first.headers.etag);
    expect(second.headers.etag).toBe((await encoded('/blog?page=2', 'br')).headers.etag);
  });
});

describe('an encoding we do not make', () => {
  it('leaves a page made or kept as it is', async () => {
    const target = '/blog/article-9';
    const first = await encoded(target, 'deflate');
    expect(first.headers).not.toHaveProperty('content-encoding');
    expect(sent(await encoded(target, 'deflate'))).toEqual(sent(first));
  });
});

describe('status', () => {
  it('is 200 for what exists and 404 for what does not', async () => {
    const statuses = await Promise.all(
      [...PAGES, ...MISSING].map(async (target) => (await server.get(target)).status),
    );
    expect(statuses).toEqual([...PAGES.map(() => 200), ...MISSING.map(() => 404)]);
  });

  it('is told in words: an unknown address, a missing article', async () => {
    expect((await server.get('/absent')).text).toContain('Page Not Found');
    expect((await server.get('/blog/absent')).text).toContain('Article non trouvé');
    expect((await server.get('/blog?page=0')).text).toContain('Page Not Found');
  });
});

describe('a conditional request', () => {
  async function conditional(tags: (tag: string) => string, target = '/blog/article-1'): Promise<Answer> {
    const { headers } = await encoded(target, 'br');
    return server.get(target, {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': tags(headers.etag ?? '') },
    });
  }

  it.each([
    ['the tag', (tag: string) => tag],
    ['a weak form of it', (tag: string) => `W/${tag}`],
    ['a list that holds it', (tag: string) => `"other", W/"another" , ${tag}`],
    ['any tag', () => '*'],
  ])('is answered 304 for %s', async (_what, tags) => {
    const answer = await conditional(tags);
    expect(answer).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    expect(answer.headers).toMatchObject({
      etag: (await encoded('/blog/article-1', 'br')).headers.etag,
      'cache-control': 'public, max-age=0, s-maxage=1',
      vary: 'Accept-Encoding',
    });
  });

  it.each([
    ['another tag', () => '"other"'],
    ['the tag of another encoding', (tag: string) => tag.replace('-br', '-gzip')],
    ['a part of the tag', (tag: string) => tag.slice(0, 10)],
  ])('is answered whole for %s', async (_what, tags) => {
    expect((await conditional(tags)).status).toBe(200);
  });

  it('does not hide that a page is missing', async () => {
    expect((await conditional((tag) => tag, '/absent')).status).toBe(404);
  });
});

describe('the address of a page', () => {
  it.each([
    ['/blog/', '/blog'],
    ['/blog///', '/blog'],
    ['/blog/?page=2', '/blog?page=2'],
    ['/blog/article-1/', '/blog/article-1'],
    ['//', '/'],
    ['/mentions-legales/?x=1', '/mentions-legales?x=1'],
  ])('%s leads to %s for good', async (target, location) => {
    expect(await server.get(target)).toMatchObject({ status: 301, headers: { location } });
  });

  it.each([
    '//evil.example/',
    '/\\evil.example/',
    '//evil.example/%2f..',
    '/http://evil.example/',
    '///blog/x/',
  ])('%s leads nowhere', async (target) => {
    const { status, headers } = await server.get(target);
    expect([status, headers.location]).toEqual([404, undefined]);
  });
});

describe('pages kept', () => {
  it('do not grow with unknown addresses, parameters or numbers', async () => {
    await Promise.all([...PAGES, ...MISSING].map((target) => server.get(target)));
    const before = await server.pages();
    for (let number = 3; number < 40; number += 1) {
      await server.get(`/absent-${number}`);
      await server.get(`/blog/absent-${number}`);
      await server.get(`/blog/article-1?utm_source=${number}`);
      await server.get(`/blog?page=${number}`);
      await server.get(`/blog?page=1&x=${number}`);
      await server.get(`/?x=${number}`);
    }
    expect(await server.pages()).toEqual(before);
  });

  it('give the page itself to an address with parameters it does not know', async () => {
    const plain = await server.get('/blog/article-1');
    expect((await server.get('/blog/article-1?fbclid=1')).headers.etag).toBe(plain.headers.etag);
  });
});

describe('another method', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('%s is not allowed', async (method) => {
    for (const target of ['/', '/blog/article-1', '/absent', '/favicon.svg', '/images/x.jpg']) {
      expect(await server.get(target, { method })).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD' },
      });
    }
  });
});
