import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { instant, numberedId, postFiles, postText, TEST_NOW } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const FIELDS = [
  'category',
  'content',
  'coverImage',
  'coverImageAlt',
  'excerpt',
  'id',
  'isPublished',
  'menu',
  'ogImage',
  'published',
  'readTime',
  'revision',
  'slug',
  'socialDescription',
  'socialTitle',
  'subtitle',
  'tags',
  'title',
  'unpublishAt',
];
/** Those of where an article came from: of a whole one alone. */
const PROVENANCE = ['feedId', 'formerAddresses', 'importedFrom'];
const postsSchema = z.array(z.looseObject({ id: z.string(), title: z.string() }));
const pageSchema = z.object({ posts: postsSchema, nextCursor: z.string().nullable(), total: z.number() });

const FILES = {
  ...postFiles(5, 'Le texte.\n'),
  'posts/2025/finance.md': postText({
    id: numberedId(50),
    title: 'Finance',
    published: instant(-50 * 86_400_000),
    lines: ['category: Finance', 'tags: [Trésorerie, prix]', 'excerpt: Un extrait'],
    body: 'Corps ]]> "exact" 😀\n',
  }),
};

let server: TestServer;
const json = async (target: string): Promise<unknown> => JSON.parse((await server.get(target)).text);

/** All that an error says, whatever went wrong. */
const ERROR = z.strictObject({
  error: z.string(),
  code: z.string(),
  data: z.record(z.string(), z.unknown()),
});

