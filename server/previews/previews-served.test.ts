import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '#content/testing/eventually.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { AUTHOR_ENV, type signIn as SignIn, signIn } from '../testing/author.ts';
import { numberedId, postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
afterEach(() => server.stop());

type Call = Awaited<ReturnType<typeof SignIn>>;

async function start(): Promise<Call> {
  server = await startTestServer({ files: postFiles(2), env: AUTHOR_ENV });
  return signIn(server);
}

it('a draft is shown by its address alone, and named nowhere else', async () => {
  const call = await start();
  const { id } = await call('POST', '/api/admin/posts', {
    title: 'Secret',
    slug: 'secret',
    content: 'Le **mot**.',
  });
  const { url, id: preview } = await call('POST', `/api/admin/posts/${String(id)}/previews`, { days: 3 });
  const path = new URL(String(url)).pathname;
  const shown = await server.get(path);
  expect([shown.status, shown.text.includes('<strong>mot</strong>')]).toEqual([200, true]);
  expect(shown.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  });
  for (const target of ['/', '/blog', '/rss.xml', '/sitemap.xml', '/api/posts', '/blog/secret']) {
    const { text } = await server.get(target);
    expect(text).not.toMatch(/Secret|apercu/);
  }
  expect(JSON.stringify(server.logged)).not.toContain(path);
  await call('DELETE', `/api/admin/previews/${String(preview)}`);
  expect((await server.get(path)).status).toBe(404);
});

describe('a deleted draft that comes back by git', () => {
  const id = numberedId(7);
  const path = 'posts/2026/secret.md';
  const text = postText({ id, title: 'Secret', isPublished: false });
  /** Once the server saw it. */
  const isThere = (call: Call) =>
    eventually(
      () => call('GET', `/api/admin/posts/${id}`).catch(() => null),
      (answer) => answer !== null,
    );

  it.each([
    ['published branch', 'main'],
    ['work branch', 'travail'],
  ])('is not shown by an address that it had before: on the %s', async (_what, branch) => {
    const call = await start();
    const commit = (parent: string, change: string) => {
      const head = `commit refs/heads/${branch}\ncommitter Camille <camille@exemple.fr> 1800000000 +0100`;
      const input = `${head}\ndata 8\nModifier\nfrom refs/heads/${parent}^0\n${change}\n`;
      git(['fast-import', '--quiet', '--force'], { cwd: server.content.gitDir, input });
    };
    const put = `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`;
    commit('main', put);
    await isThere(call);
    const { url } = await call('POST', `/api/admin/posts/${id}/previews`, { days: 3 });
    const address = new URL(String(url)).pathname;
    expect((await server.get(address)).status).toBe(200);
    commit(branch, `D ${path}`);
    const left = async () => (await call('GET', `/api/admin/posts/${id}/previews`)).length;
    expect(await eventually(left, (count) => count === 0)).toBe(0);
    commit(branch, put);
    await isThere(call);
    expect((await server.get(address)).status).toBe(404);
  });
});

it('a draft is not restored where the addresses that it had cannot be ended', async () => {
  const call = await start();
  const { id } = await call('POST', '/api/admin/posts', { title: 'Secret', slug: 'secret', content: 'Mot.' });
  const post = `/api/admin/posts/${String(id)}`;
  await call('POST', `${post}/previews`, { days: 3 });
  writeFileSync(join(server.content.path, 'state.sqlite'), 'SQLite');
  await call('DELETE', post);
  const commit = server.content.git('rev-parse', 'main');
  await expect(call('POST', `/api/admin/bin/${String(id)}/restore`, { commit })).rejects.toThrow('503');
  expect(server.content.git('rev-parse', 'main')).toBe(commit);
});

it.each([
  ['', ''],
  [', whatever the work branch is', 'travail'],
])(
  'a draft that comes back from the bin is not shown by an address that it had before%s',
  async (_what, foreign) => {
    const call = await start();
    if (foreign !== '') {
      const head = `commit refs/heads/${foreign}\ncommitter Camille <camille@exemple.fr> 1800000000 +0100`;
      git(['fast-import', '--quiet'], { cwd: server.content.gitDir, input: `${head}\ndata 5\nAutre\n` });
    }
    const { id } = await call('POST', '/api/admin/posts', {
      title: 'Secret',
      slug: 'secret',
      content: 'Mot.',
    });
    const post = `/api/admin/posts/${String(id)}`;
    const { url } = await call('POST', `${post}/previews`, { days: 3 });
    const path = new URL(String(url)).pathname;
    await call('DELETE', post);
    const commit = server.content.git('rev-parse', 'main');
    await call('POST', `/api/admin/bin/${String(id)}/restore`, { commit });
    expect((await server.get(path)).status).toBe(404);
    const { url: another } = await call('POST', `${post}/previews`, { days: 3 });
    expect((await server.get(new URL(String(another)).pathname)).status).toBe(200);
  },
);
