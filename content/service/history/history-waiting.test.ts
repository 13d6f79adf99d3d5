import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContentHistory } from '../../testing/content-history.ts';
import { postText, testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
  TEST_NOW,
} from '../../testing/posts-workspace.ts';
import { createPostReferences } from '../post-references.ts';
import { createPendingVersions } from '../waiting/pending.ts';
import { createHistoryOperations } from './history-operations.ts';

const PATH = 'posts/2025/un.md';
const BODY = 'Premier.\n\nDeuxième.\n\nTroisième.\n';
const FILE = `---\nid: ${testId(1)}\ntitle: Un\npublished: 2025-03-01\nisPublished: true\n---\n${BODY}`;
const id = testId(1);
const WORK = 'refs/heads/travail';
const NEW = 'posts/2026/neuf.md';

let site: PostsWorkspace;
let index: ReturnType<PostsWorkspace['pathIndex']>;
beforeEach(async () => {
  site = await createPostsWorkspace({ [PATH]: FILE, 'posts/2025/deux.md': postText(2, 'Deux') });
  index = site.pathIndex();
});
afterEach(async () => {
  expect(await site.close()).toEqual([]);
});

function operations(pending = site.pending) {
  const references = createPostReferences(site.workspace, 'https://exemple.fr');
  return createHistoryOperations({
    ...site.keeping('by-saving'),
    workspace: { ...site.workspace, pending },
    history: index,
    references,
  });
}

const versionsOf = async (
  post = id,
  { pending = site.pending, since = undefined as string | undefined } = {},
) => (await operations(pending).getPostHistory({ id: post, offset: 0, limit: 20, since }, me)).versions;
/** What was done, when it was published, and whether it is the newest text. */
const told = async (post = id) =>
  (await versionsOf(post)).map(({ action, publishedAt, isCurrent }) => [action, publishedAt, isCurrent]);
const keep = (edit: object) => site.posts.savePendingVersion({ id, ...edit }, me);
const apply = () => site.posts.applyPendingVersion({ id }, me);
const tip = (name = WORK): string => site.git('rev-parse', name);

/** A commit on the work branch, begun if need be, by the git program alone. */
function commitOnWork(files: Parameters<typeof site.history.commit>[0]): string {
  const main = tip('main');
  const parent = site.git('for-each-ref', WORK) === '' ? main : tip();
  const made = site.history.commit(files, [parent]);
  site.git('update-ref', WORK, made);
  site.git('update-ref', 'refs/heads/main', main);
  return made;
}

