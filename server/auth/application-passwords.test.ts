import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { type AccountsApp, ADMIN, openAccountsApp, PASSWORD } from '../testing/accounts-app.ts';

const MAX_TRIES = 5;

const PATH = '/api/account/application-passwords';

let folder: TemporaryFolder;
let app: AccountsApp;
let cookie: string;
beforeEach(async () => {
  folder = createTemporaryFolder();
  app = await openAccountsApp(folder, { admin: ADMIN });
  cookie = (await app.signIn()).cookie;
});
afterEach(async () => {
  await app.close();
  folder.remove();
});

const create = async (name: string) => (await app.call(`POST ${PATH}`, { cookie, body: { name } })).body;
const list = async () => (await app.call(`GET ${PATH}`, { cookie })).body;
const check = (username: string, password: string, address = '192.0.2.1') =>
  app.accounts.checkApplicationPassword(username, password, address);

describe('application passwords', () => {
  it('are shown once, and kept as nothing that opens anything', async () => {
    const { password, ...shown } = await create('Ordinateur');
    expect(password).toMatch(/^(?:[A-Z2-9]{4}-){5}[A-Z2-9]{4}$/);
    expect(await list()).toEqual([shown]);
    expect(readFileSync(join(folder.path, 'state.sqlite')).includes(String(password))).toBe(false);
  });

  it('say who a program works for, with capitals and hyphens as people type them', async () => {
    const { password } = await create('Ordinateur');
    const typed = String(password).toLowerCase().replaceAll('-', '');
    expect(await check('camille', typed)).toEqual({ name: 'Camille', email: '' });
    expect((await list())[0]).toMatchObject({ name: 'Ordinateur', lastUsedAt: '2026-03-14T09:30:00.000Z' });
  });

  it('open nothing to another name, to the account’s own password, or once revoked', async () => {
    const { password, id } = await create('Ordinateur');
    await app.call('POST /api/register', { cookie, body: { username: 'Sacha', password: PASSWORD } });
    expect(await check('Sacha', String(password))).toBeNull();
    expect(await check('Camille', PASSWORD)).toBeNull();
    expect((await app.call(`DELETE ${PATH}/${String(id)}`, { cookie })).status).toBe(204);
    expect(await check('Camille', String(password))).toBeNull();
    expect((await app.call(`DELETE ${PATH}/${String(id)}`, { cookie })).status).toBe(404);
  });

  it('do not sign in to the site', async () => {
    const { password } = await create('Ordinateur');
    expect((await app.signIn({ password: String(password) })).status).toBe(401);
  });

  it('slow down who is wrong, never who is right', async () => {
    const { password } = await create('Ordinateur');
    for (let count = 0; count < MAX_TRIES; count += 1) expect(await check('Camille', 'AAAA-BBBB')).toBeNull();
    await expect(check('Camille', 'AAAA-BBBB')).rejects.toMatchObject({ code: 'throttled' });
    expect(await check('Camille', String(password))).not.toBeNull();
    const { events } = await app.audit.list({ limit: 50, eventType: 'sign-in-failed' });
    expect(events.map(({ details }) => details)).toEqual(
      Array(MAX_TRIES).fill({ username: 'Camille', by: 'git' }),
    );
  });
});
