import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changing } from '#content/testing/change-sets.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { initBareRepository } from './bare-repository.ts';
import { type ContentRepository, createContentRepository } from './content-repository.ts';
import { encodeName } from './tree.ts';

let folder: TemporaryFolder;
let repository: ContentRepository;
beforeEach(async () => {
  folder = createTemporaryFolder();
  await initBareRepository(folder.path, 'main');
  repository = open();
});
afterEach(() => {
  repository.close();
  folder.remove();
});

function open(): ContentRepository {
  return createContentRepository({
    gitDir: folder.path,
    branch: 'main',
    committer: { name: 'Encrier', email: 'encrier@exemple.fr' },
    clock: () => Date.parse('2026-07-10T12:00:00Z'),
    lockWaitMs: 1000,
  });
}

const inGit = (...args: readonly string[]): string => git(args, { cwd: folder.path });
const filesAt = (commit: string): string => inGit('ls-tree', '-r', '--format=%(objectmode) %(path)', commit);

describe('initBareRepository', () => {
  it('makes a repository that git accepts, with the settings that keep it whole', () => {
    const settings = ['core.bare', 'core.logAllRefUpdates', 'core.fsync', 'receive.fsckObjects', 'gc.auto'];
    expect(settings.map((name) => inGit('config', name))).toEqual(['true', 'true', 'all', 'true', '0']);
    expect(inGit('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  });

  it('leaves a repository that is there as it is', async () => {
    const id = await repository.commit(changing({ 'site.yml': 'a' }));
    inGit('config', 'user.name', 'Quelqu’un');
    await initBareRepository(folder.path, 'autre');
    expect([inGit('config', 'user.name'), inGit('rev-parse', 'HEAD')]).toEqual(['Quelqu’un', id]);
  });

  it('finishes one that was begun', async () => {
    await rm(path.join(folder.path, 'HEAD'));
    await rm(path.join(folder.path, 'refs'), { recursive: true });
    await initBareRepository(folder.path, 'main');
    expect(inGit('rev-parse', '--is-bare-repository')).toBe('true');
  });
});

describe('commit', () => {
  it('makes one commit that git reads as it was meant', async () => {
    expect(await repository.head()).toBeNull();
    const message = 'Créer « Été »\n\nEncrier-Action: create';
    const id = await repository.commit(
      changing({ 'posts/2026/été.md': 'Bonjour\n', 'site.yml': 'a: b\n' }, message),
    );
    expect(inGit('log', '--format=%H|%an|%ae|%aI|%cn|%s|%(trailers:key=Encrier-Action)', 'main').trim()).toBe(
      `${id}|Camille Test|camille@exemple.fr|2026-07-10T14:00:00+02:00|Encrier|Créer « Été »|Encrier-Action: create`,
    );
    expect(inGit('-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', id)).toBe(
      'posts/2026/été.md\nsite.yml',
    );
    expect(inGit('fsck', '--strict', '--full')).toBe('');
    expect(await repository.head()).toBe(id);
  });

  it('can be cloned as ordinary files', async () => {
    await repository.commit(changing({ 'posts/2026/a.md': 'Bonjour\r\n' }));
    git(['clone', '--quiet', '.', 'clone'], { cwd: folder.path });
    expect(readdirSync(path.join(folder.path, 'clone/posts/2026'))).toEqual(['a.md']);
  });

  it('removes files, and the folders that become empty', async () => {
    await repository.commit(changing({ 'a/b/c': '1', 'a/d': '2', e: '3' }));
    const id = await repository.commit(changing({ 'a/b/c': null, e: null, absent: null, 'ab/sent': null }));
    expect(filesAt(id)).toBe('100644 a/d');
    const empty = await repository.commit(changing({ 'a/d': null }));
    expect([filesAt(empty), inGit('fsck', '--strict')]).toEqual(['', '']);
  });

  it('turns a file into a folder and back', async () => {
    await repository.commit(changing({ a: '1' }));
    const asFolder = await repository.commit(changing({ a: null, 'a/b': '2' }));
    const asFile = await repository.commit(changing({ a: '3', 'a/b': null }));
    expect([filesAt(asFolder), filesAt(asFile)]).toEqual(['100644 a/b', '100644 a']);
  });

  it('keeps what it does not touch: modes, links, odd names', async () => {
    const blob = git(['hash-object', '-w', '--stdin'], { cwd: folder.path, input: 'x' });
    const listing = `100755 blob ${blob}\tscript\n120000 blob ${blob}\tlien\n100644 blob ${blob}\t"caf\\351"\n`;
    const tree = git(['mktree'], { cwd: folder.path, input: listing });
    inGit('update-ref', 'refs/heads/main', inGit('commit-tree', tree, '-m', 'Premier'));
    const id = await repository.commit(changing({ script: 'y', b: 'z' }));
    expect(filesAt(id)).toBe('100644 b\n100644 "caf\\351"\n120000 lien\n100755 script');
  });

  it('makes no commit when nothing changes', async () => {
    const id = await repository.commit(changing({ a: '1', 'b/c': '2' }));
    expect(await repository.commit(changing({ a: '1', 'b/c': '2', d: null }))).toBe(id);
    expect(inGit('rev-list', '--count', 'main')).toBe('1');
  });

  it('makes one that only says something when it names no file', async () => {
    const id = await repository.commit(changing({ a: '1' }));
    const said = await repository.commit(changing({}));
    expect(inGit('rev-parse', `${said}^`, `${said}^{tree}`)).toBe(
      `${id}\n${inGit('rev-parse', `${id}^{tree}`)}`,
    );
  });

  it('goes on the new tip when other paths changed since', async () => {
    const base = await repository.commit(changing({ a: '1', 'b/c': '2' }));
    await repository.commit(changing({ 'b/d': '3' }));
    const id = await repository.commit(changing({ 'b/c': '4' }), { expected: base });
    expect(filesAt(id)).toBe('100644 a\n100644 b/c\n100644 b/d');
    expect(inGit('rev-list', '--count', 'main')).toBe('3');
  });

  it.each([
    ['changed', { 'b/c': '3' }],
    ['removed', { 'b/c': null }],
    ['turned into a folder', { 'b/c': null, 'b/c/d': '3' }],
  ])('refuses to overwrite a path that was %s since', async (_, meanwhile) => {
    const base = await repository.commit(changing({ a: '1', 'b/c': '2' }));
    const tip = await repository.commit(changing(meanwhile));
    const late = repository.commit(changing({ 'b/c': '4' }), { expected: base });
    await expect(late).rejects.toMatchObject({ code: 'conflict', data: { path: 'b/c' } });
    expect(await repository.head()).toBe(tip);
  });

  it('refuses a new file where somebody else put one, and accepts the same bytes', async () => {
    const tip = await repository.commit(changing({ a: '1' }));
    const late = repository.commit(changing({ a: '2' }), { expected: null });
    await expect(late).rejects.toMatchObject({ code: 'conflict', data: { path: 'a' } });
    expect(await repository.commit(changing({ a: '1' }), { expected: null })).toBe(tip);
  });

  it.each([
    ['a folder where a file is to be', { b: '1' }, 'b'],
    ['a file where a folder is to be', { 'a/b/c': '1' }, 'a/b/c'],
  ])('removes nothing to make way: %s', async (_, change, at) => {
    await repository.commit(changing({ a: '1', 'b/c': '2' }));
    await expect(repository.commit(changing(change))).rejects.toMatchObject({
      code: 'conflict',
      data: { path: at },
    });
  });

  it.each([{ '../a': '1' }, { '.git/config': '1' }, { a: '1', 'a/b': '2' }])(
    'refuses paths that cannot be in a tree: %j',
    async (change) => {
      await expect(repository.commit(changing(change))).rejects.toMatchObject({ code: 'invalid' });
      expect(await repository.head()).toBeNull();
    },
  );

  it('writes nothing new under a name that it would give no file, and changes, removes and puts in place what git has of one', async () => {
    const odd = ['Icon\r', 'a\\b', 'caf\udce9'];
    const blob = git(['hash-object', '-w', '--stdin'], { cwd: folder.path, input: 'x' });
    const listing = (name: string): Buffer =>
      Buffer.concat([Buffer.from(`100644 blob ${blob}\t`), encodeName(name), Buffer.of(0)]);
    const tree = git(['mktree', '-z'], { cwd: folder.path, input: Buffer.concat(odd.map(listing)) });
    const root = git(['mktree'], { cwd: folder.path, input: `040000 tree ${tree}\tposts\n` });
    const tip = inGit('commit-tree', root, '-m', 'Premier');
    inGit('update-ref', 'refs/heads/main', tip);
    for (const name of odd)
      for (const path of [name, `posts/${name}/${name}`, `images/${name}/a`])
        await expect(repository.commit(changing({ [path]: '1' }))).rejects.toThrow('invalid');
    expect(await repository.head()).toBe(tip);
    await repository.commit(changing(Object.fromEntries(odd.map((name) => [`posts/${name}`, 'y']))));
    expect(inGit('diff', '--name-only', 'main~', 'main').split('\n')).toHaveLength(3);
    await repository.commit(changing(Object.fromEntries(odd.map((name) => [`posts/${name}`, null]))));
    expect([filesAt('main'), inGit('fsck', '--strict', '--full')]).toEqual(['', '']);
    const stored = odd.map((name) => ({ path: `images/${name}`, blob }));
    await repository.commit({ ...changing({}), changes: stored });
    expect(inGit('ls-tree', '-r', '--name-only', 'main').split('\n')).toHaveLength(3);
  });

  it.each(['.git', '.GIT/x', 'a/..', 'a//b', 'git~1', '.g\u200cit', 'a\\.git'])(
    'puts no bytes that are there already where no tree may have any: %j',
    async (path) => {
      const tip = await repository.commit(changing({ a: 'x' }));
      const changes = [{ path, blob: inGit('rev-parse', `${tip}:a`) }];
      await expect(repository.commit({ ...changing({}), changes })).rejects.toThrow('invalid');
      await expect(repository.commit(changing({ [path]: null }))).rejects.toThrow('invalid');
    },
  );

  it('makes all commits asked for at once, in order', async () => {
    await repository.commit(changing({ a: '0' }));
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, n) => repository.commit(changing({ [`f${n}`]: 'x' }))),
    );
    expect(inGit('rev-list', '--reverse', 'main').split('\n').slice(1)).toEqual(ids);
  });

  it('goes on after a refusal', async () => {
    const refused = repository.commit(changing({ '../a': '1' }));
    const accepted = repository.commit(changing({ a: '1' }));
    await expect(refused).rejects.toThrow('invalid');
    const id = await accepted;
    expect(await repository.head()).toBe(id);
  });

  it.each(['', 'torn'])('never begins a new history on a damaged ref (%j)', async (text) => {
    await repository.commit(changing({ a: '1' }));
    writeFileSync(path.join(folder.path, 'refs/heads/main'), text);
    await expect(repository.commit(changing({ a: '2' }))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('never begins a new history on a ref that got lost, packed or not', async () => {
    await repository.commit(changing({ a: '1' }));
    await rm(path.join(folder.path, 'refs/heads/main'));
    await expect(repository.commit(changing({ a: '2' }))).rejects.toMatchObject({ code: 'corrupt' });
    inGit('repack', '-adq');
    await expect(repository.commit(changing({ a: '2' }))).rejects.toMatchObject({ code: 'corrupt' });
    expect(existsSync(path.join(folder.path, 'refs/heads/main'))).toBe(false);
  });

  it('repairs an empty object that the same text needs again', async () => {
    const first = await repository.commit(changing({ a: 'texte' }));
    const blob = inGit('rev-parse', `${first}:a`);
    await repository.commit(changing({ a: null }));
    const file = path.join(folder.path, 'objects', blob.slice(0, 2), blob.slice(2));
    await rm(file);
    writeFileSync(file, '');
    await repository.commit(changing({ b: 'texte' }));
    expect(inGit('fsck', '--full')).toBe('');
  });
});
