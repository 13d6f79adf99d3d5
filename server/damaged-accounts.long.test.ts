import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { rounds } from '#content/testing/rounds.ts';
import { AUTHOR_ENV, signIn } from './testing/author.ts';
import { plainPicture } from './testing/pictures.ts';
import { numberedId, postText } from './testing/post-texts.ts';
import { startTestServer, type TestServer } from './testing/running-server.ts';

let server: TestServer;
/** The cookie of a session that lives, and the users as they are. */
let cookie: string;
let accounts: Buffer;

beforeAll(async () => {
  server = await startTestServer({
    files: {
      'posts/2026/un.md': postText({ id: numberedId(1), title: 'Un' }),
      'images/un.jpg': await plainPicture(40, 30),
    },
    env: AUTHOR_ENV,
  });
  await signIn(server);
  await server.restart(() => {
    accounts = readFileSync(place('state.sqlite'));
  });
});
afterAll(() => server.stop());

const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = AUTHOR_ENV;
const credentials = { username, password };
const place = (name: string) => join(server.content.path, name);

/** What may stand in the place of a file of ours. */
const DAMAGES: readonly (readonly [string, (file: string) => void])[] = [
  ['torn', (file) => writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size / 2))],
  ['empty', (file) => writeFileSync(file, '')],
  ['binary', (file) => writeFileSync(file, Buffer.from([0, 0xff, 0xfe, 0x80, 0x0a, 0]))],
  ['a list', (file) => writeFileSync(file, '[]')],
  ['a number', (file) => writeFileSync(file, '7')],
  ['null', (file) => writeFileSync(file, 'null')],
  ['of another version', (file) => writeFileSync(file, '{"version":2,"users":[],"sessions":[]}')],
  ['a folder', (file) => replace(file, () => mkdirSync(join(file, 'plein'), { recursive: true }))],
  ['a link that leads nowhere', (file) => replace(file, () => symlinkSync('/nulle/part', file))],
  ['a link to itself', (file) => replace(file, () => symlinkSync(file, file))],
];

function replace(file: string, make: () => void): void {
  rmSync(file, { recursive: true });
  make();
}

