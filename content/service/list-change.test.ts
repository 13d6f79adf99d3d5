import { describe, expect, it } from 'vitest';
import type { ListedPost } from '../search/listed-posts.ts';
import { createRandom } from '../testing/random.ts';
import { listChange } from './search-thread.ts';

function post(number: number, revision = 'first'): ListedPost {
  return { slug: `article-${number}`, revision };
}

describe('listChange', () => {
  it('makes of any list any other one', () => {
    const { below } = createRandom(11);
    const pool = Array.from({ length: 60 }, (_, n) => post(n));
    const list = () =>
      pool
        .filter(() => below(3) > 0)
        .map((one) => (below(10) === 0 ? { ...one, revision: `${below(1e6)}` } : one))
        .sort(() => below(3) - 1);
    const revisions = new Map<string, string>();
    let before: readonly ListedPost[] | null = null;
    for (let round = 0; round < 500; round += 1) {
      const after: readonly ListedPost[] =
        before === null || below(10) > 0 ? list() : before.slice(below(4), -1);
      const change = listChange(before, after);
      if (change?.isWhole === true) revisions.clear();
      for (const slug of change?.gone ?? []) expect(revisions.delete(slug)).toBe(true);
      for (const { slug, revision } of change?.listed ?? []) revisions.set(slug, revision);
      expect(revisions).toEqual(new Map(after.map(({ slug, revision }) => [slug, revision])));
      before = after;
    }
  });

  it('holds of a save the one post that was saved, wherever it stands and goes', () => {
    const before = Array.from({ length: 1000 }, (_, n) => post(n));
    const saved = post(500, 'new');
    const only = {
      isWhole: false,
      gone: ['article-500'],
      listed: [{ slug: 'article-500', revision: 'new' }],
    };
    const moved = [saved, ...before.filter(({ slug }) => slug !== 'article-500')];
    expect([before.with(500, saved), moved].map((posts) => listChange(before, posts))).toEqual([only, only]);
  });

  it('is nothing between lists that hold the same', () => {
    const posts = [post(1), post(2)];
    expect(listChange(posts, [...posts])).toBeNull();
  });
});
