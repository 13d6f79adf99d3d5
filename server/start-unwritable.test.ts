import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { isSystemError } from '#content/git/system-error.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { mayMount, mountReadOnly, mountSmallDisk, unmount } from '#scripts/testing/mounts.ts';
import { parseEnv } from './env.ts';
import { type RunningServer, startServer } from './start.ts';
import { AUTHOR_ENV } from './testing/author.ts';
import { createCapturedLog, ROOT, TEST_PASSWORDS } from './testing/running-server.ts';

let folder: TemporaryFolder;
let running: RunningServer | null;
let log: ReturnType<typeof createCapturedLog>;
beforeEach(() => {
  folder = createTemporaryFolder();
  mkdirSync(dataDir());
  running = null;
});
afterEach(async () => {
  await stop();
  folder.remove();
});

const dataDir = () => join(folder.path, 'data');
const filler = () => join(dataDir(), 'remplissage');
const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = AUTHOR_ENV;

async function start(): Promise<void> {
  log = createCapturedLog();
  running = await startServer({
    env: parseEnv({ PORT: '0', DATA_DIR: dataDir(), STARTER: 'empty', ...AUTHOR_ENV }),
    logger: pino({ level: 'info' }, log.stream),
    root: ROOT,
    passwordWork: TEST_PASSWORDS,
  });
}
async function stop(): Promise<void> {
  await running?.stop();
  running = null;
}
async function call(method: string, path: string, body?: unknown, cookie = '') {
  const response = await fetch(`http://127.0.0.1:${running?.port ?? 0}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
async function signIn(): Promise<string> {
  const { headers } = await call('POST', '/api/login', { username, password });
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
const post = (slug: string) => ({ title: slug, slug, content: 'Bonjour.', isPublished: true });

const healthSchema = z.looseObject({ status: z.string(), reasons: z.array(z.string()).default([]) });
const passwordSchema = z.looseObject({ password: z.string() });

/** What is in DATA_DIR, the repository included: every file with its size and its moment. */
function contents(): readonly string[] {
  return readdirSync(dataDir(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`)
    .sort();
}

/** Takes all the room there is. */
function fill(): void {
  for (const size of [65_536, 4096, 1]) {
    try {
      for (;;) appendFileSync(filler(), Buffer.alloc(size, 'x'));
    } catch (error) {
      if (!isSystemError(error, 'ENOSPC')) throw error;
    }
  }
}

/** A site with an article, stopped; the cookie of a session that still lives. */
async function makeSite(): Promise<string> {
  await start();
  const cookie = await signIn();
  expect((await call('POST', '/api/admin/posts', post('premier'), cookie)).status).toBe(201);
  await stop();
  return cookie;
}

/** All that must hold while nothing may be written. */
async function expectReadable(cookie: string, status: number): Promise<void> {
  expect((await call('GET', '/blog/premier')).status).toBe(200);
  expect((await call('GET', '/')).status).toBe(200);
  const drafts = await call('GET', '/api/admin/posts', undefined, cookie);
  expect([drafts.status, drafts.text.includes('premier')]).toEqual([200, true]);
  expect((await call('POST', '/api/admin/posts', post('non'))).status).toBe(401);
  for (const [method, path, body, as] of [
    ['POST', '/api/admin/posts', post('second'), cookie],
    ['POST', '/api/login', { username, password }, ''],
    ['POST', '/api/logout', {}, cookie],
  ] as const) {
    const { text, ...answer } = await call(method, path, body, as);
    expect([path, answer.status, /rien n’a été enregistré/.test(text)]).toEqual([path, status, true]);
  }
  expect((await call('GET', '/api/user', undefined, cookie)).status).toBe(200);
}

