import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postsOperations } from '../../contract/posts-operations.ts';
import { hasCode } from '../../model/errors.ts';
import { testId } from '../../testing/posts.ts';
import {
  createPostsWorkspace,
  TEST_CALLER as me,
  type PostsWorkspace,
} from '../../testing/posts-workspace.ts';

const PATH = 'posts/2025/un.md';
const BODY = 'Premier.\n\nDeuxième.\n\nTroisième.\n';
const FILE = `---\nid: ${testId(1)}\ntitle: Un\npublished: 2025-03-01\nisPublished: true\n---\n${BODY}`;
const id = testId(1);

let site: PostsWorkspace;
beforeEach(async () => {
  site = await createPostsWorkspace({ [PATH]: FILE });
});
afterEach(async () => {
  expect(site.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(await site.close()).toEqual([]);
});

const keep = (edit: object) => site.posts.savePendingVersion({ id, ...edit }, me);
const read = async () =>
  postsOperations.getEditablePost.output.parse(await site.posts.getEditablePost({ id }, me));
const waits = (): string => site.git('diff', '--name-only', 'main...travail');
const live = (): string => `${site.git('show', `main:${PATH}`)}\n`;

describe('applyPendingVersion of a text whose article was deleted elsewhere', () => {
  const apply = (revision?: string) => site.posts.applyPendingVersion({ id, revision }, me);
  /** What its form is open on, once somebody else deleted the article and the branches met. */
  async function openThenDeleted(edit: object): Promise<string> {
    const { pending } = await keep(edit);
    site.commitBehind({ [PATH]: null });
    await site.workspace.refresh();
    await site.pending.mergePublished();
    expect(await read()).toMatchObject({ state: 'draft', pending: null, wasDeletedElsewhere: true });
    return pending?.revision ?? '';
  }

  it('publishes the text that its author sees', async () => {
    const revision = await openThenDeleted({ title: 'Une' });
    expect(await apply(revision)).toMatchObject({ title: 'Une', content: BODY, state: 'published' });
    expect(live()).toBe(FILE.replace('title: Un', 'title: Une'));
    expect(waits()).toBe('');
  });

  it('publishes what was typed there since, too', async () => {
    const revision = await openThenDeleted({ title: 'Une' });
    await keep({ revision, excerpt: 'Dit après.' });
    expect(await apply(revision)).toMatchObject({ title: 'Une', excerpt: 'Dit après.', state: 'published' });
    expect(waits()).toBe('');
  });

  it('says what happened, and keeps it, where it was to take the article from readers, or nobody says which text', async () => {
    const revision = await openThenDeleted({ title: 'Une', isPublished: false });
    for (const seen of [revision, undefined]) {
      const error: unknown = await apply(seen).catch((refusal: unknown) => refusal);
      expect(hasCode(error, 'done') ? error.data.reason : error).toMatch(
        /^Cet article a été supprimé ailleurs/,
      );
    }
    expect([await read(), waits()]).toMatchObject([{ title: 'Une', state: 'draft' }, PATH]);
  });
});

describe('an article deleted elsewhere and published again', () => {
  it('is where its old addresses lead, that at which it was deleted too', async () => {
    await site.posts.updatePost({ id, slug: 'uni' }, me);
    await keep({ title: 'Une' });
    site.commitBehind({
      'posts/2025/uni.md': null,
      'redirects.yml': '/blog/un: gone\n/blog/uni: gone\n/blog/autre: gone\n',
    });
    await site.workspace.refresh();
    await site.pending.mergePublished();
    await keep({ slug: 'unie' });
    await site.posts.updatePost({ id, isPublished: true }, me);
    expect(site.git('show', 'main:redirects.yml')).toBe(
      '/blog/un: /blog/unie\n/blog/uni: /blog/unie\n/blog/autre: gone',
    );
  });
});

describe('an article deleted elsewhere whose new address waits here', () => {
  it('is a draft there, and goes on being deleted for readers', async () => {
    await keep({ slug: 'uni' });
    site.commitBehind({ [PATH]: null });
    await site.workspace.refresh();
    await site.pending.mergePublished();
    expect(await read()).toMatchObject({ slug: 'uni', state: 'draft', wasDeletedElsewhere: true });
    expect(waits()).toBe('posts/2025/uni.md');
  });
});

describe('a save of an article that a push deleted a moment ago', () => {
  it('says that it is gone, and brings nothing back', async () => {
    await read();
    const deletion = site.commitBehind({ [PATH]: null });
    const saved: unknown = await keep({ title: 'Une' }).catch((refusal: unknown) => refusal);
    expect(saved).toMatchObject({ code: 'not-found' });
    expect(site.git('for-each-ref', '--format=%(objectname)')).toBe(deletion);
  });

  it('does so where other texts wait', async () => {
    await site.deskPosts.createPost({ title: 'Neuf', slug: 'neuf', content: '' }, me);
    site.commitBehind({ [PATH]: null });
    const saved: unknown = await keep({ title: 'Une' }).catch((refusal: unknown) => refusal);
    expect(saved).toMatchObject({ code: 'not-found' });
    expect(waits()).toBe('posts/2026/neuf.md');
  });
});

describe('a text whose article’s file became a folder', () => {
  it('waits beside that, as a draft', async () => {
    await keep({ title: 'Une' });
    site.commitBehind({ [PATH]: null, [`${PATH}/dedans.md`]: FILE.replace(id, testId(2)) });
    await site.workspace.refresh();
    expect(await site.pending.mergePublished()).toBe(true);
    expect(waits()).toBe('posts/2025/un-2.md');
    expect(await read()).toMatchObject({ title: 'Une', state: 'draft', wasDeletedElsewhere: true });
  });
});

describe('a text that another machine deleted while it only waited', () => {
  it('is on both branches where it was published here meanwhile', async () => {
    const file = 'posts/2026/neuf.md';
    const neuf = await site.deskPosts.createPost(
      { title: 'Neuf', slug: 'neuf', content: 'Neuf.\n', isPublished: true },
      me,
    );
    const other = site.git('rev-parse', 'travail');
    await site.deskPosts.deletePost({ id: neuf.id }, me);
    const deletion = site.git('rev-parse', 'travail');
    site.git('update-ref', 'refs/heads/travail', other);
    await site.posts.applyPendingVersion({ id: neuf.id }, me);
    await site.pending.join(deletion);
    expect(site.git('diff', '--stat', 'main', 'travail')).toBe('');
    expect(site.git('ls-tree', '--name-only', 'travail', file)).toBe(file);
  });
});
