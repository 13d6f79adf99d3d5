import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { type AccountsApp, ADMIN, openAccountsApp } from '../testing/accounts-app.ts';

const MAX_IDLE_MS = 12 * 3600 * 1000;
const MAX_AGE_MS = 7 * 24 * 3600 * 1000;
const MAX_SESSIONS = 20;

const HOUR = 3600 * 1000;

let folder: TemporaryFolder;
let app: AccountsApp;
beforeEach(async () => {
  folder = createTemporaryFolder();
  app = await openAccountsApp(folder, { admin: ADMIN });
});
afterEach(async () => {
  await app.close();
  folder.remove();
});

async function restart(options: Parameters<typeof openAccountsApp>[1] = {}): Promise<void> {
  await app.close();
  app = await openAccountsApp(folder, options);
}
const withoutValues = (setCookies: readonly string[]) =>
  setCookies.map((line) => line.replace(/=[^;]+/, '=…').replace(/(expires)=[^;]+/i, '$1=…'));
const statusWith = async (cookie: string) => (await app.call('GET /api/user', { cookie })).status;

describe('login', () => {
  it('signs in by any capitals of the name, and says who is signed in', async () => {
    const { status, body, cookie } = await app.signIn({ username: 'camille' });
    expect({ status, username: body['username'], email: body['email'] }).toEqual({
      status: 200,
      username: 'Camille',
      email: '',
    });
    expect((await app.call('GET /api/user', { cookie })).body).toEqual(body);
  });

  it('refuses a wrong password and an unknown name with the same words and no cookie', async () => {
    const wrong = await app.signIn({ password: 'autre-chose-du-tout' });
    const unknown = await app.signIn({ username: 'personne' });
    expect(wrong).toEqual({ ...unknown });
    expect(wrong).toMatchObject({
      status: 401,
      setCookies: [],
      body: { code: 'refused', error: 'Nom d’utilisateur ou mot de passe incorrect.' },
    });
  });

  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const { setCookies } = await app.signIn();
    expect(withoutValues(setCookies)).toEqual([
      'encrier-appareil=…; Max-Age=31536000; Path=/api/login; Expires=…; HttpOnly; SameSite=Strict',
      'encrier=…; path=/; expires=…; samesite=lax; httponly',
      'encrier.sig=…; path=/; expires=…; samesite=lax; httponly',
    ]);
  });

  it('binds the cookie to the host and to https where the site is https, whatever is in between', async () => {
    await restart({ origin: 'https://exemple.fr' });
    const { setCookies, cookie } = await app.signIn();
    expect(withoutValues(setCookies)).toEqual([
      '__Secure-encrier-appareil=…; Max-Age=31536000; Path=/api/login; Expires=…; HttpOnly; Secure; SameSite=Strict',
      '__Host-encrier=…; path=/; expires=…; samesite=lax; secure; httponly',
      '__Host-encrier.sig=…; path=/; expires=…; samesite=lax; secure; httponly',
    ]);
    expect(await statusWith(cookie)).toBe(200);
  });

  it('gives another token each time, and ends the session the browser had', async () => {
    const first = (await app.signIn()).cookie;
    const second = (await app.signIn({}, { cookie: first })).cookie;
    expect(second).not.toBe(first);
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
  });

  it('never takes a token that somebody planted', async () => {
    const planted = Buffer.from(JSON.stringify({ token: 'x'.repeat(43) })).toString('base64');
    const { cookie } = await app.signIn({}, { cookie: `encrier=${planted}; encrier.sig=abc` });
    expect(cookie).not.toContain(planted);
    expect(await statusWith(`encrier=${planted}; encrier.sig=abc`)).toBe(401);
  });

  it('ends the least used session when a user has too many', async () => {
    const oldest = (await app.signIn()).cookie;
    for (let count = 0; count < MAX_SESSIONS; count += 1) {
      app.advance(1000);
      await app.signIn();
    }
    expect(await statusWith(oldest)).toBe(401);
  });

  it('writes what happened to the audit log, and no name that is no user’s', async () => {
    await app.signIn({ username: 'mon mot de passe' });
    await app.signIn({ password: 'autre-chose-du-tout' });
    await app.signIn();
    const { events } = await app.audit.list({ limit: 10 });
    const seen = events.map(({ eventType, severity, details, ipAddress }) => [
      eventType,
      severity,
      details,
      ipAddress,
    ]);
    expect(seen).toEqual([
      ['sign-in', 'info', { username: 'Camille' }, '192.0.2.1'],
      ['sign-in-failed', 'warning', { username: 'Camille' }, '192.0.2.1'],
      ['sign-in-failed', 'warning', {}, '192.0.2.1'],
    ]);
  });
});