function turn(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function mend(): void {
  for (const end of ['', '-wal', '-shm'])
    rmSync(place(`state.sqlite${end}`), { recursive: true, force: true });
  writeFileSync(place('state.sqlite'), accounts);
}

async function call(route: string, body?: unknown, as = '') {
  const [method = '', path = ''] = route.split(' ');
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', Cookie: as },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { status: response.status, text: await response.text(), cookie: cookies.join('; ') };
}

const healthSchema = z.looseObject({
  status: z.string(),
  reasons: z.array(z.string()).default([]),
  troubles: z.array(z.object({ code: z.string(), reason: z.string(), remedy: z.string() })),
  repaired: z.array(z.string()),
});
const health = async () => healthSchema.parse(JSON.parse((await server.get('/healthz')).text));

/** The public site, by an author's browser too. */
async function expectReadable(): Promise<void> {
  for (const path of ['/', '/blog/un', '/rss.xml', '/images/un.jpg', '/api/posts', '/healthz'])
    for (const as of ['', cookie])
      expect([path, (await call(`GET ${path}`, undefined, as)).status]).toEqual([path, 200]);
}

/** Nobody can sign in, nor be known, nor become the first administrator, and each is told why. */
async function expectClosed(): Promise<void> {
  const registration = { ...credentials, username: 'intrus', code: 'AAAA-AAAA-AAAA-AAAA' };
  for (const [route, body] of [
    ['POST /api/login', credentials],
    ['GET /api/user'],
    ['GET /api/register'],
    ['POST /api/register', registration],
    ['GET /api/admin/posts'],
    ['POST /api/admin/posts', { title: 'Non', content: 'Non.' }],
    ['GET /auth'],
    ['GET /admin'],
    ['GET /admin/articles'],
    ['GET /upload-debug'],
  ] as const) {
    for (const as of ['', cookie]) {
      const { status, text } = await call(route, body, as);
      expect([route, status, /Les comptes sont fermés.*Le site reste en ligne/.test(text)]).toEqual([
        route,
        503,
        true,
      ]);
      expect(text).not.toContain(server.content.path);
    }
  }
  expect((await call(`GET /apercu/${'a'.repeat(43)}`)).status).toBe(503);
  const git = await server.get('/content.git/info/refs?service=git-upload-pack', {
    headers: { authorization: `Basic ${Buffer.from('camille:aaaa').toString('base64')}` },
  });
  expect([git.status, git.text.includes('Les comptes sont fermés')]).toEqual([503, true]);
}

describe('a state.sqlite that cannot be read', () => {
  beforeAll(async () => {
    cookie = (await call('POST /api/login', credentials)).cookie;
  });

  it.each([
    ...DAMAGES.slice(0, rounds({ few: 3, all: DAMAGES.length })),
    ['of a newer form', (file: string) => turn(file, 62)],
    ['damaged in the middle', (file: string) => turn(file, 4096)],
    ['without its head', (file: string) => turn(file, 3)],
  ] as const)('closes the accounts and nothing else when it is %s', async (_, damage) => {
    const logged = server.logged.length;
    await server.restart(() => {
      mend();
      damage(place('state.sqlite'));
    });
    await expectReadable();
    await expectClosed();
    expect(server.firstCode()).toBeNull();
    expect(readdirSync(server.content.path)).not.toContain('first-code');
    expect(await health()).toMatchObject({
      status: 'degraded',
      reasons: ['accounts-closed'],
      troubles: [{ reason: expect.stringContaining(place('state.sqlite')) as unknown }],
    });
    const since = server.logged.slice(logged);
    const said = since.filter(({ msg }) => String(msg).includes('les comptes sont fermés'));
    expect(said).toMatchObject([{ level: 50 }]);
    expect(since.filter(({ msg }) => msg === 'call failed')).toEqual([]);
  });
});

describe('a state.sqlite that was whole and cannot be read now', () => {
  beforeEach(async () => {
    await server.restart(mend);
    cookie = (await call('POST /api/login', credentials)).cookie;
  });

  it('is never replaced, and opens the accounts once it is mended', async () => {
    let whole = accounts;
    await server.restart(() => {
      whole = readFileSync(place('state.sqlite'));
      writeFileSync(place('state.sqlite'), whole.subarray(0, -9));
    });
    await expectClosed();
    expect(readFileSync(place('state.sqlite'))).toEqual(whole.subarray(0, -9));
    writeFileSync(place('state.sqlite'), whole);
    await vi.waitFor(async () => expect(await health()).toMatchObject({ status: 'ok' }), {
      timeout: 380_000,
    });
    expect((await call('GET /api/user', undefined, cookie)).status).toBe(200);
  });

  it('stays closed when it is taken away while the server runs', async () => {
    await server.restart(() => writeFileSync(place('state.sqlite'), '{'));
    renameSync(place('state.sqlite'), place('state.sqlite.abîmé'));
    await expectClosed();
    await server.restart();
    expect((await health()).reasons).toEqual([]);
    await signIn(server); // The settings name a first administrator.
  });

  it('ends the session of who signs out meanwhile', async () => {
    let whole = accounts;
    await server.restart(() => {
      whole = readFileSync(place('state.sqlite'));
      writeFileSync(place('state.sqlite'), '{');
    });
    expect((await call('POST /api/logout', {}, cookie)).status).toBe(200);
    writeFileSync(place('state.sqlite'), whole);
    expect((await call('GET /api/user', undefined, cookie)).status).toBe(401);
    await server.restart();
    expect((await call('GET /api/user', undefined, cookie)).status).toBe(401);
  });

  it('says so when it is damaged while the server runs, and lets those who are known go on', async () => {
    writeFileSync(place('state.sqlite'), '{');
    expect((await call('GET /api/user', undefined, cookie)).status).toBe(200);
    expect(await health()).toMatchObject({ status: 'degraded', reasons: ['accounts-damaged'] });
  });
});

describe('a format that cannot be read', () => {
  it('leaves the site to be read, says why nothing is saved, and saves again once it is mended', async () => {
    await server.restart(() => {
      mend();
      writeFileSync(place('format'), '\0\0');
    });
    expect((await call('GET /blog/un')).status).toBe(200);
    const refused = await call('POST /api/login', credentials);
    expect([refused.status, refused.text.includes('rien n’a été enregistré')]).toEqual([503, true]);
    expect(await health()).toMatchObject({ readOnly: expect.stringContaining(place('format')) as unknown });
    writeFileSync(place('format'), '1');
    await vi.waitFor(async () => expect((await call('POST /api/login', credentials)).status).toBe(200), {
      timeout: 380_000,
      interval: 50,
    });
  });
});

/** Files of which a new one is made, each with what is said. */
const SET_ASIDE = [['session-secret', /un nouveau est fait, et chacun se connecte de nouveau/]] as const;

describe('a session-secret that cannot be read', () => {
  beforeEach(async () => {
    await server.restart(mend);
    cookie = (await call('POST /api/login', credentials)).cookie;
  });

  const some = DAMAGES.slice(-rounds({ few: 2, all: DAMAGES.length }));
  it.each(some)('is set aside and said when it is %s, and everyone signs in again', async (_, damage) => {
    const before = new Map<string, Buffer | null>();
    const logged = server.logged.length;
    await server.restart(() => {
      for (const [name] of SET_ASIDE) {
        damage(place(name));
        before.set(name, contentOf(place(name)));
      }
    });
    await expectReadable();
    expect((await call('GET /api/user', undefined, cookie)).status).toBe(401);
    await signIn(server);
    const { status, repaired } = await health();
    expect([status, repaired.length]).toEqual(['ok', SET_ASIDE.length]);
    for (const [name, sentence] of SET_ASIDE) {
      const said = repaired.filter((line) => sentence.test(line));
      const aside = /sous le nom (\S+)\. /.exec(said[0] ?? '')?.[1] ?? '';
      expect([said.length, aside]).toEqual([1, expect.stringMatching(`^${name}\\.damaged-`)]);
      expect(contentOf(place(aside))).toEqual(before.get(name));
      const warned = server.logged.slice(logged).filter(({ msg }) => msg === said[0]);
      expect(warned).toMatchObject([{ level: 40 }]);
    }
    await server.restart();
    expect((await health()).repaired).toEqual([]);
  });
});

function contentOf(file: string): Buffer | null {
  return lstatSync(file).isFile() ? readFileSync(file) : null;
}
