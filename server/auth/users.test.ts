import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { addUser, newUser } from './new-user.ts';
import type { StoredUser } from './stored-user.ts';
import { openUsers, type Users } from './users.ts';

let folder: TemporaryFolder;
let errors: unknown[];
beforeEach(() => {
  folder = createTemporaryFolder();
  errors = [];
});
afterEach(() => folder.remove());

const file = () => join(folder.path, 'users.json');
const open = () => openUsers({ dataDir: folder.path, onError: (error) => errors.push(error) });
const person = (username: string) =>
  newUser({ username, displayName: '', email: '', passwordHash: `$2b$04$${'a'.repeat(53)}`, now: 0 });
const names = (users: readonly StoredUser[]) => users.map(({ username }) => username).toSorted();

describe('openUsers', () => {
  it('finds nobody where there is no file, and keeps what is added', async () => {
    const users = await open();
    expect(await users.list()).toEqual([]);
    await users.update((all) => addUser(all, person('camille')));
    expect(await (await open()).list()).toEqual(await users.list());
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['empty', ''],
    ['torn', '{"version":1,"users":[{"id":'],
    ['a list of nobody', '{"version":1,"users":[]}'],
    ['of another form', '{"version":2,"users":[]}'],
    ['a user without a password', '{"version":1,"users":[{"username":"camille"}]}'],
  ])('is closed by a file that is %s: it never means that anyone may register', async (_, text) => {
    writeFileSync(file(), text);
    const users = await open();
    expect(users.trouble()).toMatchObject({ code: 'accounts-closed' });
    await expect(users.list()).rejects.toMatchObject({ code: 'accounts-closed' });
    await expect(users.update((all) => addUser(all, person('camille')))).rejects.toMatchObject({
      code: 'accounts-closed',
    });
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  // An operator's command may run as root; the server does not.
  it.runIf(process.getuid?.() === 0)('leaves what root writes to the owner of the folder', async () => {
    chownSync(folder.path, 4321, 4321);
    const users = await open();
    await users.update((all) => addUser(all, person('camille')));
    const owners = ['users.json', 'users.lock'].map((name) => statSync(join(folder.path, name)).uid);
    expect(owners).toEqual([4321, 4321]);
  });

  it('writes nothing when the change is refused', async () => {
    const users = await open();
    await users.update((all) => addUser(all, person('camille')));
    const before = readFileSync(file(), 'utf8');
    await expect(users.update((all) => addUser(all, person('Camille')))).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('loses nothing of what two writers add at once', async () => {
    const writers = await Promise.all([open(), open(), open()]);
    const added = Array.from({ length: 12 }, (_, index) => `personne-${String(index).padStart(2, '0')}`);
    const add = (name: string, writer: Users) => writer.update((all) => addUser(all, person(name)));
    await Promise.all(
      writers.flatMap((writer, turn) =>
        added.filter((_, at) => at % 3 === turn).map((name) => add(name, writer)),
      ),
    );
    for (const writer of writers) expect(names(await writer.list())).toEqual(added);
  });
});

describe('a file that changes while we run', () => {
  it('is read again', async () => {
    const [server, operator] = await Promise.all([open(), open()]);
    await operator.update((all) => addUser(all, person('camille')));
    expect(names(await server.list())).toEqual(['camille']);
    await operator.update((all) => addUser(all, person('sacha')));
    expect(names(await server.list())).toEqual(['camille', 'sacha']);
  });

  it.each([
    ['damaged', () => writeFileSync(file(), '{')],
    ['removed', () => rmSync(file())],
  ])('leaves the users known before when it is %s, and is not written over', async (_, harm) => {
    const users = await open();
    await users.update((all) => addUser(all, person('camille')));
    await users.list();
    harm();
    expect(names(await users.list())).toEqual(['camille']);
    await users.list();
    expect(errors).toHaveLength(1);
    expect(users.trouble()).toMatchObject({ code: 'accounts-damaged' });
    await expect(users.update((all) => addUser(all, person('sacha')))).rejects.toMatchObject({
      code: 'read-only',
    });
  });

  it('closes the accounts where there was none at the start, and it cannot be read', async () => {
    const users = await open();
    writeFileSync(file(), '{');
    await expect(users.list()).rejects.toMatchObject({ code: 'accounts-closed' });
    rmSync(file());
    await expect(users.list()).rejects.toMatchObject({ code: 'accounts-closed' });
  });
});
