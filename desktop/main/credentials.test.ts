import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasCode } from '#content/model/errors.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { createStorage } from '#desktop/testing/double/safe-storage.ts';
import { contentAddress, createCredentials } from './credentials.ts';

const URL_THERE = 'https://exemple.fr/content.git';
const CLAIRE = { username: 'claire', password: 'mot-de-passe-secret-42' };

let folder: TemporaryFolder;
let errors: unknown[];
beforeEach(() => {
  folder = createTemporaryFolder();
  errors = [];
});
afterEach(() => folder.remove());

const file = () => join(folder.path, 'credentials.json');
function open(backend = 'gnome_libsecret') {
  const storage = createStorage(backend);
  return createCredentials({ file: file(), storage, onError: (error) => errors.push(error) });
}
const written = () => (existsSync(file()) ? readFileSync(file(), 'utf8') : '');

describe('createCredentials', () => {
  it('keeps them encrypted, for the next start', async () => {
    expect(await open().keep(URL_THERE, CLAIRE)).toBe('kept');
    expect(written()).toContain(URL_THERE);
    for (const secret of [CLAIRE.username, CLAIRE.password]) expect(written()).not.toContain(secret);
    expect(written()).not.toContain(Buffer.from(JSON.stringify(CLAIRE)).toString('base64'));
    expect(await open().askFor(`${URL_THERE}/`)()).toEqual(CLAIRE);
    expect(await open().stateOf(URL_THERE)).toBe('kept');
  });

  it('gives them to the address they were kept for, and to no other', async () => {
    const credentials = open();
    await credentials.keep(URL_THERE, CLAIRE);
    for (const other of [
      'https://exemple.fr/autre.git',
      'https://exemple.fr:8443/content.git',
      'http://exemple.fr/content.git',
    ])
      expect(await credentials.askFor(other)()).toBeNull();
  });

  it('writes nothing where only plain text is possible, and asks again at each start', async () => {
    const credentials = open('basic_text');
    expect(await credentials.keep(URL_THERE, CLAIRE)).toBe('until-quit');
    expect(await credentials.askFor(URL_THERE)()).toEqual(CLAIRE);
    expect(await credentials.stateOf(URL_THERE)).toBe('until-quit');
    expect(written()).toBe('');
    expect(await open('basic_text').stateOf(URL_THERE)).toBe('missing');
  });

  it('takes out what was kept when the system is no longer safe', async () => {
    await open().keep(URL_THERE, CLAIRE);
    await open('basic_text').keep(URL_THERE, CLAIRE);
    expect(written()).not.toContain(URL_THERE);
  });

  it('forgets one address, and keeps those that are changed at once', async () => {
    const credentials = open();
    await Promise.all(['a', 'b', 'c'].map((name) => credentials.keep(`${URL_THERE}/${name}`, CLAIRE)));
    await credentials.forget(`${URL_THERE}/b`);
    expect(Object.keys(JSON.parse(written()) as object)).toEqual([`${URL_THERE}/a`, `${URL_THERE}/c`]);
  });

  it('asks again for what cannot be read, and says so without quoting it', async () => {
    writeFileSync(file(), JSON.stringify({ [URL_THERE]: Buffer.from(CLAIRE.password).toString('base64') }));
    expect(await open().askFor(URL_THERE)()).toBeNull();
    expect(errors).toHaveLength(1);
    writeFileSync(file(), '{');
    expect(await open().askFor(URL_THERE)()).toBeNull();
    expect(await open().keep(URL_THERE, CLAIRE)).toBe('kept');
  });
});

describe('contentAddress', () => {
  it.each([
    ['monsite.fr', 'https://monsite.fr/content.git'],
    [' https://monsite.fr/ ', 'https://monsite.fr/content.git'],
    ['HTTPS://MonSite.fr:8443', 'https://monsite.fr:8443/content.git'],
    ['https://monsite.fr/content.git/', 'https://monsite.fr/content.git'],
    ['https://github.com/claire/site.git', 'https://github.com/claire/site.git'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/content.git'],
    ['https://monsite.fr/admin', 'https://monsite.fr/content.git'],
    ['monsite.fr/admin/reglages/', 'https://monsite.fr/content.git'],
    ['https://monsite.fr/auth/login', 'https://monsite.fr/content.git'],
    ['https://github.com/admin/site.git', 'https://github.com/admin/site.git'],
    ['https://monsite.fr/administration', 'https://monsite.fr/administration'],
    ['monsite.fr?x=1#y', 'https://monsite.fr/content.git'],
  ])('reads %s', (written, address) => expect(contentAddress(written)).toBe(address));

  it.each([
    'http://monsite.fr',
    'ssh://git@github.com/claire/site.git',
    'file:///etc',
    'https://claire:secret@monsite.fr',
    'mon site',
    'https://',
    '',
  ])('refuses %j', (written) => {
    let thrown: unknown = null;
    try {
      contentAddress(written);
    } catch (error) {
      thrown = error;
    }
    expect(hasCode(thrown, 'invalid') && thrown.data.field).toBe('address');
    expect(String(thrown)).not.toContain('secret@');
  });
});