describe('the history of what waits', () => {
  it('has each text that was kept once, with a mark when it was published', async () => {
    await keep({ title: 'Une' });
    await keep({ title: 'Unité' });
    expect(await told()).toEqual([
      ['keep', null, true],
      ['keep', null, false],
      [null, null, false],
    ]);
    await apply();
    expect(await told()).toEqual([
      ['keep', '2026-07-01T10:00:00.000Z', true],
      ['keep', null, false],
      [null, null, false],
    ]);
    site.at(TEST_NOW + 60_000);
    await keep({ title: 'Unique' });
    await apply();
    expect((await told())[0]).toEqual(['keep', '2026-07-01T10:01:00.000Z', true]);
    expect(await told()).toHaveLength(4);
  });

  it('has what was dropped, and the text that it was dropped for', async () => {
    await keep({ title: 'Une' });
    await keep({ title: 'Unité' });
    await site.posts.dropPendingVersion({ id }, me);
    expect(await told()).toEqual([
      ['drop', null, true],
      ['keep', null, false],
      ['keep', null, false],
      [null, null, false],
    ]);
    expect((await versionsOf()).at(0)?.revision).toBe((await versionsOf()).at(-1)?.revision);
  });

  it('has a publication of its own where another text was merged in, and no merge besides', async () => {
    await keep({ content: BODY.replace('Premier', '1er') });
    await site.posts.updatePost({ id, content: BODY.replace('Troisième', '3e') }, me);
    const kept = (await versionsOf()).filter(({ action }) => action === 'keep');
    expect(kept).toMatchObject([{ isCurrent: true, publishedAt: null }]);
    await apply();
    const [published, ...others] = await told();
    expect(published).toEqual(['apply', null, true]);
    expect(others.map(([action]) => action).sort()).toEqual(['keep', null, 'update']);
    expect(site.git('show', `main:${PATH}`)).toContain('1er.\n\nDeuxième.\n\n3e.');
  });

  it('has a merge that made a text of two, and its publication in place of it', async () => {
    await keep({ content: BODY.replace('Premier', '1er') });
    await site.posts.updatePost({ id, content: BODY.replace('Troisième', '3e') }, me);
    await site.pending.mergePublished();
    expect((await told())[0]).toEqual(['bring-published', null, true]);
    await apply();
    expect((await told())[0]).toEqual(['apply', '2026-07-01T10:00:00.000Z', true]);
    expect(await told()).toHaveLength(4);
    const { author, sentence } = (await versionsOf())[0] ?? {};
    expect([author, sentence]).toEqual([me.author.name, 'Mettre à jour «\u00a0Un\u00a0»']);
  });

  it('follows an address that waits, is dropped, and is published', async () => {
    await keep({ slug: 'premier' });
    const slugs = async () => (await versionsOf()).map(({ slug }) => slug);
    expect(await slugs()).toEqual(['premier', 'un']);
    await site.posts.dropPendingVersion({ id }, me);
    expect(await slugs()).toEqual(['un', 'premier', 'un']);
    await keep({ slug: 'first' });
    await apply();
    expect(await slugs()).toEqual(['first', 'un', 'premier', 'un']);
    expect((await told())[0]).toEqual(['keep', '2026-07-01T10:00:00.000Z', true]);
  });

  it('has what another program committed there, and an article that only the work branch has', async () => {
    const first = commitOnWork({ [NEW]: postText(3, 'Neuf') });
    const second = commitOnWork({ [NEW]: postText(3, 'Neuf bis'), [PATH]: FILE.replace('Un', 'Une') });
    expect((await versionsOf()).map(({ commit }) => commit)).toEqual([second, tip('main')]);
    const found = await versionsOf(testId(3));
    expect(found).toMatchObject([
      { commit: second, isCurrent: true, publishedAt: null, action: null },
      { commit: first, isCurrent: false },
    ]);
    const { fields } = await operations().getPostDifference({ id: testId(3), from: first, to: second }, me);
    expect(fields).toEqual([{ field: 'title', before: 'Neuf', after: 'Neuf bis' }]);
    await expect(versionsOf(testId(9))).rejects.toMatchObject({ code: 'not-found' });
  });

  it('knows what was made on top of what waited, once it is published too', async () => {
    const { pending } = await keep({ title: 'Une' });
    await keep({ title: 'Unité' });
    await apply();
    await site.posts.updatePost({ id, excerpt: 'E' }, me);
    const later = await versionsOf(id, { since: pending?.revision });
    expect(later.map(({ action }) => action)).toEqual(['update', 'keep']);
  });

  it('is restored from, as what is published is', async () => {
    await keep({ title: 'Une', content: 'Autre.\n' });
    const [dropped] = await versionsOf();
    await site.posts.dropPendingVersion({ id }, me);
    const commit = dropped?.commit ?? '';
    const { restorePostVersion } = operations();
    expect(await restorePostVersion({ id, commit, part: 'title' }, me)).toMatchObject({
      title: 'Une',
      content: BODY,
      change: 'restore',
    });
  });

  it('is restored on top of the text that waits, for who saw that one', async () => {
    await keep({ title: 'Une' });
    await keep({ title: 'Unité' });
    const [now, before] = await versionsOf();
    const main = tip('main');
    const asked = { id, commit: before?.commit ?? '', part: 'all' as const, revision: now?.revision };
    expect(await operations().restorePostVersion(asked, me)).toMatchObject({ title: 'Une', change: 'keep' });
    expect(tip('main')).toBe(main);
    expect(await told()).toHaveLength(4);
    const [restored] = await versionsOf();
    const again = { ...asked, revision: restored?.revision };
    expect(await operations().restorePostVersion(again, me)).toMatchObject({ title: 'Une', change: 'none' });
    expect(await told()).toHaveLength(4);
  });

  it('answers a publication by the version that it published', async () => {
    await keep({ title: 'Une' });
    const kept = tip();
    await apply();
    const { version, post } = await operations().getPostVersion({ id, commit: tip('main') }, me);
    expect([version.commit, version.action, post?.title]).toEqual([kept, 'keep', 'Une']);
  });
});

describe('the history where the work branch is no help', () => {
  it('is that of the published branch while the other is gone, somebody else’s, or damaged', async () => {
    const published = await versionsOf();
    await keep({ title: 'Une' });
    const lost = tip();
    await keep({ title: 'Unité' });
    const work = tip();
    expect(await versionsOf()).toHaveLength(3);
    site.git('update-ref', '-d', WORK);
    expect(await versionsOf()).toEqual(published);
    const other = createContentHistory();
    other.commit({ 'posts/autre.md': postText(1, 'Ailleurs') });
    other.git(['push', '--quiet', site.history.path, `main:${WORK}`]);
    other.remove();
    expect(await versionsOf()).toEqual(published);
    site.git('update-ref', WORK, work);
    expect(await versionsOf()).toHaveLength(3);
    rmSync(join(site.history.path, 'objects', lost.slice(0, 2), lost.slice(2)));
    site.repository.objects.close();
    const pending = createPendingVersions({ ...site.repository, committer: me.author });
    expect(await versionsOf(id, { pending })).toEqual(published);
  });

  it('forgets what the work branch no longer has, when it was rewritten', async () => {
    await keep({ title: 'Une' });
    const kept = tip();
    await keep({ title: 'Unité' });
    expect(await versionsOf()).toHaveLength(3);
    site.git('update-ref', WORK, kept);
    const other = commitOnWork({ [PATH]: FILE.replace('Un', 'Autre') });
    expect((await versionsOf()).map(({ commit }) => commit)).toEqual([other, kept, tip('main')]);
  });
});
