import { METADATA_FIELDS, type SnapshotPost } from '#content/model/post.ts';

/** What of a post is in its row, in order, after its revision. */
export const ROW_FIELDS = [...METADATA_FIELDS, 'publishedAt', 'unpublishedAt'] as const;

/** A post as the snapshot cache keeps it: the name of its file, its revision, then its other values without their names. */
export type PostRow = readonly [name: string, revision: string, ...values: unknown[]];

/** The row of a post whose file has this name. */
export function rowOfPost(name: string, post: SnapshotPost): PostRow {
  return [name, post.revision, ...ROW_FIELDS.map((field) => post[field])];
}

/** A post whose every field is there and empty. V8 keeps an object that got over a dozen by computed names as a table. */
const BLANK = JSON.parse(
  JSON.stringify(Object.fromEntries(['path', 'revision', ...ROW_FIELDS].map((field) => [field, null]))),
) as Readonly<Record<string, unknown>>; // As it was just made.

/**
 * The post of a row, as a copy of one object that has all fields: each of those that JSON.parse, a spread of another, or fields
 * added one by one make may get a hidden class of its own in V8, or none. Going through ten thousand of them then takes forty
 * times as long, and more memory.
 */
export function postOfRow(row: PostRow, path: string): SnapshotPost {
  const post: Record<string, unknown> = { ...BLANK };
  post['path'] = path;
  post['revision'] = row[1];
  for (const [at, field] of ROW_FIELDS.entries()) post[field] = row[at + 2];
  return post as unknown as SnapshotPost; // As it was written.
}

/** The same post, in the one form of {@link postOfRow}. */
export function uniformPost(post: SnapshotPost): SnapshotPost {
  return postOfRow(rowOfPost('', post), post.path);
}
