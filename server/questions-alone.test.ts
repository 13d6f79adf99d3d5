import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '#content/testing/eventually.ts';
import { AUTHOR_ENV, signIn } from './testing/author.ts';
import { numberedId, postFiles, postText } from './testing/post-texts.ts';
import { startTestServer, type TestServer } from './testing/running-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ files: postFiles(2), env: AUTHOR_ENV });
});
afterEach(() => server.stop());

/** How many questions /healthz says are open, once it says so many. */
const counted = (count: number) =>
  eventually(
    async () => (await server.health()).counts['syncConflicts'],
    (now) => now === count,
  );

it('an address that a commit of git takes is asked about at once, and counted, where nothing is followed', async () => {
  const call = await signIn(server);
  await call('PUT', `/api/admin/posts/${numberedId(1)}/pending`, { slug: 'neuf' });
  expect((await server.health()).counts['syncConflicts']).toBe(0);
  await server.publish({ 'posts/2026/neuf.md': postText({ title: 'Autre' }) });
  expect(await counted(1)).toBe(1);
  const [question] = await call('GET', '/api/admin/sync/conflicts');
  expect(question).toMatchObject({ kind: 'same-address', path: 'posts/2026/neuf-2.md' });

  await server.restart();
  expect(await counted(1)).toBe(1);
  const again = await signIn(server);
  await again('POST', `/api/admin/sync/conflicts/${String(question?.['id'])}`, { keep: 'ours' });
  expect(await counted(0)).toBe(0);
});
