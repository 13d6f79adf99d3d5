import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changing } from '#content/testing/change-sets.ts';
import {
  createTemporaryClone,
  saveAndFollow,
  type TemporaryClone,
} from '#content/testing/temporary-clone.ts';
import { gitAside } from '#content/testing/temporary-repository.ts';

const EACH = 6;

let clone: TemporaryClone;
let opened: Awaited<ReturnType<TemporaryClone['open']>>;
beforeEach(async () => {
  clone = await createTemporaryClone();
  opened = await clone.open();
});
afterEach(async () => {
  await opened.close();
  clone.remove();
});

/** Runs the git program beside us; false when it refused because somebody else was at work. */
async function tryGit(...args: readonly string[]): Promise<boolean> {
  const { code, stderr } = await gitAside(args, { cwd: clone.folder });
  if (code === 0) return true;
  expect(stderr.toString()).toMatch(/index\.lock|cannot lock ref|is at [0-9a-f]+ but expected/);
  return false;
}

async function commitByGit(number: number): Promise<void> {
  clone.write(`git/${number}.txt`, `git ${number}`);
  while (!(await tryGit('add', `git/${number}.txt`)));
  while (!(await tryGit('commit', '--quiet', '-m', `À la main ${number}`)));
}

describe('the git program and Encrier in one clone', () => {
  it('lose nothing to each other', async () => {
    await saveAndFollow(opened, { 'posts/a.md': 'premier' });
    const ours = async (): Promise<void> => {
      for (let n = 0; n < EACH * 3; n++)
        await opened.repository.commit(changing({ 'posts/a.md': `a ${n}`, [`posts/${n}.md`]: `${n}` }));
    };
    const theirs = async (): Promise<void> => {
      for (let n = 0; n < EACH; n++) await commitByGit(n);
    };
    await Promise.all([ours(), theirs()]);
    await opened.workTree.follow();
    expect([clone.git('status', '--porcelain'), clone.read('posts/a.md'), clone.errors]).toEqual([
      '',
      `a ${EACH * 3 - 1}`,
      [],
    ]);
    expect(clone.git('ls-files', 'posts', 'git').split('\n').length).toBe(1 + EACH * 4);
    // No commit of git's undid a save: it touches its own file only.
    const touched = clone
      .git('log', '--grep=À la main', '--name-only', '--format=')
      .split('\n')
      .filter(Boolean);
    expect(touched.filter((file) => !file.startsWith('git/'))).toEqual([]);
  });
});
