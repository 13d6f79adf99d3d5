import { isPagePath } from '#content/model/paths.ts';
import { METADATA_FIELDS, type SnapshotPost } from '#content/model/post.ts';

/** What of posts is in their columns, in order, after the revisions. */
export const COLUMN_FIELDS = [...METADATA_FIELDS, 'publishedAt', 'unpublishedAt'] as const;

/**
 * Posts as the snapshot cache keeps them: their revisions, then of each field the values of all. JSON.parse reads that twice as
 * quickly as a row of values for each.
 */
export type PostColumns = readonly [revisions: readonly string[], ...values: (readonly unknown[])[]];

export function columnsOf(posts: readonly SnapshotPost[]): PostColumns {
  const values = COLUMN_FIELDS.map((field) => posts.map((post) => post[field]));
  return [posts.map(({ revision }) => revision), ...values];
}

/** A post without values. Its fields are there from the start: V8 makes a slow table of an object that is given many by name. */
const WITHOUT_VALUES = JSON.parse(
  JSON.stringify(
    Object.fromEntries(['path', 'revision', 'isPage', ...COLUMN_FIELDS].map((field) => [field, null])),
  ),
) as Readonly<Record<string, unknown>>;

/**
 * One of the posts in columns. All are copies of one post, so that they share one hidden class of V8, whatever made the columns:
 * going through ten thousand posts of a class each takes forty times as long, and more memory.
 */
export function postOfColumns(columns: PostColumns, at: number, path: string): SnapshotPost {
  const post: Record<string, unknown> = { ...WITHOUT_VALUES };
  post['path'] = path;
  post['revision'] = columns[0][at];
  post['isPage'] = isPagePath(path) || undefined;
  COLUMN_FIELDS.forEach((field, column) => {
    post[field] = columns[column + 1]?.[at];
  });
  return post as unknown as SnapshotPost; // As it was written.
}

/** The same post, in the one form of {@link postOfColumns}. */
export function uniformPost(post: SnapshotPost): SnapshotPost {
  return postOfColumns(columnsOf([post]), 0, post.path);
}
