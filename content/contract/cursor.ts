import * as z from 'zod';
import type { SnapshotPost } from '#content/model/post.ts';

/** A place in the list of posts: the last one that was shown. */
export interface Cursor {
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  readonly id: string;
}
type Place = Pick<SnapshotPost, 'id' | 'publishedAt'>;

const SHAPE = /^([0-9a-z]{1,11})\.([0-9a-f-]{36})$/;

/**
 * The opaque cursor after the posts of a page, or null when `remaining` says that none follow. It names the last
 * post shown, not a number of posts: one published meanwhile does not shift what comes next.
 */
export function nextCursor(shown: readonly Place[], remaining: number): string | null {
  const last = shown.at(-1);
  if (remaining <= 0 || last === undefined) return null;
  return `${(last.publishedAt ?? 0).toString(36)}.${last.id}`;
}

/** What a cursor says, or null when the text is none of ours. */
export function parseCursor(text: string): Cursor | null {
  const [, time, id] = SHAPE.exec(text) ?? [];
  const parsed = z.uuid().safeParse(id);
  if (time === undefined || !parsed.success) return null;
  return { publishedAt: Number.parseInt(time, 36), id: parsed.data };
}

/** Whether `post` comes after the cursor in the order of lists: newest first, then by id (docs/design.md, The content repository). */
export function comesAfter(post: Place, cursor: Cursor): boolean {
  const publishedAt = post.publishedAt ?? 0;
  return publishedAt < cursor.publishedAt || (publishedAt === cursor.publishedAt && post.id > cursor.id);
}
