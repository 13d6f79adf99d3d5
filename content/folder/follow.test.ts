import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContentRepository } from '#content/git/content-repository.ts';
import { repairRepository } from '#content/git/recovery.ts';
import { changing } from '#content/testing/change-sets.ts';
import { createRawTrees, type RawEntry } from '#content/testing/raw-trees.ts';
import {
  createTemporaryClone,
  saveAndFollow,
  type TemporaryClone,
} from '#content/testing/temporary-clone.ts';
import { git } from '#content/testing/temporary-repository.ts';

let clone: TemporaryClone;
let opened: Awaited<ReturnType<TemporaryClone['open']>>;
beforeEach(async () => {
  clone = await createTemporaryClone();
  opened = await clone.open();
});
afterEach(async () => {
  await opened.close();
  expect(existsSync(path.join(clone.gitDir, 'index.lock'))).toBe(false);
  expect(clone.errors).toEqual([]);
  clone.remove();
});

const status = (): string => clone.git('status', '--porcelain', '--untracked-files=all');
const save = (files: Readonly<Record<string, string | null>>): Promise<string> =>
  saveAndFollow(opened, files);

describe('following the branch', () => {
  it('writes what a save changed, and git finds nothing to say', async () => {
    await save({ 'posts/2026/été.md': 'un\n', 'site.yml': 'a', 'images/2026/b.jpg': 'x' });
    await save({ 'posts/2026/été.md': 'deux\r\n', 'images/2026/b.jpg': null, 'posts/a': '1' });
    await save({ 'posts/a': null, 'posts/a/b.md': '2' });
    await save({ 'posts/a/b.md': null, 'posts/a': '3' });
    expect([clone.read('posts/2026/été.md'), clone.read('posts/a')]).toEqual(['deux\r\n', '3']);
    expect([status(), existsSync(clone.at('images')), clone.git('fsck', '--strict')]).toEqual([
      '',
      false,
      '',
    ]);
    expect(clone.git('diff', 'HEAD')).toBe('');
  });

  it('touches nothing that did not change', async () => {
    await save({ 'posts/a.md': 'a', 'posts/b.md': 'b' });
    const { ino, ctimeNs } = statSync(clone.at('posts/b.md'), { bigint: true });
    await save({ 'posts/a.md': 'c' });
    expect(statSync(clone.at('posts/b.md'), { bigint: true })).toMatchObject({ ino, ctimeNs });
  });

  it('makes files of a whole repository at the first opening', async () => {
    await save({ 'posts/a.md': 'a' });
    const other = await createTemporaryClone();
    git(['fetch', '--quiet', clone.folder, 'main:refs/remotes/autre'], { cwd: other.folder });
    git(['update-ref', 'refs/heads/main', 'refs/remotes/autre'], { cwd: other.folder });
    await (await other.open()).close();
    expect([other.git('status', '--porcelain'), other.read('posts/a.md')]).toEqual(['', 'a']);
    other.remove();
  });

  it('takes a clone of the git program as it is', async () => {
    await save({ 'posts/a.md': 'a', 'posts/b.md': 'b' });
    rmSync(path.join(clone.gitDir, 'encrier'), { recursive: true });
    clone.write('posts/a.md', 'autre chose');
    rmSync(clone.at('posts/b.md'));
    const again = await clone.open();
    await again.close();
    expect(status()).toBe(' M posts/a.md\n D posts/b.md');
  });

  it('follows commits of the git program, and leaves its index alone', async () => {
    await save({ 'posts/a.md': 'a' });
    clone.write('posts/b.md', 'b');
    clone.git('add', '.');
    clone.git('commit', '--quiet', '-m', 'À la main');
    await opened.workTree.follow();
    await save({ 'posts/c.md': 'c' });
    expect([status(), clone.git('ls-files')]).toEqual(['', 'posts/a.md\nposts/b.md\nposts/c.md']);
  });

  it('goes from a commit of git straight to a save of the same file', async () => {
    await save({ 'posts/a.md': 'a' });
    clone.write('posts/a.md', 'b');
    clone.git('commit', '--quiet', '-am', 'À la main');
    await save({ 'posts/a.md': 'c' });
    expect([status(), clone.read('posts/a.md')]).toEqual(['', 'c']);
  });

  it('knows what was written after a commit of git, before anything followed it, by what that commit has', async () => {
    await save({ 'posts/a.md': 'un' });
    // Left behind by a save of the same file, and remembered with what it was made from.
    clone.write('posts/a.md', 'deux');
    await save({ 'posts/a.md': 'entre-temps' });
    clone.git('commit', '--quiet', '-m', 'À la main', '--', 'posts/a.md');
    clone.write('posts/a.md', 'trois');
    await opened.workTree.follow();
    const base = clone.git('rev-parse', 'main:posts/a.md');
    expect((await opened.workTree.status()).changed).toMatchObject([{ path: 'posts/a.md', base }]);
    expect([clone.git('show', 'main:posts/a.md'), clone.read('posts/a.md')]).toEqual(['deux', 'trois']);
    await save({ 'posts/b.md': 'b' });
    expect((await opened.workTree.status()).changed).toMatchObject([{ path: 'posts/a.md', base }]);
  });

  it('acknowledges saves that come while it follows, and ends at the last', async () => {
    const saves = Array.from({ length: 30 }, (_, n) =>
      opened.repository.commit(changing({ 'posts/a.md': `${n}`, [`posts/${n}.md`]: 'x' })),
    );
    await Promise.all(saves);
    await opened.workTree.follow();
    expect([status(), clone.read('posts/a.md'), readdirSync(clone.at('posts')).length]).toEqual([
      '',
      '29',
      31,
    ]);
  });

  it('keeps git from committing the old index on a save', async () => {
    await save({ 'posts/a.md': 'a' });
    await opened.workTree.moving(() => {
      expect(() => clone.git('commit', '--allow-empty', '-m', 'Trop tôt')).toThrow('index.lock');
      return Promise.resolve();
    });
  });
});

