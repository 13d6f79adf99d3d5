import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { numberedId, postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

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
    'posts/2026/ancien.md': null,
    'posts/2026/nouveau.md': one,
    'redirects.yml': lines,
  });
  expect(await answer('/blog/ancien')).toBe('301 /blog/nouveau');
  await server.publish({ 'redirects.yml': null });
  expect([await answer('/blog/ancien'), await answer('/blog/invention')]).toEqual([
    '301 /blog/nouveau',
    '404',
  ]);
});

describe('a start without a cache', () => {
  const forget = () => rmSync(join(server.content.path, 'cache'), { recursive: true });
  const TARGETS = ['/blog/ancien', '/blog/jamais', '/blog/nouveau'];
  const look = () => Promise.all(TARGETS.map(answer));

  async function renamed(): Promise<void> {
    server = await startTestServer({ files: { ...postFiles(2), 'posts/2026/ancien.md': one } });
    await server.publish({ 'posts/2026/ancien.md': null, 'posts/2026/nouveau.md': one });
  }

  it('has who read the list of the API before history was asked read it again, with links that lead on', async () => {
    await renamed();
    await server.publish({ 'posts/2026/lien.md': postText({ body: 'Voir [là](/blog/ancien).' }) });
    await server.restart(forget);
    const first = await server.get('/api/posts');
    await expect.poll(() => answer('/blog/ancien')).toBe('301 /blog/nouveau');
    const again = await server.get('/api/posts', { headers: { 'If-None-Match': first.headers.etag ?? '' } });
    expect((again.status === 304 ? first : again).text).toContain('(/blog/nouveau)');
  });

  it('finds old addresses without the git program', async () => {
    await renamed();
    await server.restart(() => {
      forget();
      vi.stubEnv('PATH', '/nulle-part');
    });
    expect(await look()).toEqual(['301 /blog/nouveau', '404', '200']);
  });

  it('answers 404 where a shallow clone has no history to ask', async () => {
    await renamed();
    await server.restart(() => {
      forget();
      const tip = server.content.git('rev-parse', 'main').trim();
      writeFileSync(join(server.content.gitDir, 'shallow'), `${tip}\n`);
      server.content.git('reflog', 'expire', '--expire=now', '--all');
      server.content.git('repack', '-adq');
      server.content.git('prune', '--expire=now');
    });
    expect(await look()).toEqual(['404', '404', '200']);
  });

  it('answers 404 where history is damaged, and says so in the log', async () => {
    await renamed();
    await server.restart(() => {
      forget();
      const { gitDir, git } = server.content;
      const file = join(gitDir, 'objects', git('rev-parse', 'main^').trim().replace(/^../, '$&/'));
      chmodSync(file, 0o644);
      writeFileSync(file, 'abîmé');
    });
    expect(await look()).toEqual(['404', '404', '200']);
    const errors = server.logged.filter(({ msg }) => msg === 'background work failed');
    expect(JSON.stringify(errors)).toContain('corrupt');
  });

  it('finds what a damaged text does not hide, and answers 404 for the rest', async () => {
    server = await startTestServer({
      files: { ...postFiles(2), 'posts/2026/ancien.md': one, 'posts/2026/autre.md': other },
    });
    await server.publish({ 'posts/2026/ancien.md': null, 'posts/2026/autre.md': null });
    await server.restart(() => {
      forget();
      const { gitDir, git } = server.content;
      const text = git('rev-parse', 'main^:posts/2026/ancien.md').trim();
      // No text is told by another’s.
      git('repack', '-adfq', '--window=0');
      const [pack = ''] = readdirSync(join(gitDir, 'objects/pack')).filter((name) => name.endsWith('.pack'));
      const found = git('verify-pack', '-v', `objects/pack/${pack.replace('.pack', '.idx')}`)
        .split('\n')
        .find((line) => line.startsWith(text));
      const [, , , length = '0', at = '0'] = found?.split(/ +/) ?? [];
      const file = join(gitDir, 'objects/pack', pack);
      const bytes = readFileSync(file);
      chmodSync(file, 0o644);
      writeFileSync(file, bytes.fill(0, Number(at) + 2, Number(at) + Number(length)));
    });
    expect([...(await look()), await answer('/blog/autre')]).toEqual(['404', '404', '404', '410']);
  });
});
