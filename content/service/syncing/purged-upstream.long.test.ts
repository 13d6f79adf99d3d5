import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takingIn } from '../../testing/change-sets.ts';
import { postText, testId } from '../../testing/posts.ts';
import { type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { COMMITTER, startTwoMachines, type TwoMachines } from '../../testing/two-machines.ts';
import { listBackups } from './backups.ts';
import { countUnsent } from './tracked.ts';

const POST = 'posts/2025/a.md';
const BODY = 'Un premier paragraphe.\n\nUn second paragraphe.\n';
const ID = testId(1);
const REF = 'refs/heads/travail';

let machines: TwoMachines;
let upstream: TwoMachines['upstream'];
let here: PostsWorkspace;
let there: PostsWorkspace;

beforeEach(async () => {
  machines = await startTwoMachines({ [POST]: postText(1, 'Titre').replace(/Texte de .*\n$/, BODY) });
  ({ upstream, here, there } = machines);
});

afterEach(async () => {
  for (const place of [here, there, upstream])
    expect(place.git('fsck', '--strict', '--full', '--no-dangling')).toBe('');
  await machines.close();
});

const optionsOf: TwoMachines['optionsOf'] = (place, url) => machines.optionsOf(place, url);
const sync: TwoMachines['sync'] = (place, role) => machines.sync(place, role);
const keep = (place: PostsWorkspace, edit: object) =>
  place.posts.savePendingVersion({ id: ID, ...edit }, TEST_CALLER);
const refOf = (place: Pick<PostsWorkspace, 'git'>): string =>
  place.git('for-each-ref', '--format=%(objectname)', REF);
/** What an operator sees waiting there. */
const waits = (place: Pick<PostsWorkspace, 'git'>): string =>
  place.git('diff', '--name-only', 'main...travail');
const textOf = (place: Pick<PostsWorkspace, 'git'>): string => place.git('show', `${REF}:${POST}`);

/** A version that both have, and the upstream. */
async function share(edit: object): Promise<string> {
  await keep(here, edit);
  await sync(here);
  await sync(there);
  return refOf(here);
}

describe('an upstream that was rewritten', () => {
  it('does not bring back as waiting what was purged there', async () => {
    await share({ title: 'En attente' });
    const secret = 'posts/2025/secret.md';
    here.commitBehind({ [secret]: postText(2, 'Secret') });
    await here.workspace.refresh();
    await keep(here, { excerpt: 'Encore.' });
    await sync(here);
    await sync(there);
    const purged = upstream.git('commit-tree', 'main~1^{tree}', '-p', 'main~1', '-m', 'Purger');
    upstream.git('update-ref', 'refs/heads/main', purged);
    for (const place of [here, there]) {
      expect((await sync(place)).backup).not.toBeNull();
      expect(waits(place)).toBe(POST);
      expect([...(await place.pending.waiting()).posts.keys()]).toEqual([ID]);
      expect(place.git('ls-tree', '-r', '--name-only', 'travail')).not.toContain(secret);
    }
    await sync(here);
    expect(new Set([here, there, upstream].map(refOf)).size).toBe(1);
    expect(textOf(upstream)).toContain('Encore.');
  });

  describe('in all its branches', () => {
    const secret = 'posts/2025/secret.md';
    const text = postText(2, 'Secret');
    let blob: string;

    /** Both have it, published, and a text that waits upon it. */
    beforeEach(async () => {
      here.git('config', 'core.logAllRefUpdates', 'true'); // As each repository of Encrier has it.
      await share({ title: 'En attente' });
      here.commitBehind({ [secret]: text });
      blob = here.git('rev-parse', `main:${secret}`);
      await here.workspace.refresh();
      await keep(here, { excerpt: 'Encore.' });
      await sync(here);
      await sync(there);
    });

    /** As `git filter-repo` leaves it, and a push of both branches; or of one where nothing waits there any more. */
    function purge(...branches: readonly ('main' | 'travail')[]): void {
      const main = upstream.git('commit-tree', 'main~1^{tree}', '-p', 'main~1', '-m', 'Purger');
      const waiting = upstream.git('rev-parse', `travail:${POST}`);
      upstream.git('read-tree', main);
      upstream.git('update-index', '--cacheinfo', `100644,${waiting},${POST}`);
      const message = upstream.git('log', '-1', '--format=%B', 'travail');
      const work = upstream.git('commit-tree', upstream.git('write-tree'), '-p', main, '-m', message);
      upstream.git('update-ref', 'refs/heads/main', main);
      if (branches.includes('travail')) upstream.git('update-ref', REF, work);
      else upstream.git('update-ref', '-d', REF);
      upstream.git('reflog', 'expire', '--expire=now', '--all');
      upstream.git('gc', '--quiet', '--prune=now');
      expect(has(upstream, blob)).toBe(false);
    }

    const has = (place: Pick<PostsWorkspace, 'git'>, id: string): boolean =>
      place.git('rev-list', '--objects', '--all').includes(id);
    const said = (place: Pick<PostsWorkspace, 'git'>): string =>
      place.git('log', '-1', '--format=%an %at %s', 'travail');

    it.each([
      ['both rewritten', ['main', 'travail']],
      ['what waited gone', ['main']],
    ] as const)('is never sent again what was purged there: %s', async (_, branches) => {
      const [before, wasSaid] = [refOf(here), said(here)];
      purge(...branches);
      for (const place of [here, there, here]) {
        await sync(place);
        expect(waits(place)).toBe(POST);
        expect(place.git('ls-tree', '-r', '--name-only', 'travail')).not.toContain(secret);
        expect(place.git('rev-list', '--objects', 'main', 'travail')).not.toContain(blob);
      }
      expect(has(upstream, blob)).toBe(false);
      expect(textOf(upstream)).toContain('Encore.');
      expect(new Set([here, there, upstream].map(refOf)).size).toBe(1);
      expect(here.git('log', '--format=%an %at %s', 'main..travail')).toContain(wasSaid);
      expect(here.git('for-each-ref', '--format=%(objectname)', 'refs/encrier/backup')).toContain(before);
      expect(await countUnsent(optionsOf(here))).toBe(0);
      await there.posts.applyPendingVersion({ id: ID }, TEST_CALLER);
      await sync(there);
      expect(upstream.git('show', `main:${POST}`)).toContain('Encore.');
    });

    it('is not sent as a text that waited beside it, and that both had', async () => {
      const content = 'Secret, et sa suite.\n';
      await here.posts.savePendingVersion({ id: testId(2), content }, TEST_CALLER);
      await sync(here);
      purge('main', 'travail');
      await sync(here);
      expect(waits(here)).toBe(POST);
      expect(upstream.git('log', '--all', '--format=%h', '-S', 'Secret')).toBe('');
      expect(here.git('log', '--all', '--format=%h', '-S', 'et sa suite')).not.toBe('');
    });

    it('is not sent by a machine that had taken in what is published before it asked', async () => {
      purge('main', 'travail');
      await keep(here, { excerpt: 'Écrit avant de le savoir.' });
      here.git('fetch', '--quiet', upstream.gitDir, 'main');
      here.git('update-ref', '-m', 'sync', 'refs/heads/main', 'FETCH_HEAD');
      await here.workspace.refresh();
      await here.pending.mergePublished();
      await sync(here);
      expect(has(upstream, blob)).toBe(false);
      expect(textOf(upstream)).toContain('Écrit avant de le savoir.');
    });

    it('lets go of a waiting text that was taken out there too, unless it was changed here since', async () => {
      const [one, other] = await Promise.all(
        ['un', 'deux'].map(async (slug) => {
          const file = { path: `posts/2025/${slug}.md`, bytes: Buffer.from(postText(slug.length, slug)) };
          await here.pending.create(file, { kind: 'take-in-file', name: slug }, COMMITTER);
          return file.path;
        }),
      );
      await sync(here);
      purge('main', 'travail');
      await here.pending.change(COMMITTER, takingIn({ [other ?? '']: postText(4, 'Changé depuis') }));
      await sync(here);
      const names = upstream.git('ls-tree', '-r', '--name-only', 'travail');
      expect(names).not.toContain(one);
      expect(upstream.git('show', `travail:${other}`)).toContain('Changé depuis');
      expect(here.git('log', '--all', '--format=%H', '--', one ?? '')).not.toBe('');
      const backups = await listBackups(here.repository, here.pending.branch);
      expect(backups.filter(({ kind }) => kind === 'pending')).toMatchObject([{ gone: ['Secret', 'un'] }]);
    });
  });
});