describe('what other programs did', () => {
  beforeEach(async () => {
    await save({ 'posts/a.md': 'un\n', 'posts/b.md': 'b' });
  });

  it('is never written over', async () => {
    clone.write('posts/a.md', 'les miens\n');
    await save({ 'posts/a.md': 'deux\n', 'posts/b.md': 'b2' });
    const { changed } = await opened.workTree.status();
    expect([clone.read('posts/a.md'), clone.read('posts/b.md'), status()]).toEqual([
      'les miens\n',
      'b2',
      ' M posts/a.md',
    ]);
    const base = clone.git('rev-parse', 'HEAD~1:posts/a.md');
    expect(changed).toMatchObject([{ path: 'posts/a.md', base }]);
  });

  it('is never deleted, nor brought back', async () => {
    clone.write('posts/a.md', 'les miens\n');
    rmSync(clone.at('posts/b.md'));
    await save({ 'posts/a.md': null, 'posts/b.md': 'b2' });
    const { added, deleted } = await opened.workTree.status();
    expect([clone.read('posts/a.md'), status()]).toEqual(['les miens\n', ' D posts/b.md\n?? posts/a.md']);
    expect([added.map(({ base }) => base), deleted.map(({ path: at }) => at)]).toEqual([
      [clone.git('rev-parse', 'HEAD~1:posts/a.md')],
      ['posts/b.md'],
    ]);
  });

  it('is seen though its size and its time are those of before', async () => {
    const { atime, mtime } = statSync(clone.at('posts/a.md'));
    clone.write('posts/a.md', 'dx\n');
    utimesSync(clone.at('posts/a.md'), atime, mtime);
    await save({ 'posts/a.md': 'deux\n' });
    expect(clone.read('posts/a.md')).toBe('dx\n');
  });

  it('stays where a new file is to be', async () => {
    clone.write('posts/c.md', 'les miens\n');
    await save({ 'posts/c.md': 'nouveau\n' });
    expect([clone.read('posts/c.md'), status()]).toEqual(['les miens\n', ' M posts/c.md']);
  });

  it('stays in the index when somebody staged it', async () => {
    clone.write('posts/a.md', 'préparé\n');
    clone.git('add', 'posts/a.md');
    await save({ 'posts/a.md': 'deux\n', 'posts/b.md': 'b2' });
    expect([clone.git('show', ':posts/a.md'), (await opened.workTree.status()).staged]).toEqual([
      'préparé',
      ['posts/a.md'],
    ]);
    expect(status()).toBe('M  posts/a.md');
  });

  it('follows again once the branch has taken it up', async () => {
    clone.write('posts/a.md', 'les miens\n');
    await save({ 'posts/a.md': 'deux\n' });
    const content = await opened.workTree.read('posts/a.md');
    await opened.workTree.accept(new Map([['posts/a.md', content?.id ?? '']]));
    expect([clone.read('posts/a.md'), status()]).toEqual(['deux\n', '']);
  });

  it('is not taken for ours by a link, in whose place or behind which nothing is written', async () => {
    const outside = path.join(clone.folder, '../dehors');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'x.md'), 'dehors');
    renameSync(clone.at('posts'), clone.at('vrais'));
    symlinkSync(outside, clone.at('posts'));
    await save({ 'posts/a.md': 'deux\n', 'posts/x.md': 'nouveau', 'posts/y.md': 'y', 'posts/b.md': null });
    expect([readdirSync(outside), readFileSync(path.join(outside, 'x.md'), 'utf8')]).toEqual([
      ['x.md'],
      'dehors',
    ]);
    expect((await opened.workTree.status()).unreadable).toContain('posts/a.md');
  });
});

