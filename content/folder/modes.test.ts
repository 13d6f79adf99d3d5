import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  await saveAndFollow(opened, { 'posts/a.md': 'a' });
});
afterEach(async () => {
  await opened.close();
  expect(clone.errors).toEqual([]);
  clone.remove();
});

const status = (): string => clone.git('status', '--porcelain', '--untracked-files=all');

describe('what is no file, or of another kind', () => {
  const commitListing = (listing: string): void => {
    const tree = git(['mktree', '--missing'], { cwd: clone.folder, input: listing });
    clone.git(
      'update-ref',
      'refs/heads/main',
      clone.git('commit-tree', tree, '-p', 'HEAD', '-m', 'Importer'),
    );
  };
  const blobOf = (input: string): string =>
    git(['hash-object', '-w', '--stdin'], { cwd: clone.folder, input });

  it.each(['120000 blob', '160000 commit'])('is written as a file when it was %s', async (was) => {
    commitListing(`${was} ${was === '120000 blob' ? blobOf('x') : '1'.repeat(40)}\tsite.yml\n`);
    await opened.workTree.follow();
    commitListing(`100644 blob ${blobOf('titre: x')}\tsite.yml\n`);
    await opened.workTree.follow();
    expect([clone.read('site.yml'), status()]).toEqual(['titre: x', '']);
  });

  it.skipIf(process.platform === 'win32')('can be run where the branch says so, and no longer', async () => {
    await saveAndFollow(opened, { 'site.yml': 'a' });
    const id = clone.git('rev-parse', 'main:site.yml');
    const modes: unknown[] = [];
    for (const mode of ['100755', '100644']) {
      commitListing(`${mode} blob ${id}\tsite.yml\n`);
      await opened.workTree.follow();
      modes.push([(statSync(clone.at('site.yml')).mode & 0o100) !== 0, status()]);
    }
    expect(modes).toEqual([
      [true, ''],
      [false, ''],
    ]);
  });

  it('is left to who wrote a file there meanwhile, made from no text of the branch', async () => {
    commitListing(`160000 commit ${'1'.repeat(40)}\tsite.yml\n`);
    await opened.workTree.follow();
    clone.write('site.yml', 'titre: à moi');
    commitListing(`100644 blob ${blobOf('titre: x')}\tsite.yml\n`);
    await opened.workTree.follow();
    const { changed } = await opened.workTree.status();
    expect([clone.read('site.yml'), changed]).toMatchObject([
      'titre: à moi',
      [{ path: 'site.yml', base: null }],
    ]);
  });
});
