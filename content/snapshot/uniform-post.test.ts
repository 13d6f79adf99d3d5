import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { postMetadataSchema, type SnapshotPost } from '#content/model/post.ts';
import { columnsOf, type PostColumns, postOfColumns, uniformPost } from './uniform-post.ts';

/** What V8 says of the hidden classes of objects. */
let isFast: (post: SnapshotPost) => boolean;
let isOfOneClass: (a: SnapshotPost, b: SnapshotPost) => boolean;
beforeAll(() => {
  setFlagsFromString('--allow-natives-syntax');
  isFast = runInThisContext('(post) => %HasFastProperties(post)') as typeof isFast;
  isOfOneClass = runInThisContext('(a, b) => %HaveSameMap(a, b)') as typeof isOfOneClass;
});

/** A post of which every other one has no date and no cover. */
function post(number: number): SnapshotPost {
  const isWhole = number % 2 === 0;
  const published = isWhole ? '2026-01-01T00:00:00.000Z' : null;
  const metadata = postMetadataSchema.parse({
    id: '00000000-0000-4000-8000-000000000001',
    title: `Article ${number}`,
    slug: `article-${number}`,
    readTime: '1 min',
    published,
    coverImage: isWhole ? '/images/a.jpg' : null,
  });
  const publishedAt = published === null ? null : Date.parse(published);
  return { ...metadata, path: `posts/${number}.md`, revision: 'a', publishedAt, unpublishedAt: null };
}

describe('postOfColumns', () => {
  it('gives back the posts that the columns were made of', () => {
    const posts = [post(1), post(2)];
    const columns = columnsOf(posts);
    expect(posts.map(({ path }, at) => postOfColumns(columns, at, path))).toEqual(posts);
  });

  it('makes posts of one hidden class, which is no slow table, whatever they hold and came from', () => {
    const posts = Array.from({ length: 2000 }, (_, number) => {
      const read = JSON.parse(JSON.stringify(columnsOf([post(number)]))) as PostColumns;
      return number % 3 === 0 ? uniformPost(post(number)) : postOfColumns(read, 0, 'posts/a.md');
    });
    const [last] = posts.slice(-1);
    expect(posts.filter((one) => last === undefined || !isFast(one) || !isOfOneClass(one, last))).toEqual([]);
  });
});