describe('what a repository may hold', () => {
  it('writes no link, no submodule and no file of git’s', async () => {
    await save({ 'posts/a.md': 'a' });
    const blob = git(['hash-object', '-w', '--stdin'], { cwd: clone.folder, input: '/etc' });
    const head = clone.git('rev-parse', 'HEAD');
    const listing = `${clone.git('ls-tree', 'HEAD')}\n120000 blob ${blob}\tlien\n160000 commit ${head}\tmodule\n`;
    const tree = git(['mktree'], { cwd: clone.folder, input: listing });
    const commit = clone.git('commit-tree', tree, '-p', head, '-m', 'Hostile');
    clone.git('update-ref', 'refs/heads/main', commit);
    await opened.workTree.follow();
    await save({ 'posts/b.md': 'b' });
    expect([readdirSync(clone.folder).sort(), status()]).toEqual([['.git', 'posts'], '']);
  });

  it('writes nothing under a name that leads elsewhere, nor into git’s own folder', async () => {
    await save({ 'posts/a.md': 'a' });
    const config = clone.read('.git/config');
    const raw = createRawTrees(clone.folder);
    const names = ['..', '.', '.git', '.GIT', 'git~2', '.git::$INDEX_ALLOCATION', '.g\u200cit'];
    const below = (): RawEntry[] =>
      names.map((name) => raw.folder(name, raw.file('config', 'mauvais'), raw.file('x', 'mauvais')));
    const posts = raw.folder('posts', ...raw.sorted([...raw.entriesOf('HEAD:posts'), ...below()]));
    const tree = raw.tree(...raw.sorted([posts, ...below()]));
    const commit = clone.git('commit-tree', tree, '-p', 'HEAD', '-m', 'Hostile');
    clone.git('update-ref', 'refs/heads/main', commit);
    await opened.workTree.follow();
    await save({ 'posts/a.md': 'encore' });
    expect([
      readdirSync(clone.folder).sort(),
      readdirSync(clone.at('posts')),
      clone.read('posts/a.md'),
    ]).toEqual([['.git', 'posts'], ['a.md'], 'encore']);
    expect([clone.read('.git/config'), existsSync(clone.at('.git/x')), existsSync(clone.at('../x'))]).toEqual(
      [config, false, false],
    );
    const { refused, added } = await opened.workTree.status();
    expect([refused.length, added, status()]).toEqual([names.length * 4, [], '']);
  });

  it('writes one of two names that are one file here, and the other when its turn comes', async () => {
    const strict = await clone.open({ ignoresCase: true, isWindows: true });
    await saveAndFollow(strict, { 'posts/A.md': 'grand', 'posts/a.md': 'petit', 'posts/aux.md': 'x' });
    expect([readdirSync(clone.at('posts')), status()]).toEqual([['A.md'], '']);
    expect((await strict.workTree.status()).refused.map(({ path: at }) => at)).toEqual([
      'posts/a.md',
      'posts/aux.md',
    ]);
    await saveAndFollow(strict, { 'posts/A.md': null });
    expect([readdirSync(clone.at('posts')), clone.read('posts/a.md'), status()]).toEqual([
      ['a.md'],
      'petit',
      '',
    ]);
    await strict.close();
  });

  it('leaves the file that was there first, after a start too, where the index names the other one first', async () => {
    const rules = { ignoresCase: true, isWindows: false };
    const first = await clone.open(rules);
    await saveAndFollow(first, { 'posts/a.md': 'petit' });
    await saveAndFollow(first, { 'posts/A.md': 'grand' });
    await first.close();
    const strict = await clone.open(rules);
    await saveAndFollow(strict, { 'posts/b.md': 'b' });
    const { changed, refused } = await strict.workTree.status();
    expect([readdirSync(clone.at('posts')), changed, refused.map(({ path: at }) => at)]).toEqual([
      ['a.md', 'b.md'],
      [],
      ['posts/A.md'],
    ]);
    await strict.close();
  });
});

