import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasCode } from '../../model/errors.ts';
import { startLoopbackRemote } from '../../testing/loopback-remote.ts';
import { postText, testId } from '../../testing/posts.ts';
import { createPostsWorkspace, type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { git } from '../../testing/temporary-repository.ts';
import { startTwoMachines, type TwoMachines } from '../../testing/two-machines.ts';
import { syncBranch } from './sync.ts';
import { countUnsent } from './tracked.ts';

const A = 'posts/2025/a.md';
const B = 'posts/2025/b.md';
const BODY = 'Un premier paragraphe.\n\nUn second paragraphe.\n';

let machines: TwoMachines;
let upstream: TwoMachines['upstream'];
let here: PostsWorkspace;
let there: PostsWorkspace;

beforeEach(async () => {
  machines = await startTwoMachines({ [A]: text(1), [B]: text(2) });
  ({ upstream, here, there } = machines);
});

afterEach(() => machines.close());

function text(id: number, body = BODY): string {
  return `${postText(id, `Titre ${id}`).replace(/Texte de .*\n$/, '')}${body}`;
}

const optionsOf: TwoMachines['optionsOf'] = (place, url) => machines.optionsOf(place, url);
const sync: TwoMachines['sync'] = (place, role) => machines.sync(place, role);

async function save(place: PostsWorkspace, id: number, content: string): Promise<string> {
  await place.workspace.refresh();
  const saved = await place.posts.updatePost({ id: testId(id), content }, TEST_CALLER);
  return saved.revision;
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return hasCode(error, 'remote') ? error.data.fault : String(error);
}

const mainOf = (place: { git(...args: readonly string[]): string }): string => place.git('rev-parse', 'main');
const fileAt = (place: PostsWorkspace, path: string): string => place.git('show', `main:${path}`);

function expectSound(): void {
  for (const place of [here, there, upstream])
    expect(place.git('fsck', '--strict', '--full', '--no-dangling')).toBe('');
}

describe('syncBranch', () => {
  it('sends what was written here, and brings it to the others', async () => {
    await save(here, 1, 'Changé.\n');
    expect(await countUnsent(optionsOf(here))).toBe(1);
    expect(await sync(here)).toMatchObject({ commit: mainOf(here) });
    expect(await countUnsent(optionsOf(here))).toBe(0);
    expect(await sync(there)).toMatchObject({ commit: mainOf(here) });
    expect(fileAt(there, A)).toContain('Changé.');
    expectSound();
  });

  it('merges what both wrote, and both end identical', async () => {
    await save(here, 1, BODY.replace('premier', 'tout premier'));
    await save(there, 1, BODY.replace('second', 'second et dernier'));
    await save(there, 2, 'Là-bas.\n');
    await sync(here);
    await sync(there);
    await sync(here);
    expect(mainOf(here)).toBe(mainOf(there));
    expect(mainOf(here)).toBe(mainOf(upstream));
    expect(fileAt(here, A)).toContain('Un tout premier paragraphe.\n\nUn second et dernier paragraphe.');
    expect(here.git('log', '-1', '--format=%P %s').split(' ')).toHaveLength(2 + 5);
    expectSound();
  });

  it('asks about what clashes, with their text as the pending version', async () => {
    await save(here, 1, BODY.replace('premier', 'grand'));
    await save(there, 1, BODY.replace('premier', 'petit'));
    await sync(here);
    await sync(there);
    const [clash] = await machines.questionsOf(there);
    expect(clash).toMatchObject({ kind: 'text', postId: testId(1), title: 'Titre 1', isPending: true });
    expect(fileAt(there, A)).toContain('petit');
    const pending = await there.posts.getEditablePost({ id: testId(1) }, TEST_CALLER);
    expect(pending.pending?.content).toContain('grand');
    const error: unknown = await there.posts
      .applyPendingVersion({ id: testId(1) }, TEST_CALLER)
      .catch((thrown: unknown) => thrown);
    expect(hasCode(error, 'conflict')).toBe(true);
    await there.posts.dropPendingVersion({ id: testId(1) }, TEST_CALLER);
    expect(await machines.questionsOf(there)).toEqual([]);
    expect(there.git('log', '-1', '--format=%B', 'main')).toContain(`Encrier-Question: waiting ${A} `);
    expect(fileAt(there, A)).not.toContain('<<<<');
  });

  it('goes on while both write at once, and loses nothing', async () => {
    const said: string[] = [];
    async function write(place: PostsWorkspace, id: number, name: string): Promise<void> {
      for (let round = 0; round < 5; round++) {
        const sentence = `${name} ${round} écrit ceci.`;
        await save(place, id, `${BODY}\n${sentence}\n`);
        said.push(place.git('rev-parse', 'main'));
        await sync(place);
      }
    }
    await Promise.all([write(here, 1, 'Ici'), write(there, 2, 'Là')]);
    await sync(here);
    await sync(there);
    expect(mainOf(here)).toBe(mainOf(there));
    const reachable = new Set(here.git('rev-list', 'main').split('\n'));
    expect(said.filter((commit) => !reachable.has(commit))).toEqual([]);
    expect(fileAt(here, A)).toContain('Ici 4 écrit ceci.');
    expect(fileAt(here, B)).toContain('Là 4 écrit ceci.');
    expectSound();
  });

  it.each(['before', 'during', 'after'] as const)('arrives after a cut %s acceptance', async (when) => {
    await save(here, 1, 'Changé.\n');
    upstream.fail({ kind: 'cut-push', when });
    expect(await faultOf(sync(here))).toBe('offline');
    await sync(here);
    expect(mainOf(upstream)).toBe(mainOf(here));
    expectSound();
  });

  it('counts what is to be sent from what git’s own clone brought, before the first exchange', async () => {
    await sync(here);
    here.git('update-ref', 'refs/remotes/origin/main', mainOf(here));
    here.git('update-ref', '-d', 'refs/encrier/sent/main');
    expect(await countUnsent(optionsOf(here))).toBe(0);
    await save(here, 1, 'Pas encore envoyé.\n');
    expect(await countUnsent(optionsOf(here))).toBe(1);
  });

  it('takes nothing from a remote that somebody called upstream, and moves none of its refs', async () => {
    await save(here, 1, 'Pas encore envoyé.\n');
    const ours = mainOf(here);
    const tree = here.git('rev-parse', `${ours}^{tree}`);
    const theirs = here.git('commit-tree', tree, '-p', ours, '-m', 'Chez un autre');
    here.git('update-ref', 'refs/remotes/upstream/main', theirs);
    const { backup } = await sync(here);
    expect([backup, mainOf(here), mainOf(upstream)]).toEqual([null, ours, ours]);
    expect(here.git('rev-parse', 'refs/remotes/upstream/main')).toBe(theirs);
  });

  it('keeps our commits when the upstream was rewritten, and follows it with what was not sent', async () => {
    const first = mainOf(here);
    await save(here, 2, 'Retiré en amont.\n');
    await sync(here);
    const sent = mainOf(here);
    await save(here, 1, 'Pas encore envoyé.\n');
    const unsent = mainOf(here);
    upstream.git('update-ref', 'refs/heads/main', first);
    const { backup } = await sync(here);
    expect(backup).toBe(`refs/encrier/backup/2026-07-01-${unsent.slice(0, 12)}`);
    expect(here.git('rev-parse', backup ?? '')).toBe(unsent);
    expect(fileAt(here, A)).toContain('Pas encore envoyé.');
    expect(fileAt(here, B)).not.toContain('Retiré');
    expect(here.git('rev-list', 'main')).not.toContain(sent);
    expect(mainOf(upstream)).toBe(mainOf(here));
    expectSound();
  });

  it('follows an upstream that was rewritten from its first commit on', async () => {
    await save(here, 2, 'Retiré en amont.\n');
    await here.posts.savePendingVersion({ id: testId(1), title: 'En attente' }, TEST_CALLER);
    await sync(here);
    await sync(there);
    const given = mainOf(upstream);
    await save(there, 1, `${BODY}\nPas encore envoyé.\n`);
    const renamed = ['--env-filter', 'export GIT_AUTHOR_NAME=Purge', '--', '--all'];
    git(['filter-branch', ...renamed], {
      cwd: upstream.gitDir,
      env: { FILTER_BRANCH_SQUELCH_WARNING: '1' },
    });
    for (const place of [there, here, there]) await sync(place);
    for (const place of [here, there]) {
      expect(mainOf(place)).toBe(mainOf(upstream));
      expect(place.git('rev-list', 'main', 'travail')).not.toContain(given);
      expect(fileAt(place, A)).toContain('Pas encore envoyé.');
      const { pending } = await place.posts.getEditablePost({ id: testId(1) }, TEST_CALLER);
      expect(pending).toMatchObject({ title: 'En attente' });
    }
    expectSound();
  });

  it('takes nothing back where another upstream is followed that is behind, be it the former one again', async () => {
    const other = await startLoopbackRemote();
    other.git('fetch', '--quiet', upstream.gitDir, 'main:main');
    await save(here, 1, 'Pour le premier.\n');
    await sync(here);
    const places = [
      { url: other.url, at: other, says: 'Pour le premier.' },
      { url: upstream.url, at: upstream, says: 'Pour le deuxième.' },
    ];
    for (const { url, at, says } of places) {
      await syncBranch(optionsOf(here, url));
      expect(fileAt(here, A)).toContain(says);
      expect(mainOf(at)).toBe(mainOf(here));
      await save(here, 1, 'Pour le deuxième.\n');
      await syncBranch(optionsOf(here, url));
    }
    expect(here.git('for-each-ref', 'refs/encrier/backup')).toBe('');
    await other.stop();
  });

  it('refuses an upstream that has nothing in common with this repository', async () => {
    const stranger = await createPostsWorkspace({ [A]: text(9) });
    expect(await faultOf(sync(stranger))).toBe('unrelated');
    await save(here, 1, 'Changé.\n');
    const other = stranger.git('commit-tree', '-m', 'Autre', stranger.git('rev-parse', 'main^{tree}'));
    stranger.git('push', '--quiet', '--force', upstream.gitDir, `${other}:refs/heads/main`);
    const mine = mainOf(here);
    expect(await faultOf(sync(here))).toBe('unrelated');
    expect(mainOf(here)).toBe(mine);
    await stranger.close();
  });

  it('has a reader follow, rewritten upstreams included, and send nothing', async () => {
    const first = mainOf(here);
    await save(here, 1, 'Changé.\n');
    await sync(here);
    await sync(there, 'reader');
    expect(mainOf(there)).toBe(mainOf(here));
    upstream.git('update-ref', 'refs/heads/main', first);
    expect((await sync(there, 'reader')).backup).not.toBeNull();
    expect(mainOf(there)).toBe(first);
    expect(mainOf(upstream)).toBe(first);
  });
});
