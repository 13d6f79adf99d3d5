import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { numberedId, postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
afterEach(() => server.stop());

/** The answer in few words: its status, and where it leads. */
async function answer(target: string): Promise<string> {
  const { status, headers } = await server.get(target);
  return [status, headers.location].filter(Boolean).join(' ');
}

/** Before the moment that the test's commits are of. */
const published = '2023-01-01T08:00:00.000Z';
const one = postText({ id: numberedId(90), published });
const other = postText({ id: numberedId(91), published });

it('an address that a push changed answers the same on a copy of the repository, or without what was kept of it', async () => {
  const files = { ...postFiles(2), 'posts/2026/ancien.md': one, 'posts/2026/autre.md': other };
  server = await startTestServer({ files });
  server.content.commit({ 'posts/2026/ancien.md': null, 'posts/2026/milieu.md': one });
  server.content.commit({ 'posts/2026/milieu.md': null, 'posts/2026/nouveau.md': one });
  await server.publish({ 'posts/2026/autre.md': null });
  const targets = ['/blog/ancien', '/blog/Milieu/', '/blog/autre', '/blog/autre.md', '/blog/jamais'];
  const look = () => Promise.all(targets.map(answer));
  const expected = ['301 /blog/nouveau', '301 /blog/nouveau', '410', '410', '404'];
  await server.restart(() => rmSync(join(server.content.path, 'cache'), { recursive: true }));
  expect(await look()).toEqual(expected);
  // From what it kept, without asking history.
  await server.restart();
  expect(await look()).toEqual(expected);
  await server.publish({ 'posts/2026/ancien.md': one, 'posts/2026/nouveau.md': null });
  expect(await look()).toEqual(['200', '301 /blog/ancien', '410', '410', '404']);
});

it('an address whose line a push takes out of redirects.yml goes on answering what history tells', async () => {
  server = await startTestServer({ files: { ...postFiles(2), 'posts/2026/ancien.md': one } });
  const lines = '/blog/ancien: /blog/nouveau\n/blog/invention: /blog/article-1\n';
  await server.publish({
    ...{ 'posts/2026/ancien.md': null, 'posts/2026/nouveau.md': one },
    'redirects.yml': lines,
  });
  expect(await answer('/blog/ancien')).toBe('301 /blog/nouveau');
  await server.publish({ 'redirects.yml': null });
  expect([await answer('/blog/ancien'), await answer('/blog/invention')]).toEqual([
    '301 /blog/nouveau',
    '404',
  ]);
});
