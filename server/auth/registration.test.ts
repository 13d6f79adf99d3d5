import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { type AccountsApp, ADMIN, openAccountsApp, PASSWORD } from '../testing/accounts-app.ts';

const MAX_TRIES = 5;

let folder: TemporaryFolder;
let app: AccountsApp;
beforeEach(async () => {
  folder = createTemporaryFolder();
  app = await openAccountsApp(folder);
});
afterEach(async () => {
  await app.close();
  folder.remove();
});

const signedIn = async (names: readonly string[]) =>
  (await Promise.all(names.map((username) => app.signIn({ username })))).filter(
    ({ status }) => status === 200,
  ).length;
const firstCode = () => app.accounts.firstCode() ?? 'none';
const register = (body: object, cookie = '') =>
  app.call('POST /api/register', { cookie, body: { ...ADMIN, ...body } });

describe('the one-time code', () => {
  it('is readable, kept over a restart, and for the server alone', async () => {
    const code = firstCode();
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(?:-[A-HJ-NP-Z2-9]{4}){3}$/);
    await app.close();
    app = await openAccountsApp(folder);
    expect(firstCode()).toBe(code);
    expect(statSync(join(folder.path, 'first-code')).mode & 0o777).toBe(0o600);
  });

  it('creates the first administrator, signs in, and is gone', async () => {
    expect((await app.call('GET /api/register')).body).toEqual({ isFirst: true });
    const { status, body, cookie } = await register({
      code: ` ${firstCode().toLowerCase().replaceAll('-', ' ')} `,
    });
    expect({ status, username: body['username'], displayName: body['displayName'] }).toEqual({
      status: 201,
      username: 'Camille',
      displayName: 'Camille',
    });
    expect((await app.call('GET /api/user', { cookie })).body).toEqual(body);
    expect((await app.call('GET /api/register')).body).toEqual({ isFirst: false });
    expect([app.accounts.firstCode(), existsSync(join(folder.path, 'first-code'))]).toEqual([null, false]);
    const { events } = await app.audit.list({ limit: 10 });
    expect(events.map(({ eventType }) => eventType)).toEqual(['sign-in', 'account']);
  });

  it('is wanted, and cannot be guessed for long', async () => {
    const answers = [];
    for (let count = 0; count <= MAX_TRIES; count += 1)
      answers.push(await register({ code: 'AAAA-BBBB-CCCC-DDDD' }));
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: MAX_TRIES }, () => 401),
      429,
    ]);
    expect(Number(answers.at(-1)?.retryAfter)).toBeGreaterThan(0);
    expect((await register({})).status).toBe(429);
    const { events } = await app.audit.list({ limit: 1 });
    expect(events[0]).toMatchObject({ eventType: 'sign-in-failed', details: { by: 'first code' } });
    expect((await app.call('GET /api/register')).body).toEqual({ isFirst: true });
  });

  it('makes one administrator of two who use it at once', async () => {
    const code = firstCode();
    const names = ['Camille', 'Dominique', 'Sacha', 'Claude'];
    const answers = await Promise.all(names.map((username) => register({ username, code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401, 401, 401]);
    expect(await signedIn(names)).toBe(1);
  });

  it('is still good after a password that may not be chosen', async () => {
    const { status, body } = await register({ code: firstCode(), password: 'motdepasse2024' });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'invalid', data: { field: 'password' } },
    });
    expect((await register({ code: firstCode() })).status).toBe(201);
  });

  it('is not made where the settings name an administrator', async () => {
    await app.close();
    app = await openAccountsApp(folder, { admin: ADMIN });
    expect(app.accounts.firstCode()).toBeNull();
    expect((await app.signIn()).status).toBe(200);
  });

  it('is refused as a sentence when the settings name one with a password made of the name', async () => {
    await app.close();
    const admin = { username: 'marguerite', password: 'marguerite75' };
    await expect(openAccountsApp(folder, { admin })).rejects.toThrow(/ADMIN_PASSWORD ne convient pas/);
    app = await openAccountsApp(folder);
  });
});

describe('register, when there is an administrator', () => {
  it('is for administrators only, and signs nobody in', async () => {
    const { cookie } = await register({ code: firstCode() });
    expect((await register({ username: 'Sacha', code: firstCode() })).body).toMatchObject({
      code: 'unauthenticated',
    });
    const added = await register({ username: 'Sacha', email: 'sacha@exemple.fr' }, cookie);
    expect(added).toMatchObject({ status: 201, setCookies: [], body: { email: 'sacha@exemple.fr' } });
    expect((await app.signIn({ username: 'Sacha', password: PASSWORD })).status).toBe(200);
  });

  it('refuses a name that somebody has, however it is written', async () => {
    const { cookie } = await register({ code: firstCode() });
    const { status, body } = await register({ username: 'CAMILLE' }, cookie);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: 'Le nom d’utilisateur «\u00a0CAMILLE\u00a0» est déjà pris.' },
    });
  });
});
