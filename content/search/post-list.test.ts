import { describe, expect, it } from 'vitest';
import { createRandom } from '../testing/random.ts';
import { changedPosts, changeOfPosts, type SearchedPost, searchedView } from './post-list.ts';

function post(number: number, fields: Partial<SearchedPost> = {}): SearchedPost {
  return {
    ...{
      id: `${number}`,
      slug: `article-${number}`,
      title: `Titre ${number}`,
      excerpt: '',
      category: '',
      tags: [],
    },
    ...{ revision: `${number}`, isPublished: true, publishedAt: 0, unpublishedAt: null, ...fields },
  };
}

describe('changeOfPosts', () => {
  it('makes of any list any other one', () => {
    const { below } = createRandom(11);
    const pool = Array.from({ length: 60 }, (_, n) => post(n));
    const list = () => pool.filter(() => below(3) > 0).sort(() => below(3) - 1);
    for (let before = list(), round = 0; round < 500; round += 1) {
      const after = below(10) === 0 ? before.slice(below(4), -1) : list();
      const change = changeOfPosts(before, after);
      expect(change === null ? before : changedPosts(before, change)).toEqual(after);
      before = after;
    }
  });

  it('holds of a save the one post that was saved, wherever it stands and goes', () => {
    const before = Array.from({ length: 1000 }, (_, n) => post(n));
    const saved = post(500, { revision: 'new' });
    const moved = [saved, ...before.filter(({ id }) => id !== '500')];
    expect(changeOfPosts(before, before.with(500, saved))).toEqual({
      ...{ start: 500, atEnd: 499, added: [saved] },
      places: Int32Array.of(-1),
    });
    expect(changeOfPosts(before, moved)?.added).toEqual([saved]);
  });

  it('is nothing between lists that hold the same', () => {
    const posts = [post(1), post(2)];
    expect(changeOfPosts(posts, [...posts])).toBeNull();
  });
});

describe('searchedView', () => {
  it('holds what readers may see at that moment, newest first', () => {
    const posts = [
      post(1, { publishedAt: 10, unpublishedAt: 30 }),
      post(2, { publishedAt: 20 }),
      post(3, { isPublished: false, publishedAt: 5 }),
    ];
    const seen = (moment: number) => searchedView({ posts }, moment).posts.map(({ id }) => id);
    expect([9, 10, 19, 20, 29, 30].map(seen)).toEqual([[], ['1'], ['1'], ['2', '1'], ['2', '1'], ['2']]);
  });
});
