import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { securityHeaders } from './middleware/security-headers.ts';
import { askRaw } from './testing/exchange.ts';
import { postFiles, postText } from './testing/post-texts.ts';
import { ROOT, startTestServer, type TestServer } from './testing/running-server.ts';

const ASSETS = join(ROOT, 'dist/web/client/assets/static');
const STYLESHEET = `/assets/static/${readdirSync(ASSETS).find((name) => name.endsWith('.css')) ?? ''}`;
const HUGE = 'x'.repeat(12_000);

let server: TestServer;
beforeAll(async () => {
  const nested = `${'> '.repeat(20_000)}fond <script>alert(1)</script>`;
  server = await startTestServer({
    files: { ...postFiles(2), 'posts/2026/profond.md': postText({ title: 'Profond', body: nested }) },
    env: { PUBLIC_ORIGIN: 'https://exemple.fr' },
  });
});
afterAll(() => server.stop());

/** Every kind of answer: pages made and kept, calls, files, images, redirects, refusals. */
const ANSWERS: readonly (readonly [what: string, target: string, method: string, status: number])[] = [
  ['a page made', '/', 'GET', 200],
  ['a page kept', '/', 'GET', 200],
  ['a missing page', '/absent', 'GET', 404],
  ['a missing page kept', '/absent', 'GET', 404],
  ['a redirect', '/blog/', 'GET', 301],
  ['a wrong method', '/blog', 'POST', 405],
  ['OPTIONS', '/api/posts', 'OPTIONS', 200],
  ['a call', '/api/posts', 'GET', 200],
  ['a refused call', '/api/posts?limit=x', 'GET', 400],
  ['an unknown call', '/api/absent', 'POST', 404],
  ['health', '/healthz', 'GET', 200],
  ['a style sheet', STYLESHEET, 'GET', 200],
  ['the style of plain pages', '/plain.css', 'GET', 200],
  ['an icon', '/favicon.svg', 'GET', 200],
  ['a missing image', '/images/absent.jpg', 'GET', 404],
  ['the feed', '/rss.xml', 'GET', 200],
  ['an address that cannot be decoded', '/sitemap-%E0%A4%A.xml', 'GET', 400],
];

describe('HEAD', () => {
  it.each(['/', '/blog/article-1.md', '/feed.json', '/sitemap.xml', '/recherche?q=article', '/plain.css'])(
    'has the head of GET where the answer is compressed: %s',
    async (target) => {
      const heads = ['GET', 'HEAD'].map(async (method) => {
        const answer = await server.get(target, { method, headers: { 'Accept-Encoding': 'gzip' } });
        const { date: _, 'transfer-encoding': __, ...headers } = answer.headers;
        return { status: answer.status, headers };
      });
      const [got, head] = await Promise.all(heads);
      expect(head).toEqual(got);
    },
  );
});

describe('a file or a call with a final slash', () => {
  it.each(['/plain.css/', '/healthz/', '/favicon.svg/', '/rss.xml/', '/api/posts/', '/api/capacity/'])(
    'is no address: %s',
    async (target) => {
      expect((await server.get(target)).status).toBe(404);
    },
  );
});

