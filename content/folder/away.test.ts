import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { changing } from '#content/testing/change-sets.ts';
import { createTemporaryClone, saveAndFollow } from '#content/testing/temporary-clone.ts';

describe('a folder that is away while something follows', () => {
  it('is followed again once it is back, though a lock of ours stayed in it', async () => {
    const clone = await createTemporaryClone();
    const opened = await clone.open();
    await saveAndFollow(opened, { 'posts/a.md': 'un' });
    const away = `${clone.folder} ailleurs`;
    await opened.repository.commit(changing({ 'posts/a.md': 'deux' }));
    // From the save until files and index have followed, the lock is held.
    renameSync(clone.folder, away);
    await opened.workTree.follow();
    expect([existsSync(clone.folder), existsSync(path.join(away, '.git/index.lock'))]).toEqual([false, true]);
    renameSync(away, clone.folder);
    await saveAndFollow(opened, { 'posts/b.md': 'b' });
    expect([clone.git('status', '--porcelain'), clone.read('posts/a.md')]).toEqual(['', 'deux']);
    await opened.close();
    expect(existsSync(path.join(clone.gitDir, 'index.lock'))).toBe(false);
    clone.remove();
  });
});
