import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postsOperations } from '../../contract/posts-operations.ts';
import { startLoopbackRemote } from '../../testing/loopback-remote.ts';
import { postText, testId } from '../../testing/posts.ts';
import { type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { startTwoMachines, type TwoMachines } from '../../testing/two-machines.ts';
import { sidesOfQuestion } from '../compared-sides.ts';
import { inProcess } from '../images/image-pipeline.ts';
import { resolveQuestion } from './resolve-question.ts';
import { syncBranch } from './sync.ts';
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
const drop = (place: PostsWorkspace) => place.posts.dropPendingVersion({ id: ID }, TEST_CALLER);
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

describe('pending versions', () => {
  it('go to the upstream and to the other machine, forward', async () => {
    await keep(here, { title: 'Un' });
    expect(await countUnsent(optionsOf(here))).toBe(1);
    expect((await sync(here)).refusedPending).toBeNull();
    expect(await countUnsent(optionsOf(here))).toBe(0);
    await sync(there);
    await keep(there, { title: 'Deux' });
    await sync(there);
    await sync(here);
    expect(textOf(here)).toContain('Deux');
    expect(new Set([here, there, upstream].map(refOf)).size).toBe(1);
    expect(here.git('rev-list', '--count', 'main..travail')).toBe('2');
  });

  it('have no branch at the upstream before it holds more than what is published', async () => {
    await keep(here, { title: 'Un' });
    await drop(here);
    await here.posts.updatePost({ id: ID, title: 'Deux' }, TEST_CALLER);
    here.git('update-ref', REF, 'refs/heads/main');
    expect((await sync(here)).refusedPending).toBeNull();
    expect(refOf(upstream)).toBe('');
    await keep(here, { title: 'Trois' });
    await sync(here);
    expect(refOf(upstream)).toBe(refOf(here));
  });

  it('cost no exchange while nothing changes', async () => {
    await share({ title: 'Un' });
    const before = upstream.requests.length;
    await sync(there);
    expect(upstream.requests.slice(before).map(({ method }) => method)).toEqual(['GET']);
  });

  it('that were dropped here go there too, and stay in history', async () => {
    const kept = await share({ title: 'Un' });
    await drop(there);
    expect(await countUnsent(optionsOf(there))).toBe(1);
    await sync(there);
    expect([waits(there), waits(here)]).toEqual(['', POST]);
    await sync(here);
    expect(waits(here)).toBe('');
    for (const place of [here, there, upstream]) place.git('merge-base', '--is-ancestor', kept, REF);
    expect(await countUnsent(optionsOf(here))).toBe(0);
  });

  it('that were applied there are gone here, and live', async () => {
    await share({ title: 'Appliqué' });
    await there.posts.applyPendingVersion({ id: ID }, TEST_CALLER);
    await sync(there);
    await sync(here);
    expect([waits(here), waits(upstream)]).toEqual(['', '']);
    expect(here.git('show', `main:${POST}`)).toContain('Appliqué');
    expect(new Set([here, there, upstream].map(refOf)).size).toBe(1);
  });

  it('that were applied there while they were changed here wait, on top of what was published', async () => {
    await share({ title: 'Publié' });
    await there.posts.applyPendingVersion({ id: ID }, TEST_CALLER);
    await keep(here, { excerpt: 'Encore.' });
    await sync(there);
    await sync(here);
    const { pending } = await here.posts.getEditablePost({ id: ID }, TEST_CALLER);
    expect(pending).toMatchObject({ title: 'Publié', excerpt: 'Encore.' });
    expect(await here.posts.applyPendingVersion({ id: ID }, TEST_CALLER)).toMatchObject({ wasMerged: false });
  });

  it.each(['here', 'there'] as const)('changed on one side and dropped %s stay', async (dropped) => {
    await share({ title: 'Un' });
    const [dropping, changing] = dropped === 'here' ? [here, there] : [there, here];
    await drop(dropping);
    await keep(changing, { title: 'Changé' });
    await sync(here);
    await sync(there);
    await sync(here);
    expect([here, there, upstream].map((place) => textOf(place).includes('Changé'))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('dropped and made anew here are sent without force', async () => {
    const old = await share({ title: 'Ancien' });
    await drop(here);
    await keep(here, { excerpt: 'Nouveau.' });
    await sync(here);
    expect(refOf(upstream)).toBe(refOf(here));
    upstream.git('merge-base', '--is-ancestor', old, REF);
    await sync(there);
    expect(textOf(there)).toContain('Nouveau.');
    expect(textOf(there)).not.toContain('Ancien');
  });

  it('changed by both hold both changes', async () => {
    await share({ title: 'Commun' });
    await keep(here, { content: BODY.replace('premier', 'tout premier') });
    await keep(there, { content: BODY.replace('second', 'second et dernier') });
    await sync(here);
    await sync(there);
    await sync(here);
    expect(textOf(here)).toContain('Un tout premier paragraphe.\n\nUn second et dernier paragraphe.');
    expect(new Set([here, there, upstream].map(refOf)).size).toBe(1);
    expect(machines.backups).toEqual([]);
    await here.posts.applyPendingVersion({ id: ID }, TEST_CALLER);
    expect(here.git('show', `main:${POST}`)).toContain('Commun');
  });

  it('begun on both machines hold both changes', async () => {
    await keep(here, { title: 'D’ici' });
    await keep(there, { excerpt: 'De là.' });
    await sync(here);
    await sync(there);
    expect(textOf(there)).toContain('D’ici');
    expect(textOf(upstream)).toContain('De là.');
  });

  it('changed by both tell readers what was said last', async () => {
    await share({ title: 'Commun' });
    await keep(here, { excerpt: 'Ici', readerNote: 'Extrait revu.' });
    await keep(there, { category: 'Ailleurs', readerNote: 'Rangé ailleurs.' });
    await sync(there);
    await sync(here);
    const { pending } = await here.posts.getEditablePost({ id: ID }, TEST_CALLER);
    expect(pending).toMatchObject({ excerpt: 'Ici', category: 'Ailleurs' });
    expect(pending?.readerNote).toBe('Extrait revu.');
  });

  it('that clash are asked about on each machine, ours going on, and one answer ends that', async () => {
    await keep(here, { content: BODY.replace('premier', 'grand') });
    await keep(there, { content: BODY.replace('premier', 'petit') });
    const theirs = here.git('rev-parse', `travail:${POST}`);
    for (const place of [here, there, here]) await sync(place);
    expect(textOf(here)).toContain('petit');
    expect(new Set([here, there, upstream].map(refOf)).size).toBe(1);
    for (const place of [here, there])
      expect(await machines.questionsOf(place)).toMatchObject([
        { kind: 'apart', postId: ID, isPending: false, title: 'Titre', theirs: { path: POST, id: theirs } },
      ]);
    const [question] = await machines.questionsOf(there);
    if (question === undefined) throw new Error('nothing is asked');
    const { workspace } = there;
    const sides = await sidesOfQuestion({ workspace, images: inProcess }, question);
    const { theirs: standing, yours } = sides?.kind === 'post' ? sides.edit : {};
    expect(standing?.content).toContain('petit');
    expect(yours?.content).toContain('grand');
    // What is published meanwhile is no answer.
    await there.posts.applyPendingVersion({ id: ID }, TEST_CALLER);
    expect(await machines.questionsOf(there)).toHaveLength(1);
    const answer = { question, keep: 'theirs', fields: [], author: TEST_CALLER.author } as const;
    await resolveQuestion({ workspace, questions: machines.questions(there) }, answer);
    for (const place of [there, here]) {
      await sync(place);
      expect(await machines.questionsOf(place)).toEqual([]);
      expect(textOf(place)).toContain('grand');
      expect(place.git('show', `main:${POST}`)).toContain('petit');
    }
    expect(machines.backups).toEqual([]);
  });

  it('of a draft that both published branches changed are asked about once, saved again or not', async () => {
    await here.posts.updatePost({ id: ID, isPublished: false }, TEST_CALLER);
    for (const place of [here, there]) await sync(place);
    await here.posts.updatePost({ id: ID, content: BODY.replace('premier', 'grand') }, TEST_CALLER);
    await there.posts.updatePost({ id: ID, content: BODY.replace('premier', 'petit') }, TEST_CALLER);
    for (const place of [here, there]) await sync(place);
    const asked = [{ postId: ID, kind: 'apart', isPending: true }];
    expect(await machines.questionsOf(there)).toMatchObject(asked);
    await keep(there, { excerpt: 'Encore.' });
    expect(await machines.questionsOf(there)).toMatchObject(asked);
  });

  it('of a post that is gone travel, and stay as a draft', async () => {
    await share({ title: 'Un' });
    await here.posts.deletePost({ id: ID }, TEST_CALLER);
    await keep(there, { title: 'Changé' });
    await sync(here);
    await sync(there);
    await sync(here);
    expect(textOf(here)).toContain('Changé');
    const input = postsOperations.getPostTable.input.parse({});
    expect((await here.posts.getPostTable(input, TEST_CALLER)).posts).toMatchObject([
      { id: ID, title: 'Changé', state: 'draft', hasPending: false },
    ]);
  });

  it('of a post that was deleted with them are gone from a machine that keeps another, too', async () => {
    await share({ title: 'Un' });
    for (const [at, { deskPosts }] of [here, there].entries())
      await deskPosts.createPost({ title: 'Neuf', slug: `neuf-${at}`, content: '' }, TEST_CALLER);
    await here.posts.deletePost({ id: ID }, TEST_CALLER);
    for (const place of [here, there, here]) await sync(place);
    for (const place of [here, there])
      expect(place.git('ls-tree', '-r', '--name-only', 'travail', 'posts')).toBe(
        'posts/2026/neuf-0.md\nposts/2026/neuf-1.md',
      );
  });

  it('that go on here from what was published there, where they had gone on before, ask nothing', async () => {
    const second = (text: string): string => BODY.replace(/Un second.*/, text);
    await share({ content: second('Un autre paragraphe, écrit ici.') });
    await keep(here, { content: second('Un autre paragraphe, récrit là.') });
    await keep(there, { title: 'Deux' });
    await here.posts.applyPendingVersion({ id: ID }, TEST_CALLER);
    for (const place of [here, there, here]) await sync(place);
    for (const place of [here, there]) {
      expect(textOf(place)).toMatch(/title: Deux[^]*récrit là/);
      expect(await machines.questionsOf(place)).toEqual([]);
      expect(await place.posts.applyPendingVersion({ id: ID }, TEST_CALLER)).toMatchObject({ title: 'Deux' });
    }
  });

  it('are not taken for deleted by another remote, or by an empty one at the same address', async () => {
    const kept = await share({ title: 'Un' });
    const other = await startLoopbackRemote();
    await syncBranch(optionsOf(here, other.url));
    expect(refOf(other)).toBe(kept);
    await other.stop();
    rmSync(path.join(upstream.gitDir, 'packed-refs'), { force: true });
    for (const ref of ['refs/heads/main', REF]) upstream.git('update-ref', '-d', ref);
    await sync(here);
    expect([refOf(here), refOf(upstream)]).toEqual([kept, kept]);
  });

  it('are of no use to a reader, which asks for none', async () => {
    await keep(here, { title: 'Secret' });
    await sync(here);
    await sync(there, 'reader');
    expect(refOf(there)).toBe('');
    expect(() => there.git('cat-file', '-e', refOf(here))).toThrow();
  });
});

describe('what the upstream has as work branch', () => {
  it('is left alone when it has nothing in common with what is published, and keeps nothing else', async () => {
    const tree = upstream.git('rev-parse', 'main^{tree}');
    const foreign = upstream.git('commit-tree', tree, '-m', 'À quelqu’un d’autre');
    upstream.git('update-ref', REF, foreign);
    await keep(there, { title: 'D’ici' });
    await here.posts.updatePost({ id: ID, excerpt: 'En ligne.' }, TEST_CALLER);
    await sync(here);
    expect(upstream.git('rev-parse', 'main')).toBe(here.git('rev-parse', 'main'));
    expect(here.git('for-each-ref', REF)).toBe('');
    expect((await sync(there)).refusedPending).toBe('foreign');
    expect(textOf(there)).toContain('D’ici');
    expect(refOf(upstream)).toBe(foreign);
  });

  it('does not keep the branch from going when ours is damaged here', async () => {
    await keep(here, { title: 'Un' });
    const blob = here.git('rev-parse', `travail:${POST}`);
    await here.posts.updatePost({ id: ID, excerpt: 'En ligne.' }, TEST_CALLER);
    const file = path.join(here.history.path, 'objects', blob.slice(0, 2), blob.slice(2));
    const bytes = readFileSync(file);
    rmSync(file);
    expect((await sync(here)).refusedPending).toBe('refused');
    expect(upstream.git('rev-parse', 'main')).toBe(here.git('rev-parse', 'main'));
    writeFileSync(file, bytes);
    expect((await sync(here)).refusedPending).toBeNull();
    expect(refOf(upstream)).toBe(refOf(here));
  });

  it('does not keep the branch from going when it refuses ours', async () => {
    hook('update', 'case $1 in refs/heads/travail) exit 1;; esac');
    await keep(here, { title: 'Un' });
    await here.posts.updatePost({ id: ID, excerpt: 'En ligne.' }, TEST_CALLER);
    expect((await sync(here)).refusedPending).toBe('refused');
    expect(upstream.git('rev-parse', 'main')).toBe(here.git('rev-parse', 'main'));
    hook('update', 'exit 0');
    expect((await sync(here)).refusedPending).toBeNull();
    expect(refOf(upstream)).toBe(refOf(here));
  });
});

describe('a published branch that the upstream refuses', () => {
  it('does not keep back what waits', async () => {
    hook('update', 'case $1 in refs/heads/main) exit 1;; esac');
    await keep(here, { title: 'Un' });
    await here.posts.updatePost({ id: ID, excerpt: 'En ligne.' }, TEST_CALLER);
    await expect(sync(here)).rejects.toMatchObject({ data: { fault: 'rejected' } });
    expect(refOf(upstream)).toBe(refOf(here));
    hook('update', 'exit 0');
    await sync(here);
    expect(upstream.git('rev-parse', 'main')).toBe(here.git('rev-parse', 'main'));
  });
});

describe('a cut', () => {
  it('between the two branches only delays what waits', async () => {
    hook('update', 'case $1 in refs/heads/travail) kill -9 $PPID;; esac');
    await keep(here, { title: 'Un' });
    await here.posts.updatePost({ id: ID, excerpt: 'En ligne.' }, TEST_CALLER);
    await sync(here).catch(() => undefined);
    expect(upstream.git('rev-parse', 'main')).toBe(here.git('rev-parse', 'main'));
    expect(refOf(upstream)).toBe('');
    hook('update', 'exit 0');
    await sync(here);
    expect(refOf(upstream)).toBe(refOf(here));
  });

  it('after what waits was taken is seen by the next try', async () => {
    await keep(here, { title: 'Un' });
    upstream.fail({ kind: 'cut-push', when: 'after' });
    await expect(sync(here)).rejects.toMatchObject({ code: 'remote' });
    expect(refOf(upstream)).toBe(refOf(here));
    await sync(here);
    await drop(here);
    upstream.fail({ kind: 'cut-push', when: 'after' });
    await expect(sync(here)).rejects.toMatchObject({ code: 'remote' });
    await sync(here);
    expect([waits(upstream), waits(here)]).toEqual(['', '']);
    expect(await countUnsent(optionsOf(here))).toBe(0);
  });
});

function hook(name: string, script: string): void {
  const folder = path.join(upstream.gitDir, 'hooks');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, name), 0o755);
}
