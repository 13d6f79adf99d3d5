import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { type AccountsApp, ADMIN, openAccountsApp } from './testing/accounts-app.ts';
import { TEST_COST } from './testing/running-server.ts';
import { userCommand } from './user-command.ts';

const NEXT = 'dix-sept hérons gris';

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

async function run(words: string, typed: string | null = null) {
  const said: string[] = [];
  const code = await userCommand({
    words: words === '' ? [] : words.split(' '),
    dataDir: () => folder.path,
    askNewPassword: () => Promise.resolve(typed),
    say: (line) => said.push(line),
    bcryptCost: TEST_COST,
  });
  return { code, said: said.join('\n') };
}

describe('npm run user', () => {
  it('adds the first administrator while the server runs, and the one-time code is over', async () => {
    const code = app.accounts.firstCode() ?? '';
    expect(await run('add Camille', ADMIN.password)).toEqual({
      code: 0,
      said: 'L’administrateur «\u00a0Camille\u00a0» est ajouté.',
    });
    expect((await app.signIn()).status).toBe(200);
    expect(app.accounts.firstCode()).toBeNull();
    const body = { ...ADMIN, username: 'Sacha', code };
    expect((await app.call('POST /api/register', { body })).status).toBe(401);
  });

  it.each(['list', 'add Sacha --generate', 'reset Camille --generate'])(
    'leaves users that cannot be read as they are, and says so: %s',
    async (words) => {
      await app.close();
      const file = join(folder.path, 'state.sqlite');
      writeFileSync(file, 'SQLite');
      const { code, said } = await run(words);
      expect([code, said]).toEqual([1, expect.stringMatching(/state\.sqlite est abîmé.*sauvegarde/)]);
      expect(readFileSync(file, 'utf8')).toBe('SQLite');
    },
  );

  it('says so of a folder in the place of the users', async () => {
    await app.close();
    rmSync(join(folder.path, 'state.sqlite'));
    mkdirSync(join(folder.path, 'state.sqlite/plein'), { recursive: true });
    expect(await run('add Sacha --generate')).toMatchObject({ code: 1 });
    expect(readdirSync(join(folder.path, 'state.sqlite'))).toEqual(['plein']);
  });

  it('resets a password while the server runs: sessions end at once, and after a restart too', async () => {
    await run('add Camille', ADMIN.password);
    const { cookie } = await app.signIn();
    const made = await app.call('POST /api/account/application-passwords', { cookie, body: { name: 'App' } });
    const asProgram = () =>
      app.accounts.checkApplicationPassword('camille', String(made.body.password), '192.0.2.1');
    expect(await asProgram()).toMatchObject({ name: 'Camille' });
    expect(await run('reset camille', NEXT)).toMatchObject({ code: 0 });
    expect(await asProgram()).toBeNull();
    expect((await app.call('GET /api/user', { cookie })).status).toBe(401);
    expect([(await app.signIn()).status, (await app.signIn({ password: NEXT })).status]).toEqual([401, 200]);
    await app.close();
    app = await openAccountsApp(folder);
    expect((await app.call('GET /api/user', { cookie })).status).toBe(401);
  });

  it('makes a password that may be chosen, and says it', async () => {
    const { said } = await run('add Camille --generate');
    const password = /^Mot de passe\u00a0: (\S+)$/m.exec(said)?.[1] ?? '';
    expect((await app.signIn({ password })).status).toBe(200);
  });

  it('lists users by name', async () => {
    expect((await run('list')).said).toBe(
      'Aucun administrateur\u00a0: le serveur affiche un code au démarrage.',
    );
    await run('add Camille', ADMIN.password);
    expect((await run('list')).said).toMatch(/^Camille\tCamille\tdepuis le \d{4}-\d\d-\d\d$/);
  });

  it.each([
    ['', 2, 'Usage'],
    ['remove Camille', 2, 'Usage'],
    ['add', 2, 'Usage'],
    ['reset personne', 1, 'Aucun administrateur ne s’appelle «\u00a0personne\u00a0».'],
    ['add <script>', 1, 'ne convient pas'],
    ['add camille', 1, 'est déjà pris'],
  ])('explains « %s »', async (words, code, sentence) => {
    await run('add Camille', ADMIN.password);
    const answer = await run(words, NEXT);
    expect(answer.code).toBe(code);
    expect(answer.said).toContain(sentence);
  });

  it('changes nothing for a bad password, or when the person gives up', async () => {
    await run('add Camille', ADMIN.password);
    expect(await run('reset Camille', 'trop court')).toEqual({
      code: 1,
      said: 'Le mot de passe doit compter 12 caractères au moins.',
    });
    expect(await run('reset Camille', null)).toEqual({ code: 1, said: '' });
    expect((await app.signIn()).status).toBe(200);
  });

  it('says that there is no such folder', async () => {
    const said: string[] = [];
    const code = await userCommand({
      words: ['list'],
      dataDir: () => join(folder.path, 'nowhere'),
      say: (line) => said.push(line),
      askNewPassword: () => Promise.resolve(null),
    });
    expect([code, said[0]]).toEqual([1, expect.stringContaining('n’existe pas')]);
  });

  it('keeps out of a folder that a restore left half there', async () => {
    mkdirSync(join(folder.path, 'restoring'));
    const said: string[] = [];
    const code = await userCommand({
      words: ['list'],
      dataDir: () => folder.path,
      say: (line) => said.push(line),
      askNewPassword: () => Promise.resolve(null),
    });
    expect([code, said[0]]).toEqual([1, expect.stringContaining('npm run restore')]);
  });
});
