import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import { addPerson, createStatePlace, namesIn, type StatePlace } from '../testing/state-place.ts';
import { id, person } from '../testing/state-rows.ts';

let place: StatePlace;
beforeEach(() => {
  place = createStatePlace();
});
afterEach(() => place.remove());

const at = (name: string) => place.at(name);
const file = () => at('state.sqlite');

const GONE = '00000000-0000-0000-0000-000000000000.1.1';
/** The users of before, once they were set aside. */
const setAside = () => readdirSync(place.folder.path).filter((name) => name.startsWith('users.json.former-'));
async function makeAndBringBack(): Promise<void> {
  place.close(await place.open());
  for (const name of setAside()) renameSync(at(name), at('users.json'));
}
const FORMER_USER = { ...person(1, 'camille'), applicationPasswords: [] };
function writeFormer(): void {
  const { userId: _, ...password } = {
    id: id(3),
    userId: id(1),
    name: 'Ordinateur',
    digest: 'd',
    lastUsedAt: null,
    createdAt: '2026-03-14T09:30:00.000Z',
  };
  const user = { ...FORMER_USER, applicationPasswords: [password] };
  writeFileSync(at('users.json'), JSON.stringify({ version: 1, users: [user] }));
  writeFileSync(at('sessions.json'), '{');
}

describe('the files of before', () => {
  it.each([
    // Half a file under the name of its maker is no file yet.
    ['while the file is made', async () => writeFile(at(`tmp_obj_encrier-${GONE}-0123456789ab`), 'SQLite')],
    ['before it is set aside', makeAndBringBack],
  ])('is taken over though a kill came %s', async (_, cut) => {
    writeFormer();
    await cut();
    const state = await place.open();
    expect(await namesIn(state)).toEqual(['camille']);
    expect([existsSync(at('users.json')), setAside()]).toEqual([false, [expect.any(String)]]);
  });

  it('are taken over once, and kept whole beside; the others stay where they are', async () => {
    writeFormer();
    const before = readFileSync(at('users.json'));
    const state = await place.open();
    const { users, applicationPasswords } = await state.known();
    expect([users, applicationPasswords]).toMatchObject([[person(1, 'camille')], [{ userId: id(1) }]]);
    const [aside = ''] = setAside();
    expect(readFileSync(at('sessions.json'), 'utf8')).toBe('{');
    expect(readFileSync(at(aside))).toEqual(before);
    expect(readFileSync(at('format'), 'utf8')).toBe('2\n');
    expect(place.said).toEqual([expect.stringContaining(aside)]);
    await state.change(({ users }) => users.put({ ...person(1, 'camille'), displayName: 'Camille Roux' }));
    place.close(state);
    // Put back by somebody who did not know: it is older than what is there.
    copyFileSync(at(aside), at('users.json'));
    expect((await (await place.open()).known()).users).toMatchObject([{ displayName: 'Camille Roux' }]);
    expect(setAside()).toHaveLength(2);
  });

  it.each([
    ['empty', ''],
    ['torn', '{"version":1,"users":[{"id":'],
    ['a list of nobody', '{"version":1,"users":[]}'],
    ['of another form', '{"version":2,"users":[]}'],
    ['a user without a password', '{"version":1,"users":[{"username":"camille"}]}'],
  ])('close the accounts when the users are %s, and open them once they are mended', async (_, text) => {
    writeFormer();
    writeFileSync(at('users.json'), text);
    const state = await place.open();
    await expect(state.known()).rejects.toMatchObject({ code: 'accounts-closed' });
    await expect(state.change(() => undefined)).rejects.toMatchObject({ code: 'accounts-closed' });
    expect(state.trouble()?.reason).toContain(at('users.json'));
    expect([readFileSync(at('users.json'), 'utf8'), existsSync(file())]).toEqual([text, false]);
    writeFileSync(at('users.json'), JSON.stringify({ version: 1, users: [FORMER_USER] }));
    expect(await namesIn(state)).toEqual(['camille']);
    expect(state.trouble()).toBeNull();
  });

  it('are read where nothing may be written, and stay', async () => {
    writeFormer();
    const before = readdirSync(place.folder.path);
    const state = await place.open(new ContentError('disk-full', {}));
    expect(await namesIn(state)).toEqual(['camille']);
    await expect(addPerson(state, 2)).rejects.toMatchObject({ code: 'disk-full' });
    expect(readdirSync(place.folder.path)).toEqual(before);
  });
});
