import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { eventually } from '#content/testing/eventually.ts';
import { wxr } from '#content/testing/wxr.ts';
import { zipOf } from '#content/testing/zips.ts';
import { AUTHOR_ENV } from '../testing/author.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const importSchema = z.looseObject({
  id: z.uuid(),
  state: z.string(),
  reason: z.string().nullable(),
});
type Standing = z.output<typeof importSchema>;

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({ env: AUTHOR_ENV });
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = AUTHOR_ENV;
  const signedIn = await fetch(`http://127.0.0.1:${server.port}/api/login`, {
    method: 'POST',
    body: JSON.stringify({ username, password }),
    headers: { 'Content-Type': 'application/json' },
  });
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
});
afterAll(() => server.stop());

async function call(method: string, path: string, body?: object | Buffer): Promise<Standing> {
  const isBytes = body instanceof Buffer;
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/admin/imports${path}`, {
    method,
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    headers: { Cookie: cookie, 'Content-Type': isBytes ? 'application/octet-stream' : 'application/json' },
  });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return importSchema.parse(await answer.json());
}

/** Sends files as a browser does, and has them read; how the import then stands. */
async function read(files: Readonly<Record<string, string | Buffer>>): Promise<Standing> {
  const sent = Object.entries(files).map(([name, file]) => ({ name, bytes: Buffer.from(file) }));
  const described = sent.map(({ name, bytes }) => ({ name, bytes: bytes.length }));
  const { id } = await call('POST', '', { files: described });
  for (const [index, { bytes }] of sent.entries())
    for (let at = 0; at < bytes.length || at === 0; at += PART)
      await call('PUT', `/${id}/files/${index}?offset=${at}`, bytes.subarray(at, at + PART));
  await call('POST', `/${id}/read`, {});
  return standing(id);
}
const PART = 4 * 1024 * 1024;

function standing(id: string): Promise<Standing> {
  return eventually(
    () => call('GET', `/${id}`),
    ({ state }) => !['reading', 'running', 'uploading'].includes(state),
  );
}

/** Everything that an import must leave as it is: refs, and files outside its own folder. */
function outside(): readonly string[] {
  const { path, git } = server.content;
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(path, name), { throwIfNoEntry: false })?.isFile() === true,
  );
  const own = files.filter((name) => !/^(?:imports|cache)\/|^content\.git\/|^state\.sqlite/.test(name));
  return [git('for-each-ref'), ...own.sort()];
}

function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

const POST = { id: 1, title: 'Un titre', slug: 'titre', content: '<p>Bonjour.</p>' };
const SCRIPT =
  '<script>alert(1)</script><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">mot</a>';

const HOSTILE: readonly (readonly [
  name: string,
  files: () => Promise<Readonly<Record<string, string | Buffer>>>,
  reason: RegExp,
])[] = [
  [
    'entities in entities',
    () => {
      const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
      const head = `<!DOCTYPE rss [<!ENTITY e0 "mot">${levels.join('')}]>`;
      return Promise.resolve({ 'blog.xml': wxr([{ ...POST, title: '&e9;' }]).replace('?>', `?>${head}`) });
    },
    /DOCTYPE/,
  ],
  [
    'an entity that is a file',
    () => {
      const head = '<!DOCTYPE rss [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
      return Promise.resolve({ 'blog.xml': wxr([POST]).replace('?>', `?>${head}`) });
    },
    /DOCTYPE/,
  ],
  [
    'a file that leads out of its zip',
    async () => ({
      'blog.zip': renamed(await zipOf({ 'a/bbb.md': '# Un\n' }), 'a/bbb.md', '../bb.md'),
    }),
    /sortirait de son dossier/,
  ],
  ['a torn export', () => Promise.resolve({ 'blog.xml': wxr([POST]).slice(0, -40) }), /coupé|abîmé/],
  [
    'a torn zip',
    async () => ({ 'blog.zip': (await zipOf({ 'a.md': 'x'.repeat(5000) })).subarray(0, 90) }),
    /abîmée ou incomplète/,
  ],
  ['noise', () => Promise.resolve({ 'blog.json': Buffer.alloc(5000, 0xfe) }), /./],
  ['an empty file', () => Promise.resolve({ 'blog.xml': '' }), /./],
];

describe('an export that is sent, and lies', () => {
  it.each(HOSTILE)('is refused with a sentence, and writes nothing: %s', async (_, files, reason) => {
    const before = outside();
    const { id, state, reason: said } = await read(await files());
    expect([state, said]).toEqual(['refused', expect.stringMatching(reason)]);
    expect(said).not.toMatch(/error|undefined|\bat line\b/i);
    expect(outside()).toEqual(before);
    expect((await server.get('/blog')).status).toBe(200);
    await fetch(`http://127.0.0.1:${server.port}/api/admin/imports/${id}`, {
      method: 'DELETE',
      headers: { Cookie: cookie },
    });
    expect(readdirSync(join(server.content.path, 'imports'))).toEqual([]);
  });

  it('is read as text alone, whatever its fields hold, and fetches nothing of a private network', async () => {
    const address = `http://127.0.0.1:${server.port}/api/secret.jpg`;
    const long = 'é'.repeat(512 * 1024);
    const { id, state } = await read({
      'blog.xml': wxr([
        { ...POST, title: SCRIPT, content: `${SCRIPT}<p><img src="${address}"></p>`, tags: [SCRIPT] },
        { ...POST, id: 2, slug: '../../sortie', title: long },
      ]),
    });
    expect(state).toBe('planned');
    await call('POST', `/${id}/start`, { fetchesPictures: true });
    const done = await standing(id);
    expect([done.state, done.reason]).toEqual(['done', null]);
    expect(server.logged.filter(({ url }) => String(url).includes('secret.jpg'))).toEqual([]);
    const { git } = server.content;
    const names = git('ls-tree', '-r', '--name-only', 'travail').split('\n');
    expect(names.filter((name) => name.includes('..'))).toEqual([]);
    expect(git('log', '--patch', 'travail', '--', 'posts')).not.toMatch(/<script|onerror|javascript:/i);
    expect(git('ls-tree', '-r', '--name-only', 'main')).not.toContain('titre');
  });
});
