import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRawTrees, type RawEntry } from '#content/testing/raw-trees.ts';
import { createTemporaryFolder, git } from '#content/testing/temporary-repository.ts';
import { backUp } from './data/back-up.ts';
import { restore } from './data/restore.ts';
import { AUTHOR_ENV } from './testing/author.ts';
import { createCalls, sessionCookie } from './testing/calls.ts';
import { numberedId, postFiles, postText } from './testing/post-texts.ts';
import { startTestServer, type TestServer } from './testing/running-server.ts';

const NAMES = ['..', '.', '.git', '.GIT', 'git~2', '.git::$INDEX_ALLOCATION'];
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: TestServer;
let call: ReturnType<typeof createCalls>;
let commit: string;
beforeAll(async () => {
  server = await startTestServer({ files: postFiles(2), env: AUTHOR_ENV });
  call = createCalls(server, await sessionCookie(server));
  commit = commitHostileTree();
  await vi.waitFor(async () => expect((await server.health()).commit).toBe(commit), { timeout: 380_000 });
});
afterAll(() => server.stop());

/** Entries of these names at the top, below posts/ and images/ and in the folder of the articles, made past git's checks. */
function commitHostileTree(): string {
  const { gitDir } = server.content;
  const raw = createRawTrees(gitDir);
  const hostile = (name: string, at: string): RawEntry =>
    raw.folder(
      name,
      raw.file(`hostile-${NAMES.indexOf(name)}-${at}.md`, postText({ title: 'Hostile' })),
      raw.file('x.png', PIXEL),
    );
  const year = raw.folder(
    '2026',
    ...raw.sorted([
      ...raw.entriesOf('main:posts/2026'),
      ...NAMES.map((name) => hostile(name, 'annee')),
      raw.file('a/hostile-barre.md', postText({ title: 'Hostile' })),
    ]),
  );
  const posts = raw.folder('posts', ...raw.sorted([year, ...NAMES.map((name) => hostile(name, 'posts'))]));
  const images = raw.folder('images', ...raw.sorted(NAMES.map((name) => hostile(name, 'images'))));
  const kept = raw.entriesOf('main').filter(({ name }) => name !== 'posts');
  const top = raw.sorted([...kept, posts, images, ...NAMES.map((name) => hostile(name, 'racine'))]);
  const made = git(['commit-tree', raw.tree(...top), '-p', 'main', '-m', 'Hostile'], { cwd: gitDir });
  git(['update-ref', 'refs/heads/main', made], { cwd: gitDir });
  return made;
}

describe('a repository with names that lead elsewhere', () => {
  it('lists them as problems with their commit, in « Problèmes » and in /healthz', async () => {
    const wanted = [
      ...NAMES.flatMap((name) => [name, `posts/${name}`, `images/${name}`, `posts/2026/${name}`]),
      'posts/2026/a/hostile-barre.md',
    ];
    const listed = [
      JSON.parse((await call('GET /api/admin/problems')).text),
      (await server.health())['problems'],
    ] as (readonly { readonly path: string; readonly reason: string }[])[];
    for (const problems of listed) {
      const hostile = problems.filter(({ reason }) => reason.includes(`commit ${commit}\u00a0`));
      expect(hostile.map(({ path }) => path).sort()).toEqual(wanted.sort());
    }
  });

  it('serves nothing of them, and all the rest', async () => {
    const posts = JSON.parse((await server.get('/api/posts')).text) as readonly unknown[];
    const targets = [
      '/blog/hostile-2-posts',
      '/blog/hostile-0-annee',
      '/blog/hostile-barre',
      '/images/.git/x.png',
      '/images/git~2/x.png',
      '/images/%2e%2e/x.png',
    ];
    const statuses = await Promise.all(targets.map(async (target) => (await server.get(target)).status));
    expect([posts.length, statuses, (await server.get('/blog/article-1')).status]).toEqual([
      2,
      targets.map(() => 404),
      200,
    ]);
  });

  it('is exported whole, under names that unzipping puts nowhere else', async () => {
    const { status, bytes } = await call('GET /api/admin/export');
    const names = bytes.toString('latin1').match(/(?:posts|images)\/[^\0]*?\.(?:md|png)/g) ?? [];
    expect(status).toBe(200);
    expect(names.filter((name) => /hostile-2-posts/.test(name)).length).toBeGreaterThan(0);
    expect(names.filter((name) => /(?:^|\/)(?:\.|\.\.|\.git|git~2)[^/]*\//i.test(name))).toEqual([]);
  });

  it('is saved to, and backed up and restored', async () => {
    const saved = await call(
      `PATCH /api/posts/${numberedId(1)}`,
      JSON.stringify({ excerpt: 'Enregistré malgré tout.' }),
    );
    expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('malgré tout')]);
    expect(server.content.git('show', 'main:posts/2026/article-1.md')).toContain('malgré tout');
    const folder = createTemporaryFolder();
    const file = join(folder.path, 'sauvegarde.zip');
    const say = () => undefined;
    await backUp({
      dataDir: server.content.path,
      branch: 'main',
      isBranchGiven: false,
      file,
      say,
      clock: Date.now,
    });
    await restore({ dataDir: join(folder.path, 'remis'), branch: 'main', file, say, clock: Date.now });
    const restored = git(['rev-parse', 'main'], { cwd: join(folder.path, 'remis/content.git') });
    expect(restored).toBe(server.content.git('rev-parse', 'main'));
    folder.remove();
  });
});
