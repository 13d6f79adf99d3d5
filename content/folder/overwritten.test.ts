import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTemporaryClone,
  saveAndFollow,
  type TemporaryClone,
} from '#content/testing/temporary-clone.ts';

const FILE = 'posts/2026/a.md';

let clone: TemporaryClone;
let opened: Awaited<ReturnType<TemporaryClone['open']>>;
beforeEach(async () => {
  clone = await createTemporaryClone();
  opened = await clone.open();
  await save('le début\n');
});
afterEach(async () => {
  await opened.close();
  expect(clone.errors).toEqual([]);
  clone.remove();
});

const save = (text: string): Promise<string> => saveAndFollow(opened, { [FILE]: text });
const idAt = (revision: string): string => clone.git('rev-parse', `${revision}:${FILE}`);
const commit = (...args: readonly string[]): string => clone.git('commit', '--quiet', ...args, '--', FILE);
async function overwritten() {
  await opened.workTree.follow();
  return (await opened.workTree.status()).overwritten;
}

describe('what a commit by git takes the place of', () => {
  it('is told where its file was made from an older version, and is remembered until it is put back', async () => {
    clone.write(FILE, 'le début, et ce qu’un autre programme en fait\n');
    await save('le début, tel qu’il fut enregistré\n');
    const [base, lost] = [idAt('HEAD^'), idAt('HEAD')];
    commit('--message', 'À la main');
    expect(await overwritten()).toEqual([{ path: FILE, base, lost }]);
    await opened.close();
    opened = await clone.open();
    await save('la suite\n');
    expect(await overwritten()).toEqual([{ path: FILE, base, lost }]);
    await opened.workTree.forgetOverwritten([{ path: FILE, base, lost }]);
    expect(await overwritten()).toEqual([]);
  });

  it('is told as well where git puts its commit in the place of the save', async () => {
    clone.write(FILE, 'autre chose\n');
    await save('le début, tel qu’il fut enregistré\n');
    const [base, lost] = [idAt('HEAD^'), idAt('HEAD')];
    commit('--amend', '--message', 'À la main');
    expect(await overwritten()).toEqual([{ path: FILE, base, lost }]);
  });

  it('is told as well where git puts a folder in the place of its file, or takes it away', async () => {
    clone.write(FILE, 'autre chose\n');
    await save('le début, tel qu’il fut enregistré\n');
    const [base, lost] = [idAt('HEAD^'), idAt('HEAD')];
    rmSync(clone.at(FILE));
    clone.write(`${FILE}/note.md`, 'une note\n');
    clone.git('add', '--all');
    clone.git('commit', '--quiet', '--message', 'À la main');
    expect(await overwritten()).toEqual([{ path: FILE, base, lost }]);
  });

  it('is what its author took away, where the file had it', async () => {
    await save('le début, tel qu’il fut enregistré\n');
    clone.git('checkout', '--quiet', 'HEAD^', '--', FILE);
    commit('--message', 'Comme avant');
    clone.write(FILE, 'autre chose\n');
    commit('--message', 'À la main');
    clone.git('revert', '--no-edit', 'HEAD');
    expect(await overwritten()).toEqual([]);
    expect(clone.read(FILE)).toBe('le début\n');
  });

  it('is nothing where git fetched the commit: whoever made it had other files', async () => {
    const other = await createTemporaryClone();
    other.git('fetch', '--quiet', clone.folder, 'main');
    other.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
    for (const text of ['un\n', 'deux\n']) {
      other.write(FILE, text);
      other.git('commit', '--quiet', '--all', '--message', text);
    }
    clone.git('pull', '--quiet', '--ff-only', other.folder, 'HEAD');
    expect(await overwritten()).toEqual([]);
    expect(clone.read(FILE)).toBe('deux\n');
    other.remove();
  });
});
