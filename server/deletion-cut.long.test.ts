import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { postText, testId } from '#content/testing/posts.ts';
import { AUTHOR_ENV, signIn } from './testing/author.ts';
import { type ContentFolder, createContentFolder } from './testing/content-folder.ts';
import { ROOT, starterSettings } from './testing/running-server.ts';

let content: ContentFolder | null = null;
let child: ChildProcess | null = null;
afterEach(() => {
  child?.kill('SIGKILL');
  content?.remove();
  content = null;
});

const readySchema = z.object({ kind: z.literal('ready'), port: z.number() });

/** The built server as a process of its own. */
async function start({ path }: ContentFolder) {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    PORT: '0',
    DATA_DIR: path,
    ...AUTHOR_ENV,
  };
  child = fork(join(ROOT, 'dist/server/main.js'), { env, silent: true, execArgv: [] });
  const [message] = (await once(child, 'message')) as readonly unknown[];
  return { process: child, call: await signIn(readySchema.parse(message)) };
}

it('removes at the next start what waits of an article whose deletion was cut short', async () => {
  const id = testId(1);
  const folder = createContentFolder({ ...starterSettings(), 'posts/2025/un.md': postText(1, 'Un') });
  content = folder;
  const waits = () => folder.git('diff', '--name-only', 'main...travail');
  const first = await start(folder);
  await first.call('PUT', `/api/admin/posts/${id}/pending`, { title: 'Un, revu' });
  const kept = folder.git('rev-parse', 'travail');
  expect(waits()).toBe('posts/2025/un.md');

  // Another program holds the ref: the server dies after the commit and before the removal.
  const lock = join(folder.gitDir, 'refs/heads/travail.lock');
  mkdirSync(join(lock, '..'), { recursive: true });
  writeFileSync(lock, '');
  const deleting = first.call('DELETE', `/api/admin/posts/${id}`).catch(() => 'cut short');
  await vi.waitFor(() => expect(folder.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('un.md'), {
    timeout: 380_000,
    interval: 10,
  });
  first.process.kill('SIGKILL');
  expect(await deleting).toBe('cut short');
  rmSync(lock);
  expect(folder.git('rev-parse', 'travail')).toBe(kept);

  const second = await start(folder);
  await vi.waitFor(
    () => expect(folder.git('ls-tree', '-r', '--name-only', 'travail')).not.toContain('un.md'),
    {
      timeout: 380_000,
      interval: 10,
    },
  );
  folder.git('merge-base', '--is-ancestor', kept, 'travail');
  expect(await second.call('GET', '/api/admin/bin')).toMatchObject([{ id, title: 'Un' }]);
}, 60_000);
