import { afterEach, describe, expect, it } from 'vitest';
import type { NewPost, PostEdit } from '../../contract/fields.ts';
import {
  createPostsWorkspace,
  type PostsWorkspace,
  TEST_CALLER,
  TEST_NOW,
} from '../../testing/posts-workspace.ts';

let place: PostsWorkspace;
afterEach(() => place.close());

const HOUR = 3_600_000;
const inAnHour = new Date(TEST_NOW + HOUR).toISOString();

/** Creates a post, does these changes to it in turn, and answers what redirects.yml then says. */
async function after(first: Partial<NewPost>, ...edits: readonly PostEdit[]): Promise<unknown> {
  place = await createPostsWorkspace();
  const { id } = await place.posts.createPost({ title: 'Un', slug: 'a', content: '', ...first }, TEST_CALLER);
  for (const edit of edits) await place.posts.updatePost({ id, ...edit }, TEST_CALLER);
  return redirects();
}

async function redirects(): Promise<unknown> {
  return Object.fromEntries((await place.workspace.current()).redirects);
}

/** Has the one post go to the bin, and come back from it. */
async function deletedAndRestored() {
  const [post] = (await place.workspace.current()).posts;
  await place.posts.deletePost({ id: post?.id ?? '' }, TEST_CALLER);
  const [deleted] = await place.posts.listDeletedPosts({}, TEST_CALLER);
  const back = { id: deleted?.id ?? '', commit: deleted?.commit ?? '' };
  return place.posts.restoreDeletedPost(back, TEST_CALLER);
}

const PUBLIC = { isPublished: true };

describe('the address of a post that readers saw', () => {
  it('is gone while the post is a draft, or put off, and its own again afterwards', async () => {
    expect(await after(PUBLIC, { isPublished: false })).toEqual({ '/blog/a': 'gone' });
    expect(await after(PUBLIC, { published: inAnHour })).toEqual({ '/blog/a': 'gone' });
    expect(await after(PUBLIC, { isPublished: false }, { isPublished: true })).toEqual({});
  });

  it('leads to where the post went, as a draft too', async () => {
    expect(await after(PUBLIC, { slug: 'b' })).toEqual({ '/blog/a': '/blog/b' });
    expect(await after(PUBLIC, { slug: 'b', isPublished: false })).toEqual({ '/blog/a': '/blog/b' });
    expect(await after(PUBLIC, { isPublished: false }, { slug: 'b' })).toEqual({ '/blog/a': '/blog/b' });
    expect(await after(PUBLIC, { isPublished: false }, { slug: 'b', isPublished: true })).toEqual({
      '/blog/a': '/blog/b',
    });
  });

  it('goes on leading there past a withdrawal and a return', async () => {
    const edits = [{ slug: 'b' }, { isPublished: false }, { isPublished: true }];
    expect(await after(PUBLIC, ...edits)).toEqual({ '/blog/a': '/blog/b' });
  });

  it('goes on leading there when a draft takes it, until that is published', async () => {
    await after(PUBLIC, { slug: 'b' });
    const draft = await place.posts.createPost({ title: 'Autre', slug: 'a', content: '' }, TEST_CALLER);
    expect(await redirects()).toEqual({ '/blog/a': '/blog/b' });
    await place.posts.updatePost({ id: draft.id, isPublished: true }, TEST_CALLER);
    expect(await redirects()).toEqual({});
  });

  it('leads to where the post went last, renamed again and again as a draft', async () => {
    const away = [PUBLIC, { isPublished: false }, { slug: 'b' }, { slug: 'c' }] as const;
    expect(await after(...away, { isPublished: true })).toEqual({ '/blog/a': '/blog/c' });
  });

  it('is gone while the post is back there as a draft, which the one between leads to', async () => {
    const back = [PUBLIC, { slug: 'b' }, { isPublished: false }, { slug: 'a' }] as const;
    expect(await after(...back)).toEqual({ '/blog/b': '/blog/a', '/blog/a': 'gone' });
    expect(await after(...back, { isPublished: true })).toEqual({ '/blog/b': '/blog/a' });
  });

  it('leads to one that a deleted post left, which is gone as long as the post is a draft', async () => {
    await after(PUBLIC);
    const other = await place.posts.createPost(
      { title: 'B', slug: 'b', content: '', ...PUBLIC },
      TEST_CALLER,
    );
    await place.posts.deletePost({ id: other.id }, TEST_CALLER);
    const [{ id } = { id: '' }] = (await place.workspace.current()).posts;
    await place.posts.updatePost({ id, isPublished: false }, TEST_CALLER);
    await place.posts.updatePost({ id, slug: 'b' }, TEST_CALLER);
    expect(await redirects()).toEqual({ '/blog/a': '/blog/b', '/blog/b': 'gone' });
    await place.posts.updatePost({ id, isPublished: true }, TEST_CALLER);
    expect(await redirects()).toEqual({ '/blog/a': '/blog/b' });
  });

  it('stays gone when the post comes back from the bin as a draft', async () => {
    await after(PUBLIC);
    const { id } = await deletedAndRestored();
    expect(await redirects()).toEqual({ '/blog/a': 'gone' });
    await place.posts.updatePost({ id, isPublished: true }, TEST_CALLER);
    expect(await redirects()).toEqual({});
  });

  it('leads to the post again that had left it, once that comes back from the bin', async () => {
    await after(PUBLIC, { slug: 'b' });
    const { id } = await deletedAndRestored();
    expect(await redirects()).toEqual({ '/blog/a': '/blog/b', '/blog/b': 'gone' });
    await place.posts.updatePost({ id, isPublished: true }, TEST_CALLER);
    expect(await redirects()).toEqual({ '/blog/a': '/blog/b' });
  });
});

describe('the address of a post that readers saw, after the clock was set back', () => {
  const published = new Date(TEST_NOW + HOUR + 1234).toISOString();

  it('leads to where the post went, and is gone with it', async () => {
    expect(await after({ ...PUBLIC, published }, { slug: 'b' })).toEqual({ '/blog/a': '/blog/b' });
    await deletedAndRestored();
    expect(await redirects()).toEqual({ '/blog/a': '/blog/b', '/blog/b': 'gone' });
  });

  it('stays its own when only its text changes', async () => {
    expect(await after({ ...PUBLIC, published }, { content: 'Revu.' })).toEqual({});
  });

  it('leads on where git moved it', async () => {
    await after({ ...PUBLIC, published });
    const path = (await place.workspace.current()).posts[0]?.path ?? '';
    const text = place.git('show', `main:${path}`);
    place.commitBehind({ [path]: null, [path.replace('a.md', 'b.md')]: `${text}\n` });
    await place.workspace.refresh();
    expect(await redirects()).toEqual({ '/blog/a': '/blog/b' });
  });
});

describe('the address of a post that readers never saw', () => {
  it.each([
    ['a draft', {}],
    ['a draft with a date that has passed', { published: '2025-01-01T00:00:00Z' }],
    ['a post still to come', { isPublished: true, published: inAnHour }],
  ])('leaves no trace: %s', async (_what, fields) => {
    expect(await after(fields, { slug: 'b' })).toEqual({});
    const [post] = (await place.workspace.current()).posts;
    await place.posts.deletePost({ id: post?.id ?? '' }, TEST_CALLER);
    expect(await redirects()).toEqual({});
  });
});
