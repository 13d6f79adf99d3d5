import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Operation } from '#content/contract/operation.ts';
import { operations } from '#content/contract/operations.ts';
import { AUTHOR_ENV } from '../testing/author.ts';
import { createCalls, sessionCookie } from '../testing/calls.ts';
import type { Answer } from '../testing/exchange.ts';
import { numberedId, postFiles } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const MB = 1024 * 1024;
let server: TestServer;
let call: ReturnType<typeof createCalls>;
let before: string;
const head = () => server.content.git('rev-parse', 'main');
beforeAll(async () => {
  server = await startTestServer({ files: postFiles(2), env: AUTHOR_ENV });
  call = createCalls(server, await sessionCookie(server));
  before = head();
});
afterEach(() => expect(head()).toBe(before));
afterAll(async () => {
  expect(server.content.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await server.stop();
});

const rows: readonly Operation[] = Object.values(operations);
const routes = rows.flatMap((row) => row.routes.map((route) => ({ row, route })));
const aimed = (route: string) => route.replace(':id', numberedId(1));
const WRITING = routes
  .filter(({ row, route }) => /^(?:POST|PUT|PATCH) /.test(route) && row.body === undefined)
  .map(({ route }) => route);
const WITH_ID = routes.filter(({ route }) => route.includes(':id')).map(({ route }) => route);
const READING = routes
  .filter(({ row, route }) => route.startsWith('GET ') && row.streamed !== true)
  .map(({ route }) => route);

const refusalSchema = z.object({ error: z.string(), code: z.string() });

/** Refused, with a French sentence and nothing of the machine. */
function expectRefusal(answer: Answer, what: string): void {
  expect(answer.status, what).toBeGreaterThanOrEqual(400);
  expect(answer.status, what).toBeLessThan(500);
  const { error } = refusalSchema.parse(JSON.parse(answer.text));
  expect(error, what).toMatch(/^[A-ZÀ-Ü].*(?:[.!]|trouvé|requis)$/su);
  expect(answer.text, what).not.toMatch(/node_modules|\.ts:|at \w+ \(|Unexpected|[Ii]nvalid |expected/);
  expect(answer.text, what).not.toContain(server.content.path);
}

const NO_JSON = [
  'null',
  '1',
  '"x"',
  '[]',
  '[{}]',
  '{',
  '{"a":1,}',
  "{'a':1}",
  '\0',
  '{}x',
  'NaN',
  '\ufeff{}x',
];

describe('a body that is no JSON object', () => {
  it.each(WRITING)('is refused by %s', async (route) => {
    for (const body of NO_JSON) expectRefusal(await call(aimed(route), body), body);
    const { status } = await call(aimed(route), '{}', { 'content-type': 'text/plain' });
    expect(status).toBe(415);
  });

  it.each(['null', '1', '"x"', '[]'])('is told apart from what is no JSON: %s', async (body) => {
    const answer = await call('POST /api/admin/posts', body);
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining('Un objet JSON est attendu.'),
    ]);
  });
});

describe('the body of a call', () => {
  const create = (body: string | Uint8Array, headers?: Readonly<Record<string, string>>) =>
    call('POST /api/admin/posts', body, headers);

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json; charset=iso-8859-1', 415],
    ['', 415],
  ])('is refused as %j', async (type, status) => {
    const answer = await create('{"title":"t","slug":"t","content":"t"}', { 'content-type': type });
    expectRefusal(answer, type);
    expect(answer.status).toBe(status);
  });

  it('is refused above 13 MB, however small it was made', async () => {
    const large = Buffer.alloc(13 * MB + 1, 'a');
    expect((await create(large)).status).toBe(413);
    expect((await create(gzipSync(large), { 'content-encoding': 'gzip' })).status).toBe(413);
    expect((await create('{}', { 'content-encoding': 'compress' })).status).toBe(415);
  });

  it('is never changed to be read: bytes that are no UTF-8 are refused', async () => {
    const [start = '', end = ''] = '{"title":"Été|","slug":"octets","content":"x"}'.split('|');
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from(start), Buffer.from(bytes), Buffer.from(end)]);
      const answer = await create(body);
      expectRefusal(answer, String(bytes));
      expect(answer.text).toContain('n’est pas du JSON valable');
    }
  });

  it('may be as deep as it likes', async () => {
    expectRefusal(await create(`{"title":${'['.repeat(50_000)}${']'.repeat(50_000)}}`), 'deep list');
    expectRefusal(await create(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`), 'deep object');
    expectRefusal(await create('{"__proto__":{"title":"t","slug":"t","content":"t"}}'), '__proto__');
  });
});

describe('a field of a post', () => {
  const WRONG = [null, true, -1, 1.5, {}, { length: 5 }, [[]], [null], 'a'.repeat(10_001)];

  it.each(['title', 'slug', 'content', 'category', 'tags', 'published', 'isPublished', 'socialTitle'])(
    'is refused when it is something else: %s',
    async (field) => {
      const optional = !['title', 'slug', 'content', 'isPublished'].includes(field);
      for (const value of WRONG) {
        if ((value === null && optional) || (value === true && field === 'isPublished')) continue;
        if (typeof value === 'string' && field === 'content') continue;
        const body = JSON.stringify({ title: 't', slug: 'autre', content: 'c', [field]: value });
        expectRefusal(await call('POST /api/posts', body), `${field}: ${body.slice(0, 80)}`);
      }
    },
  );
});

describe('an address', () => {
  const IDS = ['x', '%00', '%2F', '..%2F..', '%ZZ', '%ff', 'a%0d%0ab', '__proto__', '*', 'a'.repeat(5000)];

  it.each(WITH_ID)('is refused with an id that is none: %s', async (route) => {
    const body = /^(?:GET|DELETE)/.test(route) ? undefined : '{}';
    for (const id of IDS) expectRefusal(await call(route.replace(':id', id), body), id);
  });

  it.each(['TRACE', 'PROPFIND', 'LOCK', 'SEARCH'])('is refused to %s', async (method) => {
    expectRefusal(await call(`${method} /api/posts`), method);
    expectRefusal(await call(`${method} /api/objects/a-b`), method);
  });
});

describe('a query', () => {
  const QUERIES = [
    ...[
      'limit=1&limit=2',
      'limit=1e9',
      'limit=',
      'offset=-1',
      'cursor=%00',
      'after=x',
      'search=((((',
      '%ff=1',
    ],
    ...['__proto__[a]=1', '__proto__=1', 'constructor=1', 'sort=title&sort=slug', 'tag=%F0%9F', '&&=&'],
    `search=${'a'.repeat(5000)}`,
  ];

  it.each(READING)('never breaks %s', async (route) => {
    for (const query of QUERIES) {
      const answer = await call(`${aimed(route)}?${query}`);
      if (answer.status !== 200) expectRefusal(answer, query);
    }
  });
});