describe('security headers', () => {
  const expected = securityHeaders('https://exemple.fr', { hstsSubdomains: false });

  it.each(ANSWERS)('are whole, each once, on %s', async (_what, target, method, status) => {
    const answer = await server.get(target, { method });
    expect(answer.status).toBe(status);
    for (const [name, value] of expected) {
      const values = answer.rawHeaders.filter((_, at) => answer.rawHeaders[at - 1] === name && at % 2 === 1);
      expect([name, ...values]).toEqual([name, value]);
    }
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('server');
  });

  it.each(['/', STYLESHEET, '/favicon.svg', '/rss.xml'])('are on a 304 of %s', async (target) => {
    const { headers } = await server.get(target);
    const again = await server.get(target, { headers: { 'If-None-Match': headers.etag ?? '' } });
    expect(again.status).toBe(304);
    for (const [name, value] of expected) expect(again.headers[name.toLowerCase()]).toBe(value);
  });

  it('allow nothing inline, nor anything of elsewhere', () => {
    const policy = new Map(expected).get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|nonce/);
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  it('ask for https only where the site is', () => {
    const names = (origin: string) =>
      securityHeaders(origin, { hstsSubdomains: false }).map(([name]) => name);
    expect(names('https://exemple.fr')).toContain('Strict-Transport-Security');
    expect(names('http://localhost:3000')).not.toContain('Strict-Transport-Security');
  });

  it('leave subdomains to whoever has them, unless the operator says otherwise', async () => {
    expect((await server.get('/')).headers['strict-transport-security']).toBe('max-age=31536000');
    const asked = securityHeaders('https://exemple.fr', { hstsSubdomains: true });
    expect(new Map(asked).get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('a hostile request', () => {
  it.each(
    [
      '/blog/%E0%A4%A',
      '/%E0%A4%A',
      '/%',
      '/assets/%E0%A4%A',
      '/assets/../../server/main.js',
      '/assets/..%2f..%2f..%2fserver%2fmain.js',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/..%5c..%5cpackage.json',
      '/.git/config',
      '/package.json',
      '/content.git/HEAD',
      '/blog/%00',
      '/blog/article-1%00',
      '/blog/article-1%0d%0aSet-Cookie:%20a=b',
      '/blog/__proto__',
      '/blog/constructor',
      '/__proto__',
      '/assets/__proto__',
      '/blog?page=__proto__',
      '/blog?page=1e9',
      '/blog?page=-1',
      '/favicon.svg.br',
      `/${HUGE}`,
      `/blog/${HUGE}`,
      `/blog?page=${'9'.repeat(3000)}`,
      `${'/'.repeat(10_000)}x`,
      `/${'a/'.repeat(5_000)}`,
    ].map((target) => ({ target, shown: target.slice(0, 60) })),
  )('$shown is answered 4xx, giving nothing away', async ({ target }) => {
    const answer = await server.get(target);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.text).not.toMatch(/node_modules|\.ts:|at .*\(|URIError|"dependencies"/);
  });

  it.each([
    { what: 'no HTTP at all', text: 'bonjour\r\n\r\n', status: 400 },
    { what: 'no Host', text: 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', status: 400 },
    {
      what: 'an unknown expectation',
      text: 'POST / HTTP/1.1\r\nHost: x\r\nExpect: zzz\r\nContent-Length: 1\r\n\r\nx',
      status: 417,
    },
    {
      what: 'a header too large',
      text: `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      status: 431,
    },
    {
      what: 'a target too large',
      text: `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      status: 431,
    },
    {
      what: 'two lengths',
      text: 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      status: 400,
    },
    {
      what: 'a length and chunks',
      text: 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      status: 400,
    },
    { what: 'a null byte', text: 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n', status: 400 },
    { what: 'the star', text: 'GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', status: 404 },
    {
      what: 'the name of a kept page',
      text: 'GET *blog HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      status: 404,
    },
  ])('with $what is answered $status', async ({ text, status }) => {
    const answer = await askRaw(server.port, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('adds no header to a redirect', async () => {
    const { status, headers } = await server.get('/blog/article-1/?x=%0d%0aSet-Cookie:%20a=b');
    expect([status, headers.location, headers['set-cookie']]).toEqual([
      301,
      '/blog/article-1?x=%0d%0aSet-Cookie:%20a=b',
      undefined,
    ]);
  });

  it.each([
    { what: 'that no parser reads', text: 'bonjour\r\n\r\n' },
    { what: 'without Host', text: 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n' },
    { what: 'with an unknown expectation', text: 'GET / HTTP/1.1\r\nHost: x\r\nExpect: zzz\r\n\r\n' },
  ])('$what carries the headers of every answer, and ends the connection', async ({ text }) => {
    const answer = await askRaw(server.port, text);
    for (const [name, value] of securityHeaders('https://exemple.fr', { hstsSubdomains: false }))
      expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
    expect(answer).toContain('\r\nConnection: close\r\n');
  });

  it('leaves the server answering', async () => {
    expect((await server.get('/')).status).toBe(200);
    expect(server.logged.filter(({ level }) => level === 50)).toEqual([]);
  });
});

describe('a request that needs no refusal', () => {
  it.each([
    {
      what: 'a whole address in capitals',
      text: 'GET HTTP://EXEMPLE.FR/blog HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      start: /^HTTP\/1\.1 200 /,
    },
    { what: 'HTTP/1.0 without Host', text: 'GET / HTTP/1.0\r\n\r\n', start: /^HTTP\/1\.1 200 / },
    {
      what: 'Expect: 100-continue',
      text: 'POST /blog HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx',
      start: /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 405 /,
    },
  ])('is answered: $what', async ({ text, start }) => {
    expect(await askRaw(server.port, text)).toMatch(start);
  });
});

describe('an address in another case', () => {
  it.each(['/API/posts', '/api/Posts', '/api/CAPACITY', '/HEALTHZ', '/RSS.xml'])(
    '%s is none of ours',
    async (target) => {
      expect((await server.get(target)).status).toBe(404);
    },
  );

  it.each([
    ['/Blog', '/blog'],
    ['/BLOG/article-1', '/blog/article-1'],
  ])('%s leads to %s', async (target, page) => {
    const { status, headers } = await server.get(target);
    expect([status, headers.location]).toEqual([301, page]);
  });
});

describe('a target with scheme and host', () => {
  it.each([
    ['http://exemple.fr/', 200],
    ['http://exemple.fr', 200],
    ['https://exemple.fr/blog/article-1?x=1', 200],
    ['http://exemple.fr/absent', 404],
    ['http://exemple.fr//evil.example/', 404],
  ])('%s is answered %i', async (target, status) => {
    expect((await server.get(target)).status).toBe(status);
  });
});

describe('a text that cannot be converted', () => {
  it('is shown as it is, and harmless', async () => {
    const { status, text } = await server.get('/blog/profond');
    expect([status, text.includes('fond &lt;script&gt;'), text.includes('<script>alert')]).toEqual([
      200,
      true,
      false,
    ]);
  });
});

describe('built files', () => {
  it.each([
    ['br', '.br'],
    ['gzip', '.gz'],
    ['br;q=0, gzip;q=0', ''],
  ])('are sent to %s as the build made them', async (encoding, ending) => {
    const answer = await server.get(STYLESHEET, { headers: { 'Accept-Encoding': encoding } });
    expect(answer.headers['content-encoding'] ?? '').toBe({ '.br': 'br', '.gz': 'gzip' }[ending] ?? '');
    expect(answer.text).toBe((await server.get(STYLESHEET)).text);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/css; charset=utf-8',
      vary: 'Accept-Encoding',
      'content-length': String(answer.bytes.length),
    });
  });

  it('under a name that stays may change', async () => {
    expect((await server.get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400');
  });
});

describe('health', () => {
  const keys = async (headers: Readonly<Record<string, string>>) =>
    Object.keys(JSON.parse((await server.get('/healthz', { headers })).text) as object).sort();

  it('tells problems to whoever asks from this machine', async () => {
    expect(await keys({})).toEqual([
      'background',
      'backups',
      'commit',
      'counts',
      'lost',
      'packing',
      'pages',
      'problems',
      'readOnly',
      'repaired',
      'status',
      'troubles',
    ]);
  });

  it('tells how far the work is that nobody waits for', async () => {
    await server.get('/sitemap.xml');
    await vi.waitFor(
      async () => {
        const { background } = JSON.parse((await server.get('/healthz')).text) as { background: unknown };
        expect(background).toEqual([]);
      },
      { timeout: 380_000, interval: 50 },
    );
  });

  it.each([
    { 'X-Forwarded-For': '203.0.113.7' },
    { 'X-Forwarded-Host': 'exemple.fr' },
    { Forwarded: 'for=203.0.113.7' },
    { Via: '1.1 proxy' },
    { 'X-Real-IP': '203.0.113.7' },
    { Host: 'exemple.fr' },
    { Host: 'localhost.evil.example:3000' },
  ])('tells only counts to %j', async (headers) => {
    expect(await keys(headers)).toEqual(['commit', 'counts', 'status']);
  });

  it('tells only counts in HTTP/1.0, as a proxy asks that says nothing of whom it asks for', async () => {
    const answer = await askRaw(server.port, 'GET /healthz HTTP/1.0\r\nHost: 127.0.0.1:3000\r\n\r\n');
    expect([answer.includes('"counts"'), answer.includes('"troubles"')]).toEqual([true, false]);
  });
});