describe('a session', () => {
  it('is worth nothing after logout, in a copied cookie or after a restart', async () => {
    const { cookie } = await app.signIn();
    const { status, body, setCookies } = await app.call('POST /api/logout', { cookie });
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Vous avez été déconnecté' } });
    expect(setCookies[0]).toContain('encrier=; path=/; expires=Thu, 01 Jan 1970');
    expect(await statusWith(cookie)).toBe(401);
    await restart();
    expect(await statusWith(cookie)).toBe(401);
  });

  it('lives on over a restart, by a key of our own or one that is given', async () => {
    const { cookie } = await app.signIn();
    await restart();
    expect(await statusWith(cookie)).toBe(200);
    await restart({ sessionSecret: 's'.repeat(32) });
    expect(await statusWith(cookie)).toBe(401);
  });

  it('ends when it is not used for twelve hours', async () => {
    const { cookie } = await app.signIn();
    app.advance(MAX_IDLE_MS - 1);
    expect(await statusWith(cookie)).toBe(200);
    app.advance(MAX_IDLE_MS);
    expect(await statusWith(cookie)).toBe(401);
  });

  it('ends seven days after it began, however much it is used', async () => {
    const { cookie } = await app.signIn();
    const seen = [];
    for (let time = 0; time < MAX_AGE_MS; time += 10 * HOUR) {
      seen.push(await statusWith(cookie));
      app.advance(10 * HOUR);
    }
    expect(new Set(seen)).toEqual(new Set([200]));
    expect(await statusWith(cookie)).toBe(401);
  });

  it('is not in the table kept on disk, which nobody else may read', async () => {
    const { cookie } = await app.signIn();
    const value = Buffer.from(/encrier=([^;]+)/.exec(cookie)?.[1] ?? '', 'base64').toString();
    const { token } = z.object({ token: z.string() }).parse(JSON.parse(value));
    expect(token).toMatch(/^[\w-]{43}$/);
    const files = ['state.sqlite', 'state.sqlite-wal', 'state.sqlite-shm', 'session-secret'];
    for (const name of files) expect(readFileSync(join(folder.path, name)).includes(token)).toBe(false);
    const modes = files.map((name) => statSync(join(folder.path, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600]);
  });

  it('is worth nothing when a byte of it turned, though SQLite sees nothing', async () => {
    const { cookie } = await app.signIn();
    await app.close();
    const file = join(folder.path, 'state.sqlite');
    const bytes = readFileSync(file);
    bytes.write('Essaj/1.0', bytes.indexOf('Essai/1.0'));
    writeFileSync(file, bytes);
    app = await openAccountsApp(folder);
    expect(await statusWith(cookie)).toBe(401);
    expect(await statusWith((await app.signIn()).cookie)).toBe(200);
  });
});

describe('logout', () => {
  it('ends the session while the accounts cannot be written, and for good once they can', async () => {
    const [{ cookie }, other] = [await app.signIn(), await app.signIn()];
    const file = join(folder.path, 'state.sqlite');
    const whole = readFileSync(file);
    writeFileSync(file, '{');
    const { status, setCookies } = await app.call('POST /api/logout', { cookie });
    expect([status, setCookies[0]]).toEqual([200, expect.stringContaining('encrier=; path=/; expires=Thu')]);
    expect([await statusWith(cookie), await statusWith(other.cookie)]).toEqual([401, 200]);
    writeFileSync(file, whole);
    await app.signIn();
    await restart();
    expect([await statusWith(cookie), await statusWith(other.cookie)]).toEqual([401, 200]);
  });

  it('succeeds without a session, and notes only those that end one', async () => {
    expect((await app.call('POST /api/logout')).status).toBe(200);
    const { cookie } = await app.signIn();
    await app.call('POST /api/logout', { cookie });
    const { events } = await app.audit.list({ limit: 10 });
    expect(events.map(({ eventType }) => eventType)).toEqual(['sign-out', 'sign-in']);
    expect(events[0]?.sessionId).toBe(events[1]?.sessionId);
  });
});