describe('GET /api/posts', () => {
  beforeAll(async () => {
    server = await startTestServer({ files: FILES });
  });
  afterAll(() => server.stop());

  it('answers the whole list, newest first, every field of a post and nothing of where it is kept', async () => {
    const answer = await server.get('/api/posts');
    const posts = postsSchema.parse(JSON.parse(answer.text));
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(posts.map(({ title }) => title)).toEqual([
      ...[1, 2, 3, 4, 5].map((at) => `Article ${at}`),
      'Finance',
    ]);
    for (const post of posts) expect(Object.keys(post).sort()).toEqual([...FIELDS, ...PROVENANCE].sort());
    expect(posts.at(-1)).toMatchObject({
      id: numberedId(50),
      slug: 'finance',
      category: 'Finance',
      tags: ['Trésorerie', 'prix'],
      excerpt: 'Un extrait',
      content: '\nCorps ]]> "exact" 😀\n',
      isPublished: true,
      revision: server.content.git('rev-parse', 'main:posts/2025/finance.md'),
    });
  });

  it('leaves bodies out of summaries, and gives the cover of a card', async () => {
    const posts = postsSchema.parse(await json('/api/posts?fields=summary'));
    const expected = [...FIELDS.filter((field) => field !== 'content'), 'cover'].sort();
    for (const post of posts) expect(Object.keys(post).sort()).toEqual(expected);
  });

  it.each([
    ['tag=prix', ['Finance']],
    ['tag=TR%C3%89SORERIE', ['Finance']],
    ['category=finance', ['Finance']],
    ['category=Business&tag=prix', []],
    ['tag=absent', []],
  ])('filters by %s', async (query, titles) => {
    const posts = postsSchema.parse(await json(`/api/posts?${query}`));
    expect(posts.map(({ title }) => title)).toEqual(titles);
  });

  it('pages through the list with cursors, once each', async () => {
    const titles: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = pageSchema.parse(await json(`/api/posts?limit=4${cursor && `&cursor=${cursor}`}`));
      expect(page.total).toBe(6);
      titles.push(...page.posts.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    expect(titles).toEqual(['Article 1', 'Article 2', 'Article 3', 'Article 4', 'Article 5', 'Finance']);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=2&limit=3', 'limit'],
    ['cursor=x', 'cursor'],
    ['cursor=', 'cursor'],
    ['tag=a&tag=b', 'tag'],
    [`tag=${'x'.repeat(201)}`, 'tag'],
    [`category=${'x'.repeat(201)}`, 'category'],
    ['fields=all', 'fields'],
    ['fields=__proto__', 'fields'],
  ])('refuses %s and names the parameter', async (query, name) => {
    const answer = await server.get(`/api/posts?${query}`);
    expect([answer.status, answer.headers['cache-control']]).toEqual([400, 'no-store']);
    const { error, code } = ERROR.parse(JSON.parse(answer.text));
    expect([code, error.includes(`Le paramètre «\u00a0${name}\u00a0» n’est pas valable`)]).toEqual([
      'invalid',
      true,
    ]);
  });

  it('is not sent again to who has it, until what is public changes by a commit or with time', async () => {
    const target = '/api/posts?limit=2';
    const { etag = '' } = (await server.get(target)).headers;
    const again = async (tag: string, from = target) =>
      (await server.get(from, { headers: { 'if-none-match': tag } })).status;
    expect(await again(etag)).toBe(304);
    expect(await again(etag, '/api/posts?limit=3')).toBe(200);
    const coming = postText({ published: instant(60_000), lines: [`unpublishAt: ${instant(120_000)}`] });
    await server.publish({ 'posts/2026/a-venir.md': coming });
    expect(await again(etag)).toBe(200);
    const seen: string[] = [];
    for (const after of [59_000, 60_000, 119_000, 120_000]) {
      server.setClock(TEST_NOW + after);
      seen.push((await server.get(target)).headers.etag ?? '');
    }
    server.setClock(TEST_NOW);
    expect(seen.map((tag) => seen.indexOf(tag))).toEqual([0, 1, 1, 3]);
    await server.publish({ 'posts/2026/a-venir.md': null });
  });

  it('takes no harm from parameters it does not know', async () => {
    for (const query of ['x=1', '__proto__=1', 'constructor[prototype]=1', '%', '%E0%A4%A=1', '&&&=']) {
      expect((await server.get(`/api/posts?${query}`)).status).toBe(200);
    }
  });
});

describe('GET /api/posts/:id, /api/capacity and others', () => {
  beforeAll(async () => {
    server = await startTestServer({ files: FILES });
  });
  afterAll(() => server.stop());

  it('answers one post', async () => {
    const list = postsSchema.parse(await json('/api/posts'));
    expect(await json(`/api/posts/${numberedId(2)}`)).toEqual(list[1]);
  });

  it.each([
    [`/api/posts/${numberedId(77)}`, 404],
    ['/api/posts/article-1', 404],
    ['/api/posts/%E0%A4%A', 400],
    ['/api/posts/..%2f..%2fetc%2fpasswd', 404],
    ['/api/posts/%00', 404],
    ['/api/absent', 404],
    ['/api', 404],
    ['/api/', 404],
  ])('answers %s with %i in JSON', async (target, status) => {
    const answer = await server.get(target);
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
    expect(ERROR.safeParse(JSON.parse(answer.text)).success).toBe(true);
    expect(answer.text).not.toMatch(/\/work|node_modules|\.ts|Error|stack/);
  });

  it('answers the public face of the capacity, exactly', async () => {
    await server.publish({ 'capacity.yml': 'currentMonth: T4 2026\nnextMonth: T1 2027\nwaitlistCount: 7\n' });
    expect(await json('/api/capacity')).toEqual({
      currentMonth: 'T4 2026',
      nextMonth: 'T1 2027',
      availabilityStatus: 'Complet',
    });
  });
});

describe('a wrong method on a call that exists', () => {
  beforeAll(async () => {
    server = await startTestServer({ files: postFiles(1) });
  });
  afterAll(() => server.stop());

  it.each([
    ['/api/capacity', 'GET, HEAD', ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/api/posts', 'GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE']],
    [`/api/posts/${numberedId(1)}`, 'GET, HEAD, PUT, PATCH, DELETE', ['POST']],
  ])('is refused in JSON with those there are: %s', async (target, allowed, others) => {
    for (const method of others) {
      const { status, headers, text } = await server.get(target, { method });
      expect([status, headers.allow, headers['cache-control'], JSON.parse(text)]).toEqual([
        405,
        allowed,
        'no-store',
        { error: 'Cet appel ne se fait pas par cette méthode.', code: 'method-not-allowed', data: {} },
      ]);
    }
    const options = await server.get(target, { method: 'OPTIONS' });
    expect([options.status, options.headers.allow, options.text]).toEqual([200, allowed, '']);
    const head = await server.get(target, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

describe('a reader of the list', () => {
  afterEach(() => server.stop());

  it('misses and repeats nothing when an article is published between two pages', async () => {
    server = await startTestServer({ files: postFiles(4) });
    const first = pageSchema.parse(await json('/api/posts?limit=2'));
    await server.publish({ 'posts/2026/neuf.md': postText({ title: 'Neuf', published: instant(-1) }) });
    const second = pageSchema.parse(await json(`/api/posts?limit=2&cursor=${first.nextCursor ?? ''}`));
    const titles = [...first.posts, ...second.posts].map(({ title }) => title);
    expect([titles, second.total]).toEqual([['Article 1', 'Article 2', 'Article 3', 'Article 4'], 5]);
  });

  it('may be slow: the answer waits for it without piling up', async () => {
    server = await startTestServer({ files: postFiles(40, 'mot '.repeat(60_000)) });
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /api/posts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    let size = 0;
    socket.on('data', (piece: Buffer) => {
      size += piece.length;
      socket.pause();
      setImmediate(() => socket.resume());
    });
    await once(socket, 'close');
    process.off('warning', note);
    expect(size).toBeGreaterThan(40 * 240_000);
    expect(warnings).toEqual([]);
  });

  it('may go away in the middle', async () => {
    server = await startTestServer({ files: postFiles(40, 'mot '.repeat(60_000)) });
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /api/posts HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    expect((await server.get('/api/capacity')).status).toBe(200);
  });
});
