import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryClone, type TemporaryClone } from '#content/testing/temporary-clone.ts';
import { readOrigin, readUsername, stopFollowingOrigin, writeOrigin, writeUsername } from './origin.ts';

const URL_THERE = 'https://exemple.fr/content.git';
let clone: TemporaryClone;
beforeEach(async () => {
  clone = await createTemporaryClone();
});
afterEach(() => clone.remove());

const config = () => readFileSync(path.join(clone.gitDir, 'config'), 'utf8');
const append = (text: string) => writeFileSync(path.join(clone.gitDir, 'config'), config() + text);

describe('writeOrigin', () => {
  it('names a remote that git uses, and keeps every other byte', async () => {
    append('# à moi\n[user]\n\tname = "Claire; Dubois" ; dit-elle');
    const before = config();
    await writeOrigin(clone.gitDir, { url: URL_THERE, branch: 'main' });
    expect(config().startsWith(`${before}\n`)).toBe(true);
    expect(clone.git('remote', 'get-url', 'origin')).toBe(URL_THERE);
    expect(clone.git('config', 'branch.main.merge')).toBe('refs/heads/main');
    expect(clone.git('config', 'user.name')).toBe('Claire; Dubois');
    expect(await readOrigin(clone.gitDir)).toEqual({ url: URL_THERE, isFollowed: true });
  });

  it('replaces the address alone, and may be repeated', async () => {
    clone.git('remote', 'add', 'origin', 'git@github.com:claire/site.git');
    clone.git('config', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
    clone.git('config', 'remote.origin.tagOpt', '--no-tags');
    await writeOrigin(clone.gitDir, { url: URL_THERE, branch: 'main' });
    const once = config();
    await writeOrigin(clone.gitDir, { url: URL_THERE, branch: 'main' });
    expect(config()).toBe(once);
    expect(clone.git('config', '--get-all', 'remote.origin.url')).toBe(URL_THERE);
    expect(clone.git('config', 'remote.origin.fetch')).toBe('+refs/heads/main:refs/remotes/origin/main');
    expect(clone.git('config', 'remote.origin.tagOpt')).toBe('--no-tags');
  });

  it('reads and replaces an address behind the heading of its section', async () => {
    append('[remote "origin"] url = https://avant.fr/content.git # le premier\n\ttagOpt = --no-tags\n');
    expect(await readOrigin(clone.gitDir)).toEqual({
      url: 'https://avant.fr/content.git',
      isFollowed: true,
    });
    await writeOrigin(clone.gitDir, { url: URL_THERE, branch: 'main' });
    expect(clone.git('config', '--get-all', 'remote.origin.url')).toBe(URL_THERE);
    expect(clone.git('config', 'remote.origin.tagOpt')).toBe('--no-tags');
  });

  it('refuses an address with a password, and writes nothing', async () => {
    const before = config();
    const url = 'https://claire:secret@exemple.fr/content.git';
    await expect(writeOrigin(clone.gitDir, { url, branch: 'main' })).rejects.toThrow(TypeError);
    expect(config()).toBe(before);
  });
});

describe('writeUsername', () => {
  it('says to git who one is there, and nowhere else', async () => {
    expect(await readUsername(clone.gitDir, URL_THERE)).toBeNull();
    for (const username of ['claire', 'Claire; "Dubois"']) {
      await writeUsername(clone.gitDir, { url: URL_THERE, username });
      expect(await readUsername(clone.gitDir, URL_THERE)).toBe(username);
      expect(clone.git('config', '--get-urlmatch', 'credential.username', URL_THERE)).toBe(username);
    }
    expect(await readUsername(clone.gitDir, 'https://ailleurs.fr/content.git')).toBeNull();
  });
});

describe('readOrigin', () => {
  it('reads what git wrote, and leaves out a name and a password', async () => {
    expect(await readOrigin(clone.gitDir)).toBeNull();
    clone.git('remote', 'add', 'origin', 'https://claire:secret@exemple.fr/content.git');
    expect(await readOrigin(clone.gitDir)).toEqual({ url: URL_THERE, isFollowed: true });
  });

  it.each([
    'git@github.com:claire/site.git',
    'ssh://git@github.com/claire/site.git',
    'http://exemple.fr/x.git',
  ])('does not follow %s', async (url) => {
    clone.git('remote', 'add', 'origin', url);
    expect(await readOrigin(clone.gitDir)).toEqual({ url, isFollowed: false });
  });

  it.each([
    ['http://jeton@192.0.2.5/x.git', 'http://192.0.2.5/x.git'],
    ['http://claire:mot@de:passe@exemple.fr/x.git', 'http://exemple.fr/x.git'],
    ['ftp://claire:secret@exemple.fr/x.git', 'ftp://exemple.fr/x.git'],
    ['http://claire:secret@exemple.fr:port/x@y.git', 'http://exemple.fr:port/x@y.git'],
  ])('shows of %s, which it does not follow, nothing of who one is there', async (url, shown) => {
    clone.git('remote', 'add', 'origin', url);
    expect(await readOrigin(clone.gitDir)).toEqual({ url: shown, isFollowed: false });
  });

  it('reads quotes, comments and lines that go on', async () => {
    append('[REMOTE "origin"] # ici\n\tURL = https://exemple.fr/"a b" \\\n  ; fin\n');
    expect(await readOrigin(clone.gitDir)).toMatchObject({
      url: new URL(clone.git('config', 'remote.origin.url')).href,
    });
  });
});

describe('stopFollowingOrigin', () => {
  it('leaves git its remote, and a new address is followed again', async () => {
    await writeOrigin(clone.gitDir, { url: URL_THERE, branch: 'main' });
    await stopFollowingOrigin(clone.gitDir);
    expect(await readOrigin(clone.gitDir)).toEqual({ url: URL_THERE, isFollowed: false });
    expect(clone.git('remote', 'get-url', 'origin')).toBe(URL_THERE);
    await writeOrigin(clone.gitDir, { url: `${URL_THERE}/`, branch: 'main' });
    expect(await readOrigin(clone.gitDir)).toMatchObject({ isFollowed: true });
  });
});
