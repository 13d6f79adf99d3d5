import { METADATA_FIELDS, type SnapshotPost } from '#content/model/post.ts';

/** What of a post is in its row, in order, after its revision. */
export const ROW_FIELDS = [...METADATA_FIELDS, 'publishedAt', 'unpublishedAt'] as const;

/** A post as the snapshot cache keeps it: the name of its file, its revision, then its other values without their names. */
export type PostRow = readonly [name: string, revision: string, ...values: unknown[]];

/** The row of a post whose file has this name. */
export function rowOfPost(name: string, post: SnapshotPost): PostRow {
  return [name, post.revision, ...ROW_FIELDS.map((field) => post[field])];
}

/**
 * The post of a row, its fields always given in one order, one by one. Objects that JSON.parse or a spread made may each get a
 * hidden class of their own in V8: going through ten thousand of them then takes forty times as long, and more memory.
 */
export function postOfRow(row: PostRow, path: string): SnapshotPost {
  const post: Record<string, unknown> = { path, revision: row[1] };
  for (const [at, field] of ROW_FIELDS.entries()) post[field] = row[at + 2];
  return post as unknown as SnapshotPost; // As it was written.
}

/** The same post, in the one form of {@link postOfRow}. */
export function uniformPost(post: SnapshotPost): SnapshotPost {
  return postOfRow(rowOfPost('', post), post.path);
}
