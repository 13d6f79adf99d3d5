import { METADATA_FIELDS, type SnapshotPost } from '#content/model/post.ts';

/** What of a post is in its row, in order, after its revision. */
export const ROW_FIELDS = [...METADATA_FIELDS, 'publishedAt', 'unpublishedAt'] as const;

/** A post as the snapshot cache keeps it: the name of its file, its revision, then its other values without their names. */
export type PostRow = readonly [name: string, revision: string, ...values: unknown[]];

/** The row of a post whose file has this name. */
export function rowOfPost(name: string, post: SnapshotPost): PostRow {
  return [name, post.revision, ...ROW_FIELDS.map((field) => post[field])];
}

/** A post without values. Its fields are there from the start: V8 makes a slow table of an object that is given many by name. */
const WITHOUT_VALUES = JSON.parse(
  JSON.stringify(Object.fromEntries(['path', 'revision', ...ROW_FIELDS].map((field) => [field, null]))),
) as Readonly<Record<string, unknown>>;

/**
 * The post of a row. All are copies of one post, so that they share one hidden class of V8, whatever made the row: going through
 * ten thousand posts of a class each takes forty times as long, and more memory.
 */
export function postOfRow(row: PostRow, path: string): SnapshotPost {
  const post: Record<string, unknown> = { ...WITHOUT_VALUES };
  post['path'] = path;
  post['revision'] = row[1];
  ROW_FIELDS.forEach((field, at) => {
    post[field] = row[at + 2];
  });
  return post as unknown as SnapshotPost; // As it was written.
}

/** The same post, in the one form of {@link postOfRow}. */
export function uniformPost(post: SnapshotPost): SnapshotPost {
  return postOfRow(rowOfPost('', post), post.path);
}
