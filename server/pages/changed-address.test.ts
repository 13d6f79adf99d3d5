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

/** A save is visible soon after it is answered (docs/design.md, Sizes). */
const SOON = { timeout: 380_000, interval: 10 };

/** Waits until an address answers so: its status, and where it leads. */
async function becomes(target: string, expected: string): Promise<void> {
  const answer = async () => {
    const { status, headers } = await server.get(target);
    return [status, headers.location].filter(Boolean).join(' ');
  };
  await expect.poll(answer, SOON).toBe(expected);
}

it('an article keeps its readers when its address changes, and says so when it is deleted', async () => {
  const call = await start();
  const fields = { title: 'Un', slug: 'un', content: 'Texte.', isPublished: true };
  const { id } = await call('POST', '/api/admin/posts', fields);
  const path = `/api/admin/posts/${String(id)}`;
  const linking = { title: 'Deux', slug: 'deux', content: 'Lire [un](/blog/un).', isPublished: true };
  const other = await call('POST', '/api/admin/posts', linking);
  await becomes('/blog/un', '200');

  const moved = await call('PUT', path, { slug: 'nouveau' });
  expect(moved['linksToMend']).toEqual([{ id: other['id'], title: 'Deux' }]);
  await becomes('/blog/un', '301 /blog/nouveau');
  const [check] = await call('POST', '/api/admin/posts/check', { id: other['id'], excerpt: 'Un extrait.' });
  expect(check).toMatchObject({ kind: 'moved-link', replacement: { text: 'nouveau' } });

  const mended = await call('POST', '/api/admin/links/mend', { from: 'un', to: 'nouveau' });
  expect(mended['posts']).toEqual([{ id: other['id'], title: 'Deux' }]);
  const hasLink = async () => (await server.get('/blog/deux')).text.includes('href="/blog/nouveau"');
  await expect.poll(hasLink, SOON).toBe(true);

  await call('PUT', path, { slug: 'un' });
  await becomes('/blog/nouveau', '301 /blog/un');
  await becomes('/blog/un', '200');
  await call('DELETE', path);
  await becomes('/blog/un', '410');
  await becomes('/blog/nouveau', '410');
  expect((await server.get('/blog/un')).text).toContain('/blog/deux');
});
