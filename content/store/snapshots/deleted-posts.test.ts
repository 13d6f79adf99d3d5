import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContentHistory, createContentHistory } from '../../testing/content-history.ts';
import { createObjectStore, type ObjectStore } from '../objects/objects.ts';
import { deletions } from './deleted-posts.ts';

let history: ContentHistory;
let objects: ObjectStore;
beforeEach(() => {
  history = createContentHistory();
  objects = createObjectStore({ gitDir: history.path });
});
afterEach(() => {
  objects.close();
  history.remove();
});

/** What the git program tells, which our own walk must tell too. */
async function find(from: string, until: string | null = null) {
  const search = { gitDir: history.path, objects, from, until };
  const found = await deletions(search);
  expect(await deletions(search, () => Promise.resolve(null))).toEqual(found);
  return found;
}

describe('deletions', () => {
  it('are the files of posts that commits removed, newest first, merges apart', async () => {
    const first = history.commit({
      'posts/a.md': 'a',
      'posts/2025/é.md': 'é',
      'posts/b.md': 'b',
      'images/a.jpg': 'a',
    });
    const second = history.commit({ 'posts/a.md': null, 'images/a.jpg': null });
    const side = history.commit({ 'posts/2025/é.md': null }, [first]);
    const merge = history.commit({ 'posts/2025/é.md': null }, [second, side]);
    const last = history.commit({ 'posts/b.md': null, 'posts/c.md': 'b' }, [merge]);
    const found = await find(last);
    expect(found.map(({ commit, path }) => [commit, path])).toEqual([
      [last, 'posts/b.md'],
      [side, 'posts/2025/é.md'],
      [second, 'posts/a.md'],
    ]);
    expect(found[2]).toEqual({
      commit: second,
      path: 'posts/a.md',
      blobId: history.git(['rev-parse', `${first}:posts/a.md`]),
      deletedAt: 1_760_000_120_000,
      deletedBy: 'Camille Test',
    });
    expect(await find(last, merge)).toEqual(found.slice(0, 1));
    expect(await find(last, '1'.repeat(40))).toEqual(found);
    expect(await find(first)).toEqual([]);
  });
});
