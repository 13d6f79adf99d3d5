import { describe, expect, it } from 'vitest';
import type { SnapshotPost } from '#content/model/post.ts';
import { postMetadataSchema } from '#content/model/post.ts';
import { postPageSchema, postSummary } from './posts.ts';

const POST: SnapshotPost = {
  ...postMetadataSchema.parse({
    id: '00000000-0000-4000-8000-000000000001',
    title: 'Un titre',
    slug: 'un-titre',
    readTime: '4 min',
    published: '2026-11-19T08:00:00.000Z',
    isPublished: true,
  }),
  path: 'posts/2026/un-titre.md',
  revision: 'cd'.repeat(20),
  publishedAt: Date.parse('2026-11-19T08:00:00.000Z'),
  unpublishedAt: null,
};
const IMAGE = {
  path: 'images/2026/mer-0123.jpg',
  blobId: 'ab'.repeat(20),
  width: 1600,
  height: 900,
};

describe('postSummary', () => {
  it('gives the fields of a post and its cover, nothing of where it is kept', () => {
    const summary = postSummary(POST, IMAGE);
    expect(Object.keys(summary).sort()).toEqual(
      [
        'category',
        'cover',
        'coverImage',
        'coverImageAlt',
        'excerpt',
        'id',
        'isPublished',
        'menu',
        'ogImage',
        'published',
        'readTime',
        'slug',
        'socialDescription',
        'socialTitle',
        'subtitle',
        'tags',
        'title',
        'unpublishAt',
      ].sort(),
    );
  });

  it('serves the cover in the widths of the site, by the id of its content', () => {
    const { cover } = postSummary(POST, IMAGE);
    const folder = `/images/${'ab'.repeat(20)}/mer-0123`;
    const sources = (format: string) =>
      [400, 800, 1200, 1600].map((width) => `${folder}-${width}.${format} ${width}w`).join(', ');
    expect(cover).toEqual({
      src: `${folder}-800.webp`,
      srcset: sources('webp'),
      avif: sources('avif'),
      width: 1600,
      height: 900,
    });
  });

  it('has no cover when the image cannot be shown', () => {
    expect(postSummary(POST, null).cover).toBeNull();
  });
});

describe('postPageSchema', () => {
  it('reads what the API answers', () => {
    const page = { posts: [postSummary(POST, null)], nextCursor: null, total: 1 };
    expect(postPageSchema.parse(JSON.parse(JSON.stringify(page)))).toEqual(page);
  });
});
