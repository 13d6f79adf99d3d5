import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSignal } from '#content/git/concurrency.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { type AccountsApp, ADMIN, openAccountsApp, PASSWORD } from '../testing/accounts-app.ts';
import { TEST_PASSWORDS } from '../testing/running-server.ts';
import type { PasswordWork } from './passwords.ts';

const MAX_TRIES = 5;

const NEXT = 'dix-sept hérons gris';

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

const statusWith = async (other: string) => (await app.call('GET /api/user', { cookie: other })).status;
const change = (current: string, next: string) =>
  app.call('POST /api/account/password', { cookie, body: { current, next } });

describe('updateProfile', () => {
  it('changes the name that commits carry', async () => {
    const body = { displayName: 'Camille Roux', email: 'camille@exemple.fr' };
    expect((await app.call('PATCH /api/account', { cookie, body })).body).toMatchObject(body);
    expect((await app.call('GET /api/user', { cookie })).body).toMatchObject({
      username: 'Camille',
      ...body,
    });
  });
});

describe('changePassword', () => {
  it('takes the new password, refuses the old one, and ends the other sessions for good', async () => {
    const other = (await app.signIn()).cookie;
    expect((await change(PASSWORD, NEXT)).status).toBe(204);
    expect([await statusWith(cookie), await statusWith(other)]).toEqual([200, 401]);
    await app.close();
    app = await openAccountsApp(folder);
    expect([await statusWith(cookie), await statusWith(other)]).toEqual([200, 401]);
    expect([(await app.signIn()).status, (await app.signIn({ password: NEXT })).status]).toEqual([401, 200]);
  });

  it('refuses a wrong present password, and tries without end', async () => {
    const answers = [];
    for (let count = 0; count <= MAX_TRIES; count += 1)
      answers.push((await change('pas le bon', NEXT)).status);
    expect(answers).toEqual([...Array.from({ length: MAX_TRIES }, () => 401), 429]);
    expect((await app.signIn()).status).toBe(200);
  });

  it('is let through a flood of sign-ins', async () => {
    await app.close();
    const gate = createSignal();
    const run: PasswordWork['run'] = (task, signal) =>
      gate.given.then(() => TEST_PASSWORDS.run(task, signal));
    app = await openAccountsApp(folder, { passwordWork: { ...TEST_PASSWORDS, run } });
    const flood = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        app.signIn({ password: 'une-mauvaise-idée' }, { address: `198.51.100.${at}` }),
      );
    const strangers = flood(40);
    // None but who is sent away is answered meanwhile.
    expect((await Promise.race(strangers)).status).toBe(429);
    const changing = change(PASSWORD, NEXT);
    for (const stranger of flood(2)) expect((await stranger).status).toBe(429);
    gate.give();
    expect((await changing).status).toBe(204);
    await Promise.all(strangers);
  });

  it('is done again by whoever did not hear that it was done', async () => {
    await change(PASSWORD, NEXT);
    const other = (await app.signIn({ password: NEXT })).cookie;
    expect((await change(PASSWORD, NEXT)).status).toBe(204);
    expect([await statusWith(cookie), await statusWith(other)]).toEqual([200, 401]);
    expect([(await app.signIn()).status, (await app.signIn({ password: NEXT })).status]).toEqual([401, 200]);
    expect((await change(PASSWORD, `${NEXT}.`)).status).toBe(401);
  });

  it('names the field of a password that may not be chosen', async () => {
    const { status, body } = await change(PASSWORD, 'trop court');
    expect({ status, body }).toMatchObject({ status: 400, body: { data: { field: 'next' } } });
    expect((await change(PASSWORD, `${'é'.repeat(36)}!`)).status).toBe(400);
  });

  it('takes an accent however the machine writes it', async () => {
    await change(PASSWORD, 'dix-sept hérons gris'.normalize('NFD'));
    expect((await app.signIn({ password: 'dix-sept hérons gris'.normalize('NFC') })).status).toBe(200);
  });

  it('does not take a password for another with the same first 72 bytes', async () => {
    const long = 'loutre-'.repeat(11).slice(0, 72);
    await change(PASSWORD, long);
    expect([
      (await app.signIn({ password: `${long}x` })).status,
      (await app.signIn({ password: long })).status,
    ]).toEqual([...[401, 200]]);
  });
});

describe('sessions of a user', () => {
  it('are listed, the last used first, without anything that opens them', async () => {
    app.advance(60_000);
    const other = await app.signIn({}, { address: '2001:db8::1', headers: { 'User-Agent': 'Autre/2' } });
    const { body } = await app.call('GET /api/account/sessions', { cookie });
    expect(body.map((session) => ({ ...(session as object), id: '…' }))).toEqual([
      {
        id: '…',
        userAgent: 'Essai/1.0',
        ipAddress: '192.0.2.1',
        isCurrent: true,
        createdAt: '2026-03-14T09:30:00.000Z',
        lastSeenAt: '2026-03-14T09:31:00.000Z',
      },
      {
        id: '…',
        userAgent: 'Autre/2',
        ipAddress: '2001:db8::1',
        isCurrent: false,
        createdAt: '2026-03-14T09:31:00.000Z',
        lastSeenAt: '2026-03-14T09:31:00.000Z',
      },
    ]);
    expect(await statusWith(other.cookie)).toBe(200);
  });

  it('are ended one by one', async () => {
    const other = (await app.signIn()).cookie;
    const { body } = await app.call('GET /api/account/sessions', { cookie: other });
    const ids = body.map((session) => session as { id: string; isCurrent: boolean });
    const id = ids.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    expect((await app.call(`DELETE /api/account/sessions/${id}`, { cookie: other })).status).toBe(204);
    expect([await statusWith(cookie), await statusWith(other)]).toEqual([401, 200]);
    expect((await app.call(`DELETE /api/account/sessions/${id}`, { cookie: other })).status).toBe(404);
  });

  it('are not another user’s to end', async () => {
    await app.call('POST /api/register', { cookie, body: { username: 'Sacha', password: PASSWORD } });
    const sacha = (await app.signIn({ username: 'Sacha' })).cookie;
    const { body } = await app.call('GET /api/account/sessions', { cookie });
    const [mine] = body.map((session) => session as { id: string });
    expect((await app.call(`DELETE /api/account/sessions/${mine?.id ?? ''}`, { cookie: sacha })).status).toBe(
      404,
    );
    await app.call('DELETE /api/account/sessions', { cookie: sacha });
    expect([await statusWith(cookie), await statusWith(sacha)]).toEqual([200, 401]);
  });

  it('end all at once, this one too, and its cookie goes', async () => {
    const other = (await app.signIn()).cookie;
    const { status, setCookies } = await app.call('DELETE /api/account/sessions', { cookie });
    expect([status, setCookies[0]?.startsWith('encrier=;')]).toEqual([204, true]);
    expect([await statusWith(cookie), await statusWith(other)]).toEqual([401, 401]);
  });
});
