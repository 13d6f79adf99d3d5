import type { SnapshotPost } from '#content/model/post.ts';

/** A post as the snapshot cache keeps it: the name of its file, its revision, and its values without their names. */
export type PostRow = readonly [
  name: string,
  revision: string,
  id: string,
  title: string,
  slug: string,
  excerpt: string,
  category: string,
  tags: string[],
  published: string | null,
  unpublishAt: string | null,
  readTime: string,
  isPublished: boolean,
  coverImage: string | null,
  coverImageAlt: string | null,
  ogImage: string | null,
  socialTitle: string | null,
  socialDescription: string | null,
  publishedAt: number | null,
  unpublishedAt: number | null,
];

/** The row of a post whose file has this name. */
export function rowOfPost(name: string, post: SnapshotPost): PostRow {
  return [
    name,
    post.revision,
    post.id,
    post.title,
    post.slug,
    post.excerpt,
    post.category,
    post.tags,
    post.published,
    post.unpublishAt,
    post.readTime,
    post.isPublished,
    post.coverImage,
    post.coverImageAlt,
    post.ogImage,
    post.socialTitle,
    post.socialDescription,
    post.publishedAt,
    post.unpublishedAt,
  ];
}

/**
 * The post of a row, its fields always in one order, made in one step. Objects that JSON.parse or a spread made each get a
 * hidden class of their own in V8: going through ten thousand of them then takes forty times as long, and more memory.
 */
export function postOfRow(row: PostRow, path: string): SnapshotPost {
  return {
    id: row[2],
    title: row[3],
    slug: row[4],
    excerpt: row[5],
    category: row[6],
    tags: row[7],
    published: row[8],
    unpublishAt: row[9],
    readTime: row[10],
    isPublished: row[11],
    coverImage: row[12],
    coverImageAlt: row[13],
    ogImage: row[14],
    socialTitle: row[15],
    socialDescription: row[16],
    path,
    revision: row[1],
    publishedAt: row[17],
    unpublishedAt: row[18],
  };
}

/** The same post, in the one form of {@link postOfRow}. */
export function uniformPost(post: SnapshotPost): SnapshotPost {
  return postOfRow(rowOfPost('', post), post.path);
}