describe('a pause', () => {
  it.each([
    ['La branche «\u00a0essai\u00a0» est ouverte', ['switch', '--quiet', '-c', 'essai']],
    ['Un ancien état est ouvert', ['checkout', '--quiet', '--detach']],
  ] as const)('%s: nothing is written, and it says why', async (sentence, args) => {
    await save({ 'posts/a.md': 'a' });
    clone.git(...args);
    const { pause } = await opened.workTree.status();
    expect(pause).toContain(sentence);
    await expect(opened.repository.commit(changing({ 'posts/a.md': 'b' }))).rejects.toMatchObject({
      code: 'read-only',
      data: { reason: pause },
    });
    clone.git('switch', '--quiet', 'main');
    await save({ 'posts/a.md': 'b' });
    expect([clone.read('posts/a.md'), status()]).toEqual(['b', '']);
  });

  it('lasts as long as a merge of git’s', async () => {
    await save({ 'posts/a.md': 'a\n' });
    clone.git('switch', '--quiet', '-c', 'essai');
    clone.write('posts/a.md', 'b\n');
    clone.git('commit', '--quiet', '-am', 'Essai');
    clone.git('switch', '--quiet', 'main');
    await save({ 'posts/a.md': 'c\n' });
    expect(() => clone.git('merge', 'essai')).toThrow();
    const merging = clone.read('posts/a.md');
    expect((await opened.workTree.follow()).kind).toBe('paused');
    expect((await opened.workTree.status()).pause).toContain('Une fusion git est en cours');
    expect(clone.read('posts/a.md')).toBe(merging);
    clone.git('merge', '--abort');
    await save({ 'posts/a.md': 'd\n' });
    expect([clone.read('posts/a.md'), status()]).toEqual(['d\n', '']);
  });
});

describe('opening after a crash', () => {
  it.each([
    ['missing', (file: string) => rmSync(file)],
    ['empty', (file: string) => writeFileSync(file, '')],
    ['torn', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 90))],
  ])('makes an index again that is %s, and leaves what others did', async (_, damage) => {
    await save({ 'posts/a.md': 'a', 'posts/b.md': 'b', 'posts/c.md': 'c' });
    clone.write('posts/a.md', 'les miens');
    rmSync(clone.at('posts/b.md'));
    await opened.close();
    damage(path.join(clone.gitDir, 'index'));
    opened = await clone.open();
    expect([status(), clone.read('posts/a.md')]).toEqual([' M posts/a.md\n D posts/b.md', 'les miens']);
  });

  it('removes the lock of a process that is gone, and follows the branch to its end', async () => {
    await save({ 'posts/a.md': 'a' });
    await opened.close();
    const bare = createContentRepository({
      gitDir: clone.gitDir,
      branch: 'main',
      committer: { name: 'E', email: 'e@e.fr' },
      clock: Date.now,
    });
    await bare.commit(changing({ 'posts/a.md': 'b', 'posts/n.md': 'n' }));
    bare.close();
    clone.write('posts/n.md', 'n');
    writeFileSync(path.join(clone.gitDir, 'index.lock'), '');
    const repair = await repairRepository({ gitDir: clone.gitDir, branch: 'main', foreignLockAgeMs: 0 });
    opened = await clone.open();
    expect([repair.repaired, status(), clone.read('posts/a.md')]).toEqual([
      ['Verrou abandonné, retiré\u00a0: index.lock.'],
      '',
      'b',
    ]);
  });
});
