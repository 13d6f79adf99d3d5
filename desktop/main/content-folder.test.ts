import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SETTINGS } from '#content/testing/posts.ts';
import { TEST_CALLER } from '#content/testing/posts-workspace.ts';
import { beginClone, createTemporaryClone, type TemporaryClone } from '#content/testing/temporary-clone.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { holdsContent, kindOfFolder, startContent } from './content-folder.ts';

const STARTER = fileURLToPath(new URL('../../content/starter', import.meta.url));

describe('kindOfFolder', () => {
  let place: TemporaryFolder;
  beforeEach(() => {
    place = createTemporaryFolder();
  });
  afterEach(() => place.remove());
  const run = (...args: readonly string[]): string => git(args, { cwd: place.path });
  const write = (name: string): void => writeFileSync(join(place.path, name), 'à quelqu’un\n');

  it('takes a repository without a commit for empty, and one that somebody works in for no folder to fill', async () => {
    run('init', '--quiet', '--initial-branch=main');
    expect(await kindOfFolder(place.path)).toBe('empty');
    write('a.c');
    run('add', 'a.c');
    rmSync(join(place.path, 'a.c'));
    expect(await kindOfFolder(place.path)).toBe('other-repository');
    run('commit', '--quiet', '--message=À moi');
    run('switch', '--quiet', '--orphan', 'vide');
    rmSync(join(place.path, '.git/index'), { force: true });
    expect(await kindOfFolder(place.path)).toBe('other-repository');
  });

  it('tells files, other folders of git and what is no folder apart', async () => {
    write('lettre.txt');
    expect(await kindOfFolder(place.path)).toBe('not-empty');
    expect(await kindOfFolder(join(place.path, 'lettre.txt'))).toBe('unusable');
    expect(await kindOfFolder(join(place.path, 'absent'))).toBe('unusable');
    mkdirSync(join(place.path, 'autre'));
    writeFileSync(join(place.path, 'autre/.git'), 'gitdir: ailleurs\n');
    expect(await kindOfFolder(join(place.path, 'autre'))).toBe('other-repository');
  });
});

it('a first commit that was cut short before its branch named it is found again by the next try', async () => {
  const place = createTemporaryFolder();
  onTestFinished(place.remove);
  const start = () =>
    startContent(place.path, {
      starter: 'full',
      starterFolder: STARTER,
      author: TEST_CALLER.author,
    });
  const commit = (): string => git(['rev-parse', 'main'], { cwd: place.path });
  await start();
  const first = commit();
  rmSync(join(place.path, '.git/refs/heads/main'));
  rmSync(join(place.path, '.git/logs'), { recursive: true });
  expect(await kindOfFolder(place.path)).toBe('empty');
  await start();
  expect(commit()).toBe(first);
});

describe('a folder that was opened before', () => {
  let clone: TemporaryClone;
  beforeEach(async () => {
    clone = await createTemporaryClone();
    await beginClone(clone, SETTINGS);
    await (await clone.openWorking()).close();
  });
  afterEach(() => clone.remove());

  it.each(['HEAD', 'refs/heads/travail'])(
    'holds the author’s content though a power cut left %s empty',
    async (name) => {
      writeFileSync(join(clone.gitDir, name), '');
      expect(await holdsContent(clone.folder)).toBe(true);
    },
  );

  it('holds it though site.yml is gone, or another branch is open', async () => {
    clone.git('rm', '--quiet', 'site.yml');
    clone.git('commit', '--quiet', '--message=Sans textes');
    expect(await holdsContent(clone.folder)).toBe(true);
    clone.git('switch', '--quiet', '--orphan', 'essai');
    expect(await holdsContent(clone.folder)).toBe(true);
  });

  it('holds none once its repository is gone', async () => {
    rmSync(clone.gitDir, { recursive: true });
    expect(await holdsContent(clone.folder)).toBe(false);
  });
});