describe.skipIf(!mayMount())('a start on a full disk (skipped where this process may not mount one)', () => {
  beforeEach(() => mountSmallDisk(dataDir(), 8));
  afterEach(async () => {
    await stop();
    unmount(dataDir());
  });

  it('shows the site, refuses what writes and says why, then writes again by itself', async () => {
    const cookie = await makeSite();
    fill();
    const before = contents();
    await start();
    await expectReadable(cookie, 507);
    const reason = expect.stringMatching(/DATA_DIR\) est plein/) as unknown;
    expect(JSON.parse((await call('GET', '/healthz')).text)).toMatchObject({
      status: 'degraded',
      reasons: ['read-only', 'disk-nearly-full'],
      readOnly: reason,
    });
    expect(log.lines.filter(({ msg }) => String(msg).includes('est plein'))).toMatchObject([{ level: 50 }]);
    // What was begun and found no room is removed at once.
    await vi.waitFor(() => expect(contents()).toEqual(before), { timeout: 380_000, interval: 10 });
    rmSync(filler());
    await vi.waitFor(
      async () => expect((await call('POST', '/api/admin/posts', post('second'), cookie)).status).toBe(201),
      { timeout: 380_000, interval: 50 },
    );
    expect((await call('GET', '/blog/second')).status).toBe(200);
    expect(JSON.parse((await call('GET', '/healthz')).text)).toMatchObject({ readOnly: null });
    await stop();
    expect(readFileSync(join(dataDir(), 'holder'), 'utf8')).toBe('');
  });

  it('ends with a sentence where there is no site to show', async () => {
    fill();
    await expect(start()).rejects.toThrow(/DATA_DIR\) est plein\u00a0: libérez de la place\.$/);
  });

  it('leaves the folder to the process that holds it', async () => {
    await makeSite();
    await start();
    const first = running;
    fill();
    await expect(start()).rejects.toThrow(`processus ${process.pid}`);
    running = first;
  });
});

describe.skipIf(!mayMount())(
  'a start on a read-only disk (skipped where this process may not mount one)',
  () => {
    it('shows the site, refuses what writes and says why, then writes again by itself', async () => {
      const cookie = await makeSite();
      mountReadOnly(dataDir());
      try {
        await start();
        await expectReadable(cookie, 503);
        const said = log.lines.filter(({ msg }) =>
          /DATA_DIR\) ne peut pas être écrit\u00a0: le site se lit/.test(String(msg)),
        );
        expect(said).toMatchObject([{ level: 50 }]);
        expect(log.lines.filter(({ msg }) => msg === 'call failed')).toEqual([]);
        const { status, reasons } = healthSchema.parse(JSON.parse((await call('GET', '/healthz')).text));
        expect([status, reasons.includes('read-only')]).toEqual(['degraded', true]);
      } finally {
        unmount(dataDir());
      }
      await vi.waitFor(
        async () => expect((await call('POST', '/api/admin/posts', post('second'), cookie)).status).toBe(201),
        { timeout: 380_000, interval: 50 },
      );
    });

    it('refuses a push and says why when the disk turned read-only meanwhile', async () => {
      const cookie = await makeSite();
      await start();
      const made = await call('POST', '/api/account/application-passwords', { name: 'Ordinateur' }, cookie);
      const { password: text } = passwordSchema.parse(JSON.parse(made.text));
      mountReadOnly(dataDir());
      try {
        const authorization = `Basic ${Buffer.from(`${username}:${text}`).toString('base64')}`;
        const url = `http://127.0.0.1:${running?.port ?? 0}/content.git/info/refs?service=git-receive-pack`;
        const answer = await fetch(url, { headers: { authorization } });
        expect([answer.status, await answer.text()]).toEqual([
          503,
          expect.stringContaining('rien n’a été enregistré'),
        ]);
      } finally {
        unmount(dataDir());
      }
    });

    it('stops in order when the disk turned read-only meanwhile', async () => {
      await makeSite();
      await start();
      mountReadOnly(dataDir());
      try {
        await stop();
      } finally {
        unmount(dataDir());
      }
    });
  },
);
