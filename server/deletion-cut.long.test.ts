import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { postText, testId } from '#content/testing/posts.ts';
import { signIn } from '#scripts/programs/author.ts';
import { readyServer, withServers } from '#scripts/programs/server.ts';
import { type ContentFolder, createContentFolder } from './testing/content-folder.ts';
import { starterSettings } from './testing/running-server.ts';

let content: ContentFolder | null = null;
afterEach(() => {
  content?.remove();
  content = null;
});

it('removes at the next start what waits of an article whose deletion was cut short', async () => {
  const id = testId(1);
  const folder = createContentFolder({ ...starterSettings(), 'posts/2025/un.md': postText(1, 'Un') });
  content = folder;
  const waits = () => folder.git('diff', '--name-only', 'main...travail');
  await withServers({ dataDir: folder.path }, async (launch) => {
    const first = await readyServer(launch);
    const { client } = await signIn(first.origin);
    await client.savePendingVersion({ id, title: 'Un, revu' });
    const kept = folder.git('rev-parse', 'travail');
    expect(waits()).toBe('posts/2025/un.md');

    // Another program holds the ref: the server dies after the commit and before the removal.
    const lock = join(folder.gitDir, 'refs/heads/travail.lock');
    mkdirSync(join(lock, '..'), { recursive: true });
    writeFileSync(lock, '');
    const deleting = client.deletePost({ id }).catch(() => 'cut short');
    await vi.waitFor(
      () => expect(folder.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('un.md'),
      { timeout: 380_000, interval: 10 },
    );
    await first.kill('itself');
    expect(await deleting).toBe('cut short');
    rmSync(lock);
    expect(folder.git('rev-parse', 'travail')).toBe(kept);

    const second = await readyServer(launch);
    await vi.waitFor(
      () => expect(folder.git('ls-tree', '-r', '--name-only', 'travail')).not.toContain('un.md'),
      { timeout: 380_000, interval: 10 },
    );
    folder.git('merge-base', '--is-ancestor', kept, 'travail');
    const again = await signIn(second.origin);
    expect(await again.client.listDeletedPosts({})).toMatchObject([{ id, title: 'Un' }]);
  });
}, 60_000);
