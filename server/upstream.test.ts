import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContentHistory } from '#content/testing/content-history.ts';
import { eventually } from '#content/testing/eventually.ts';
import type { LoopbackRemote } from '#content/testing/loopback-remote.ts';
import { postText, testId } from '#content/testing/posts.ts';
import { createTemporaryFolder, git, initBareRepository } from '#content/testing/temporary-repository.ts';
import { parseEnv } from './env.ts';
import { AUTHOR_ENV, signIn } from './testing/author.ts';
import { ask } from './testing/exchange.ts';
import { createFollowedUpstream, type FollowedUpstream, SECRET, TOKEN } from './testing/followed-upstream.ts';

let followed: FollowedUpstream;
let upstream: LoopbackRemote;

beforeEach(async () => {
  followed = await createFollowedUpstream();
  upstream = followed.upstream;
});

afterEach(() => followed.close());

const startFollower: FollowedUpstream['startFollower'] = (env) => followed.startFollower(env);
const createUpstreamSite: FollowedUpstream['createUpstreamSite'] = () => followed.createUpstreamSite();

function callWebhook(port: number, { secret = SECRET, body = '{"ref":"refs/heads/main"}' } = {}) {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'x-hub-signature-256': signature, 'content-type': 'application/json' };
  return ask(port, '/api/webhook', { method: 'POST', body, headers });
}

