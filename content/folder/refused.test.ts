import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changing } from '#content/testing/change-sets.ts';
import {
  createTemporaryClone,
  saveAndFollow,
  type TemporaryClone,
} from '#content/testing/temporary-clone.ts';
import { createFailingDisk, type FailingDisk } from '#scripts/testing/failing-disk.ts';

let clone: TemporaryClone;
let disk: FailingDisk;
beforeEach(async () => {
  clone = await createTemporaryClone();
  disk = createFailingDisk();
  await disk.install();
});
afterEach(() => {
  disk.restore();
  clone.remove();
});

describe('a file whose name is not UTF-8', () => {
  it('is neither gone nor changed, where it was there before the folder was opened', async () => {
    clone.write('posts/un.md', 'un');
    const name = Buffer.concat([Buffer.from(clone.at('posts/caf')), Buffer.from([0xe9, 0x2e, 0x6d, 0x64])]);
    writeFileSync(name, 'café');
    clone.git('add', '--all');
    clone.git('commit', '--quiet', '--message', 'À la main');
    const opened = await clone.open();
    expect(await opened.workTree.status()).toMatchObject({
      changed: [],
      deleted: [],
      added: [],
      refused: [],
    });
    await saveAndFollow(opened, { 'posts/un.md': 'deux' });
    expect(await opened.workTree.status()).toMatchObject({ changed: [], deleted: [], added: [] });
    await opened.close();
    expect([readFileSync(name, 'utf8'), clone.git('status', '--porcelain')]).toEqual(['café', '']);
  });
});

describe('following the branch on a disk that takes nothing any more', () => {
  it('answers that it is for later when even the lock cannot be removed, and goes on afterwards', async () => {
    const opened = await clone.open();
    await saveAndFollow(opened, { 'posts/a.md': 'un' });
    const [files, lock] = [clone.at('posts'), path.join(clone.gitDir, 'index.lock')];
    disk.endAfter(files, 0);
    disk.endAfter(lock, 1); // It is taken, and then stays.
    await opened.repository.commit(changing({ 'posts/a.md': 'deux' }));
    expect(await opened.workTree.follow()).toEqual({ kind: 'later' });
    expect(disk.hasEnded(lock)).toBe(true);
    for (const ended of [files, lock]) disk.mend(ended);
    expect(await opened.workTree.follow()).toMatchObject({ kind: 'followed' });
    expect([clone.read('posts/a.md'), clone.git('status', '--porcelain')]).toEqual(['deux', '']);
    await opened.close();
    expect(clone.errors.length).toBeGreaterThan(0);
  });
});
