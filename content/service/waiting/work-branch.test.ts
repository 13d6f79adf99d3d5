import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takingIn } from '../../testing/change-sets.ts';
import { postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  type PostsWorkspace,
  TEST_CALLER,
  TEST_NOW,
} from '../../testing/posts-workspace.ts';
import { createPendingVersions, type PendingVersions } from './pending.ts';

const COMMITTER = { name: 'Encrier', email: 'encrier@exemple.fr' };
/** Each in a folder of its own. */
const YEARS = Array.from({ length: 40 }, (_, at) => 1980 + at);

let site: PostsWorkspace;
let reads: string[];
beforeEach(async () => {
  site = await createPostsWorkspace({ 'posts/1970/publie.md': postText(1, 'Publié') });
  reads = [];
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

/** What another program of the same repository knows of what waits; what it reads is counted. */
function opened(): PendingVersions {
  const { objects } = site.repository;
  const counted: typeof objects = {
    ...objects,
    readTree: (id) => {
      reads.push(id);
      return objects.readTree(id);
    },
  };
  return createPendingVersions({
    ...site.repository,
    objects: counted,
    committer: COMMITTER,
    clock: () => Date.parse('2026-07-01T10:00:00.000Z'),
  });
}

const add = (pending: PendingVersions, number: number, year: number): Promise<void> =>
  pending.create(
    { path: `posts/${year}/texte-${number}.md`, bytes: Buffer.from(postText(number, `Texte ${number}`)) },
    { kind: 'create', post: { id: testId(number), title: `Texte ${number}` } },
    TEST_CALLER.author,
  );

const sorted = <Value>(map: ReadonlyMap<string, Value>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

/** That it is the same as when it is read whole. */
async function expectAsRead(pending: PendingVersions): Promise<void> {
  const [now, anew] = [await pending.waiting(), await opened().waiting()];
  expect(sorted(now.posts)).toEqual(sorted(anew.posts));
  expect(sorted(now.files)).toEqual(sorted(anew.files));
}

describe('what waits after one more text', () => {
  it('costs that text, however many wait', async () => {
    const pending = opened();
    for (const [at, year] of YEARS.entries()) await add(pending, 100 + at, year);
    await pending.waiting();
    reads = [];
    await add(pending, 500, 2020);
    expect((await pending.waiting()).posts.size).toBe(YEARS.length + 1);
    // The tree of the commit, of posts/ and of a year, for each of those who look.
    expect(reads.length).toBeLessThan(30);
    await expectAsRead(pending);
  });

  it('costs that text too when it is written further', async () => {
    const pending = opened();
    for (const [at, year] of YEARS.entries()) await add(pending, 100 + at, year);
    await pending.waiting();
    const path = 'posts/1980/texte-100.md';
    const [id, title] = [testId(100), 'Écrit plus loin'];
    reads = [];
    await pending.keep({
      id,
      replaces: { path, id: site.git('rev-parse', `travail:${path}`) },
      basedOn: null,
      file: { path, bytes: Buffer.from(postText(100, title)) },
      images: [],
      action: { kind: 'keep', post: { id, title } },
      author: TEST_CALLER.author,
    });
    expect((await pending.waiting()).posts.size).toBe(YEARS.length);
    expect(reads.length).toBeLessThan(40);
    await expectAsRead(pending);
  });

  it('costs that text too when it is published, and taken in', async () => {
    const pending = opened();
    for (const [at, year] of YEARS.entries()) await add(pending, 100 + at, year);
    await pending.waiting();
    site.commitBehind({ 'posts/1980/texte-100.md': postText(100, 'Texte 100') });
    reads = [];
    expect((await pending.waiting()).posts.size).toBe(YEARS.length - 1);
    expect(await pending.mergePublished()).toBe(true);
    expect((await pending.waiting()).posts.size).toBe(YEARS.length - 1);
    expect(reads.length).toBeLessThan(50);
    await expectAsRead(pending);
  });

  it('is what it is when all is read anew, whatever the commit did', async () => {
    const pending = opened();
    const { author } = TEST_CALLER;
    const at = (path: string) => ({ path, id: site.git('rev-parse', `travail:${path}`) });
    await add(pending, 100, 2001);
    await add(pending, 101, 2001);
    await expectAsRead(pending);
    await pending.remove({ id: testId(100), title: 'x' }, at('posts/2001/texte-100.md'), author);
    await expectAsRead(pending);
    await add(pending, 100, 2002);
    await expectAsRead(pending);
    // A published one that is deleted, and comes back elsewhere.
    await pending.remove({ id: testId(1), title: 'x' }, at('posts/1970/publie.md'), author);
    await expectAsRead(pending);
    await add(pending, 1, 2003);
    await expectAsRead(pending);
    await add(pending, 1, 2004);
    await expectAsRead(pending);
    await pending.change(author, takingIn({ 'images/2026/vue.jpg': 'vue' }));
    await expectAsRead(pending);
  });
});

describe('what waits once another machine’s branch is taken over', () => {
  it('is what it is when all is read anew, though that one took in what is published', async () => {
    const pending = opened();
    const id = testId(1);
    await site.posts.savePendingVersion({ id, title: 'Une', readerNote: 'Un autre titre.' }, TEST_CALLER);
    site.commitBehind({ 'posts/1970/neuf.md': postText(2, 'Neuf') });
    expect(await pending.mergePublished()).toBe(true);
    const other = site.git('rev-parse', 'travail');
    site.git('update-ref', 'refs/heads/travail', 'main');
    expect((await pending.waiting()).posts.size).toBe(0);
    await pending.join(other);
    expect((await pending.waiting()).posts.get(id)?.note).toBe('Un autre titre.');
    await expectAsRead(pending);
  });
});

describe('a work branch that held a commit before it was published', () => {
  it('holds what is published from then on, and nothing that was taken back', async () => {
    const pending = opened();
    await add(pending, 100, 2001);
    const [main, work] = [site.git('rev-parse', 'main'), site.git('rev-parse', 'travail')];
    const coming = site.history.commit({ 'posts/1970/neuf.md': postText(2, 'Neuf') }, [main]);
    site.git('update-ref', 'refs/heads/main', main);
    // As `git pull` in the folder does, before Encrier fetched it.
    const pulled = site.history.commit({ 'posts/1970/neuf.md': postText(2, 'Neuf') }, [work, coming]);
    site.git('update-ref', 'refs/heads/main', main);
    site.git('update-ref', 'refs/heads/travail', pulled);
    await expectAsRead(pending);
    site.git('config', 'core.logAllRefUpdates', 'true'); // As each repository of Encrier has it.
    site.git('update-ref', 'refs/heads/main', coming);
    expect(await pending.withdrawn()).toBeNull();
    await expectAsRead(pending);
    expect(await pending.mergePublished()).toBe(true);
    expect(site.git('rev-parse', 'travail')).toBe(pulled);
  });
});

describe('what waits where what is published was rewritten', () => {
  it.each(['its first commit', 'one commit without a history'])('to %s goes on waiting', async (to) => {
    const first = site.git('rev-parse', 'main');
    const { id, revision } = await site.posts.getEditablePost({ id: testId(1) }, TEST_CALLER);
    await site.posts.updatePost({ id, revision, title: 'Publié depuis' }, TEST_CALLER);
    await site.posts.savePendingVersion({ id, excerpt: 'Ce qui attend.' }, TEST_CALLER);
    site.git('config', 'core.logAllRefUpdates', 'true'); // As each repository of Encrier has it.
    const alone = site.git('commit-tree', 'main^{tree}', '-m', 'Tout en un');
    site.git('update-ref', 'refs/heads/main', to === 'its first commit' ? first : alone);
    await site.workspace.refresh();
    const shown = await site.posts.getEditablePost({ id }, TEST_CALLER);
    expect(shown.pending?.excerpt).toBe('Ce qui attend.');
    await site.posts.applyPendingVersion({ id }, TEST_CALLER);
    expect(await site.posts.getEditablePost({ id }, TEST_CALLER)).toMatchObject({
      excerpt: 'Ce qui attend.',
      title: to === 'its first commit' ? 'Publié' : 'Publié depuis',
      pending: null,
    });
  });
});

describe('what was published last and is given up', () => {
  it('does not wait, though what was published before was taken in after it was made', async () => {
    const path = 'posts/1970/publie.md';
    const pending = opened();
    const publish = async (commit: string): Promise<void> => {
      site.git('update-ref', 'refs/heads/main', commit);
      expect(await pending.mergePublished()).toBe(true);
    };
    site.git('config', 'core.logAllRefUpdates', 'true'); // As each repository of Encrier has it.
    const main = site.git('rev-parse', 'main');
    const first = site.commitBehind({ 'posts/1970/neuf.md': postText(2, 'Neuf') });
    const [last, other] = ['Retiré', 'Autre'].map((title) =>
      site.history.commit({ [path]: postText(1, title) }, [first]),
    );
    site.git('update-ref', 'refs/heads/main', main);
    await add(pending, 100, 2001);
    for (const commit of [first, last, other]) await publish(commit ?? '');
    expect([...(await pending.waiting()).posts.keys()]).toEqual([testId(100)]);
    expect(site.git('diff', '--name-only', 'main', 'travail')).toBe('posts/2001/texte-100.md');
  });
});

describe('what another program puts where an article was that waits at another address', () => {
  const path = 'posts/1970/publie.md';
  const other = `${postText(2, 'Un autre')}Ce que dit un autre.\n`;
  const there = (): string => `${site.git('show', `travail:${path}`)}\n`;
  beforeEach(async () => {
    await site.posts.savePendingVersion({ id: testId(1), slug: 'ailleurs' }, TEST_CALLER);
    const post = { id: testId(2), title: 'Un autre' };
    const action = { kind: 'take-in', change: 'create', post } as const;
    await opened().create({ path, bytes: Buffer.from(other) }, action, TEST_CALLER.author);
    expect(there()).toBe(other);
  });

  it('stays there, whatever is done to that article', async () => {
    const id = testId(1);
    const taken = { code: 'slug-taken' };
    const dropped = site.posts.dropPendingVersion({ id }, TEST_CALLER);
    await expect(dropped).rejects.toMatchObject({ ...taken, data: { slug: 'publie', by: 'waiting text' } });
    await expect(site.posts.savePendingVersion({ id, slug: 'publie' }, TEST_CALLER)).rejects.toMatchObject(
      taken,
    );
    expect(there()).toBe(other);
    await site.posts.applyPendingVersion({ id }, TEST_CALLER);
    expect(there()).toBe(other);
  });

  it('stays there when the branch is made anew', async () => {
    const { pending } = site.workspace;
    site.at(TEST_NOW + 60_000);
    await site.posts.savePendingVersion({ id: testId(1), title: 'Plus tard' }, TEST_CALLER);
    const all = { isWanted: () => true, left: new Set<string>(), said: [] };
    await pending.remake(
      ({ main: onto }) => Promise.resolve({ ...all, onto }),
      (commit) => Promise.resolve(commit),
    );
    expect(there()).toBe(other);
    expect([...(await pending.waiting()).posts.keys()].sort()).toEqual([testId(1), testId(2)]);
  });
});

describe('what waits beside articles', () => {
  it('is a program or a link still when the branch is made anew', async () => {
    const { pending } = site.workspace;
    const changes = [
      { path: 'construire.sh', bytes: Buffer.from('#!/bin/sh\n'), mode: '100755' },
      { path: 'faire', bytes: Buffer.from('construire.sh'), mode: '120000' },
      { path: 'images/gros.jpg', bytes: Buffer.from('gros') },
    ];
    const action = { kind: 'take-in-files', count: 3 } as const;
    await pending.change(TEST_CALLER.author, () => Promise.resolve({ changes, action, value: undefined }));
    const before = site.git('rev-parse', 'travail');
    await pending.remake(
      ({ main: onto }) =>
        Promise.resolve({ isWanted: () => true, left: new Set(['images/gros.jpg']), said: [], onto }),
      (commit) => Promise.resolve(commit),
    );
    expect(site.git('diff', '--raw', '--no-abbrev', before, 'travail').split('\n')).toHaveLength(1);
    expect(site.git('ls-tree', 'travail', 'construire.sh', 'faire').match(/^\d+/gm)).toEqual([
      '100755',
      '120000',
    ]);
  });
});