describe('an author that follows an upstream', () => {
  it('fills an empty one with the starter', async () => {
    const server = await startFollower();
    const { commit } = await server.health();
    expect(
      await eventually(
        () => upstream.git('for-each-ref', '--format=%(objectname)'),
        (id) => id === commit,
      ),
    ).toBe(commit);
  });

  it('clones one with a history, follows it by webhook, and sends what is written here', async () => {
    const { publish } = createUpstreamSite();
    const server = await startFollower();
    expect((await server.get('/blog/un')).text).toContain('Premier titre');

    const second = publish({ 'posts/2025/deux.md': postText(2, 'Second titre') });
    expect((await callWebhook(server.port)).status).toBe(202);
    await eventually(server.health, ({ commit }) => commit === second);
    expect((await server.get('/blog/deux')).text).toContain('Second titre');

    const call = await signIn(server);
    await call('PUT', `/api/posts/${testId(1)}`, { title: 'Titre d’ici' });
    await eventually(
      () => upstream.git('log', '-1', '--format=%s', 'main'),
      (line) => line.includes('Titre d’ici'),
    );
    expect(upstream.git('show', 'main:posts/2025/un.md')).toContain('Titre d’ici');
    expect(await eventually(server.health, ({ counts }) => counts.pendingPushes === 0)).toMatchObject({
      counts: { pendingPushes: 0, syncConflicts: 0 },
    });
    expect(await call('GET', '/api/admin/sync')).toMatchObject({ isFollowing: true, unsent: 0, error: null });
  });

  it('publishes no draft that somebody pushed when its first copy was cut short before any ref was there', async () => {
    const published = createUpstreamSite().publish({ 'posts/2025/un.md': postText(1, 'Premier titre') });
    const history = createContentHistory();
    const folder = createTemporaryFolder();
    try {
      history.git(['fetch', '--quiet', upstream.gitDir, 'main']);
      const draft = history.commit({ 'posts/2025/brouillon.md': postText(2, 'Brouillon') }, [published]);
      history.git(['push', '--quiet', upstream.gitDir, `${draft}:refs/heads/travail`]);
      const gitDir = join(folder.path, 'content.git');
      initBareRepository(gitDir);
      git(['fetch', '--quiet', upstream.gitDir, 'main', 'travail'], { cwd: gitDir });
      rmSync(join(gitDir, 'FETCH_HEAD'));

      const server = await startFollower({ DATA_DIR: folder.path });
      expect((await server.health()).commit).toBe(published);
      expect((await server.get('/blog/brouillon')).status).toBe(404);
      await server.stop();
      expect(upstream.git('rev-parse', 'main')).toBe(published);
    } finally {
      history.remove();
      folder.remove();
    }
  });

  it('sends what waits, and takes away what was dropped, without being told', async () => {
    createUpstreamSite();
    const server = await startFollower();
    const call = await signIn(server);
    const sent = () =>
      upstream.git('for-each-ref', 'refs/heads/travail') === ''
        ? ''
        : upstream.git('diff', '--name-only', 'main...travail');
    await eventually(
      () => call('GET', '/api/admin/sync'),
      ({ syncedAt }) => syncedAt !== null,
    );
    await call('PUT', `/api/admin/posts/${testId(1)}/pending`, { title: 'En attente' });
    await eventually(sent, (refs) => refs !== '');
    expect((await server.get('/blog/un')).text).toContain('Premier titre');
    await call('DELETE', `/api/admin/posts/${testId(1)}/pending`);
    await eventually(sent, (refs) => refs === '');
    expect(await eventually(server.health, ({ counts }) => counts.pendingPushes === 0)).toMatchObject({
      counts: { pendingPushes: 0 },
    });
    expect(await call('GET', '/api/admin/sync')).toMatchObject({
      error: null,
      backups: [],
      refusedPending: null,
    });
  });

  it('takes no webhook that is not signed with the secret', async () => {
    createUpstreamSite();
    const server = await startFollower();
    expect((await callWebhook(server.port, { secret: 'un autre secret' })).status).toBe(403);
    const unsigned = await ask(server.port, '/api/webhook', { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(403);
    expect((await server.get('/api/webhook')).status).toBe(404);
  });

  it('goes on without its upstream, says so, and sends later', async () => {
    createUpstreamSite();
    const server = await startFollower();
    const call = await signIn(server);
    await eventually(
      () => call('GET', '/api/admin/sync'),
      ({ syncedAt }) => syncedAt !== null,
    );
    upstream.fail({ kind: 'status', status: 503 });
    await call('PUT', `/api/posts/${testId(1)}`, { title: 'Écrit hors ligne' });
    const state = await eventually(
      () => call('GET', '/api/admin/sync'),
      ({ fault }) => fault === 'offline',
    );
    expect(state).toMatchObject({ unsent: 1, fault: 'offline' });
    expect(state['error']).toContain('ne répond pas');
    expect((await server.health()).counts.pendingPushes).toBe(1);
    await call('POST', '/api/admin/sync');
    expect(upstream.git('show', 'main:posts/2025/un.md')).toContain('Écrit hors ligne');
    expect(JSON.stringify(server.log.lines)).not.toContain(TOKEN);
  });

  it('lists what clashes, and resolves it as the author says', async () => {
    const { publish } = createUpstreamSite();
    const server = await startFollower();
    const call = await signIn(server);
    await eventually(
      () => call('GET', '/api/admin/sync'),
      ({ syncedAt }) => syncedAt !== null,
    );
    upstream.fail({ kind: 'status', status: 503 });
    await call('DELETE', `/api/admin/posts/${testId(1)}`);
    publish({ 'posts/2025/un.md': postText(1, 'Changé en amont') });
    await eventually(
      () => call('POST', '/api/admin/sync'),
      ({ error, conflicts }) => error === null && conflicts === 1,
    );
    const page = await eventually(
      () => server.get('/blog/un'),
      ({ status }) => status === 200,
    );
    expect(page.text).toContain('Changé en amont');
    const [question] = await call('GET', '/api/admin/sync/conflicts');
    expect(question).toMatchObject({ kind: 'deleted-here', title: 'Changé en amont', postId: testId(1) });
    expect((await server.health()).counts.syncConflicts).toBe(1);
    await call('POST', `/api/admin/sync/conflicts/${String(question?.['id'])}`, { keep: 'ours' });
    expect(await call('GET', '/api/admin/sync/conflicts')).toEqual([]);
    expect(git(['ls-tree', '-r', '--name-only', 'main'], { cwd: server.gitDir })).not.toContain('un.md');
  });
});

describe('a reader', () => {
  it('serves what its upstream has, and nothing of an author’s server', async () => {
    const { publish } = createUpstreamSite();
    const server = await startFollower({ ROLE: 'reader', CONTENT_POLL_SECONDS: '1' });
    expect((await server.get('/blog/un')).text).toContain('Premier titre');
    expect((await server.get('/api/posts')).status).toBe(200);
    for (const path of [
      '/auth',
      '/admin',
      '/admin/journal',
      '/api/admin/posts',
      '/api/user',
      '/content.git/info/refs',
    ]) {
      expect(`${path} ${(await server.get(path)).status}`).toBe(`${path} 404`);
    }
    for (const path of ['/auth', '/admin', '/admin/journal', '/upload-debug', '/init-data'])
      expect((await server.get(path)).text, path).toContain('Page Not Found');
    const body = JSON.stringify(AUTHOR_ENV);
    const headers = { 'content-type': 'application/json' };
    expect((await ask(server.port, '/api/login', { method: 'POST', body, headers })).status).toBe(404);
    expect((await ask(server.port, '/api/posts', { method: 'POST', body, headers })).status).toBe(405);
    const long = await callWebhook(server.port, { body: 'x'.repeat(6 * 1024 ** 2) });
    expect([long.status, long.text]).toEqual([413, 'C’est trop long.\n']);
    const second = publish({ 'posts/2025/deux.md': postText(2, 'Second titre') });
    await eventually(server.health, ({ commit }) => commit === second);
    expect((await server.get('/blog/deux')).text).toContain('Second titre');
    expect(upstream.git('rev-parse', 'main')).toBe(second);
    expect((await server.get('/')).headers['set-cookie']).toBeUndefined();
  });

  it('knows an article by its id in capitals', async () => {
    const id = 'f81d4fae-7dec-4000-8000-00a0c91e6bf6';
    const second = postText(2, 'Second titre').replace(testId(2), id);
    createUpstreamSite().publish({ 'posts/2025/deux.md': second });
    const server = await startFollower({ ROLE: 'reader' });
    for (const path of ['/api/posts', '/api/live']) {
      const { status, text } = await server.get(`${path}/${id.toUpperCase()}`);
      expect([status, text]).toEqual([200, (await server.get(`${path}/${id}`)).text]);
    }
  });

  it('cannot be started without an upstream', () => {
    expect(() => parseEnv({ ROLE: 'reader' })).toThrow(/CONTENT_REMOTE_URL/);
  });
});
