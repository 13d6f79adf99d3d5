import { afterEach, expect, it } from 'vitest';
import { AUTHOR_ENV, type signIn as SignIn, signIn } from '../testing/author.ts';
import { postFiles } from '../testing/post-texts.ts';
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

it('a draft that comes back from the bin is not shown by an address that it had before', async () => {
  const call = await start();
  const { id } = await call('POST', '/api/admin/posts', { title: 'Secret', slug: 'secret', content: 'Mot.' });
  const post = `/api/admin/posts/${String(id)}`;
  const { url } = await call('POST', `${post}/previews`, { days: 3 });
  const path = new URL(String(url)).pathname;
  await call('DELETE', post);
  const commit = server.content.git('rev-parse', 'main');
  await call('POST', `/api/admin/bin/${String(id)}/restore`, { commit });
  expect((await server.get(path)).status).toBe(404);
  const { url: another } = await call('POST', `${post}/previews`, { days: 3 });
  expect((await server.get(new URL(String(another)).pathname)).status).toBe(200);
});
