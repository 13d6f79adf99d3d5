import { describe, expect, it, vi } from 'vitest';
import type { SnapshotPost } from '../model/post.ts';
import { NO_UPDATES, type PostUpdates } from '../model/updates/post-updates.ts';
import { postText, testId } from '../testing/posts.ts';
import { createPostsWorkspace } from '../testing/posts-workspace.ts';
import { createKnownUpdates } from './known-updates.ts';

const AT = '2026-06-01T10:00:00.000Z';
const counts = { changed: 1, added: 0, removed: 0, replacedImages: 0 };
const CHANGED: PostUpdates = {
  passages: 1,
  changedAt: [],
  updates: [{ at: AT, ...counts, formerTitle: null, notes: [], parts: [] }],
};

async function threePosts(): Promise<readonly SnapshotPost[]> {
  const paths = [1, 2, 3].map((n) => [`posts/2025/${n}.md`, postText(n, `Titre ${n}`)] as const);
  const site = await createPostsWorkspace(Object.fromEntries(paths));
  const { posts } = await site.workspace.current();
  await site.close();
  return posts;
}

describe('createKnownUpdates', () => {
  it('reads once, says by an id what is known, and when it becomes so', async () => {
    const [post] = await threePosts();
    if (post === undefined) throw new Error('no post');
    const changed = { ...post, revision: 'f'.repeat(40) };
    const read: SnapshotPost[] = [];
    let open: () => void = () => undefined;
    const known = createKnownUpdates({
      read: (asked) => {
        read.push(asked);
        return Promise.resolve(asked === changed ? CHANGED : NO_UPDATES);
      },
      ready: new Promise<void>((resolve) => {
        open = resolve;
      }),
      onError: (error) => expect(error).toBe(null),
    });
    const heard = new Promise((resolve) => known.onKnown(resolve));
    expect(await Promise.all([known.of(post), known.of(post)])).toEqual([null, null]);
    expect(known.idFor(post)).toBe('');
    open();
    expect(await heard).toBe(post);
    expect(await known.of(post)).toBe(NO_UPDATES);
    expect([known.idFor(post), read.length, known.count()]).toEqual(['none', 1, 1]);
    expect(known.idFor(changed)).toBe('');
    expect(await known.of(changed)).toBe(CHANGED);
    expect([known.idFor(changed), known.idFor(post)]).toEqual([expect.stringMatching(/^[\w-]{22}$/), 'none']);
  });

  it('gives no post what became of another, whatever leaves meanwhile', async () => {
    const [post, other] = await threePosts();
    if (post === undefined || other === undefined) throw new Error('no posts');
    const known = createKnownUpdates({
      read: (asked) => Promise.resolve(asked === post ? CHANGED : NO_UPDATES),
      ready: Promise.resolve(),
      onError: (error) => expect(error).toBe(null),
    });
    await Promise.resolve();
    // The list that is asked about no longer has the post when what became of it is read.
    known.onKnown(() => void known.readAll([]));
    expect(await known.of(post)).toBe(CHANGED);
    expect(known.idFor(post)).toMatch(/^[\w-]{22}$/);
    expect(await known.of(other)).toBe(NO_UPDATES);
  });
});

describe('the last changes of all posts', () => {
  it('reads each version of a post once, whoever asks, and goes on past one that fails', async () => {
    const posts = await threePosts();
    const read: string[] = [];
    const errors: unknown[] = [];
    const changes = createKnownUpdates({
      ready: Promise.resolve(),
      read: (post) => {
        read.push(post.id);
        if (post.id === testId(2)) return Promise.reject(new Error('damaged'));
        return Promise.resolve(post.id === testId(3) ? CHANGED : NO_UPDATES);
      },
      onError: (error) => errors.push(error),
    });
    await Promise.resolve();
    await Promise.all([changes.readAll(posts), changes.readAll(posts)]);
    await changes.readAll(posts);
    expect([...read].sort()).toEqual([testId(1), testId(2), testId(3)]);
    expect(posts.map((post) => changes.lastChange(post)).sort()).toEqual([Date.parse(AT), null, null]);
    expect([changes.count(), errors.length]).toEqual([2, 1]);
    const [first, ...others] = posts;
    if (first === undefined) throw new Error('no post');
    await changes.readAll([{ ...first, revision: 'f'.repeat(40) }, ...others]);
    expect(read).toHaveLength(4);
  });

  it('lets nobody wait before history can be read', async () => {
    const posts = await threePosts();
    let open: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => {
      open = resolve;
    });
    const changes = createKnownUpdates({
      ready,
      read: () => Promise.resolve(CHANGED),
      onError: (error) => expect(error).toBe(null),
    });
    await changes.readAll(posts);
    expect(changes.count()).toBe(0);
    open();
    await ready;
    await changes.readAll(posts);
    expect(changes.count()).toBe(3);
  });

  it('says of how many they are still to be read, and reads no more than what a list changed', async () => {
    const [first, second, third] = await threePosts();
    if (first === undefined || second === undefined || third === undefined) throw new Error('no posts');
    let open: () => void = () => undefined;
    const read: SnapshotPost[] = [];
    const known = createKnownUpdates({
      read: (asked) => {
        read.push(asked);
        return Promise.resolve(NO_UPDATES);
      },
      ready: new Promise<void>((resolve) => {
        open = resolve;
      }),
      onError: (error) => expect(error).toBe(null),
    });
    await known.readAll([first, second]);
    expect(known.left()).toBe(2);
    open();
    await vi.waitFor(() => expect(known.left()).toBe(0));
    const changed = { ...second, revision: 'f'.repeat(40) };
    await known.readAll([first, changed, third]);
    expect([known.left(), read]).toEqual([0, [first, second, changed, third]]);
  });

  it('tells of what was known once it is read again, where a page went out without', async () => {
    const [post] = await threePosts();
    if (post === undefined) throw new Error('no post');
    let later: Promise<unknown> = Promise.resolve();
    const known = createKnownUpdates({
      read: () => later.then(() => NO_UPDATES),
      ready: Promise.resolve(),
      onError: (error) => expect(error).toBe(null),
    });
    await vi.waitFor(async () => {
      await known.readAll([post]);
      expect(known.left()).toBe(0);
    });
    let open: () => void = () => undefined;
    later = new Promise<void>((resolve) => {
      open = resolve;
    });
    const heard = new Promise((resolve) => known.onKnown(resolve));
    expect([await known.of(post), known.idFor(post)]).toEqual([null, 'none']);
    open();
    expect(await heard).toBe(post);
    expect(await known.of(post)).toBe(NO_UPDATES);
  });
});
