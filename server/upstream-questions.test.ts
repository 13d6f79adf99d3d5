import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postText, testId } from '#content/testing/posts.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { signIn } from './testing/author.ts';
import { createFollowedUpstream, type FollowedUpstream } from './testing/followed-upstream.ts';

let followed: FollowedUpstream;
beforeEach(async () => {
  followed = await createFollowedUpstream();
});
afterEach(() => followed.close());

type Follower = Awaited<ReturnType<FollowedUpstream['startFollower']>>;

/** An author's server that has synced once, and her calls. */
async function startSynced(env: Readonly<Record<string, string>> = {}) {
  const server = await followed.startFollower(env);
  const call = await signIn(server);
  await call('POST', '/api/admin/sync');
  return { server, call };
}

/** Where an address leads at last, and by how many steps. */
async function follow(server: Follower, address: string): Promise<readonly (string | number)[]> {
  const steps: (string | number)[] = [];
  for (let path: string | undefined = address; path !== undefined && steps.length < 9; ) {
    const { status, headers } = await server.get(path);
    steps.push(status);
    path = headers.location === undefined ? undefined : new URL(headers.location, 'http://site').pathname;
    if (path !== undefined) steps.push(path);
  }
  return steps;
}

describe('a post that each side gave another address', () => {
  it.each([
    ['ours', 'ici', 'la-bas'],
    ['theirs', 'la-bas', 'ici'],
  ] as const)('has every old address lead there in one step when it keeps %s', async (keep, kept, other) => {
    const site = followed.createUpstreamSite();
    const { server, call } = await startSynced();
    await call('PUT', `/api/posts/${testId(1)}`, { slug: 'deux' });
    await call('POST', '/api/admin/sync');

    followed.upstream.keepFailing({ kind: 'status', status: 503 });
    await call('PUT', `/api/posts/${testId(1)}`, { slug: 'ici' });
    site.publishNext({
      'posts/2025/deux.md': null,
      'posts/2025/la-bas.md': site.read('posts/2025/deux.md'),
    });
    followed.upstream.keepFailing(null);
    await call('POST', '/api/admin/sync');

    const [question] = await call('GET', '/api/admin/sync/conflicts');
    expect(question).toMatchObject({ kind: 'renamed', postId: testId(1) });
    await call('POST', `/api/admin/sync/conflicts/${String(question?.['id'])}`, { keep });
    for (const old of ['un', 'deux', other])
      expect(await follow(server, `/blog/${old}`)).toEqual([301, `/blog/${kept}`, 200]);
    expect(await follow(server, `/blog/${kept}`)).toEqual([200]);
  });
});

describe('an upstream that was rewritten', () => {
  it('is told of until somebody has taken note, through restarts, and what we had stays', async () => {
    const site = followed.createUpstreamSite();
    const { server, call } = await startSynced();
    site.publishNext({ 'posts/2025/deux.md': postText(2, 'Retiré en amont') });
    await call('POST', '/api/admin/sync');
    const before = git(['rev-parse', 'main'], { cwd: server.gitDir });
    site.publish({ 'posts/2025/trois.md': postText(3, 'Troisième') }, [
      followed.upstream.git('rev-parse', 'main~1'),
    ]);
    await call('POST', '/api/admin/sync');
    await server.stop();

    const again = await startSynced({ DATA_DIR: server.dataDir });
    const { backups } = await again.call('GET', '/api/admin/sync');
    const [backup] = backups as readonly { readonly name: string; readonly ref: string }[]; // our own
    expect(backups).toMatchObject([
      { kind: 'branch', gone: ['Retiré en amont'], ref: `refs/encrier/backup/${backup?.name}` },
    ]);
    expect(await again.server.health()).toMatchObject({ counts: { syncBackups: 1 }, backups: [backup?.ref] });

    await again.call('POST', `/api/admin/sync/backups/${backup?.name}/dismiss`);
    expect(await again.call('GET', '/api/admin/sync')).toMatchObject({ backups: [] });
    expect(await again.server.health()).toMatchObject({ counts: { syncBackups: 0 }, backups: [] });
    expect(git(['rev-parse', String(backup?.ref)], { cwd: server.gitDir })).toBe(before);
    await again.server.stop();

    const last = await startSynced({ DATA_DIR: server.dataDir });
    expect(await last.call('GET', '/api/admin/sync')).toMatchObject({ backups: [] });
    const events = await last.call('GET', '/api/admin/journal');
    expect(JSON.stringify(events)).toContain('dismissSyncBackup');
  });
});
