import type { SnapshotPost } from './post.ts';
import { newestFirst, type PublicView } from './snapshot.ts';

/** The posts before and after one in time; null at the ends. */
export interface Neighbours {
  readonly newer: SnapshotPost | null;
  readonly older: SnapshotPost | null;
}

/** Those of a public post in the order of lists; none for a post that is not public. */
export function neighboursOf({ posts }: Pick<PublicView, 'posts'>, post: SnapshotPost): Neighbours {
  let [low, high] = [0, posts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = posts[middle];
    if (other !== undefined && newestFirst(other, post) < 0) low = middle + 1;
    else high = middle;
  }
  if (posts[low]?.id !== post.id) return { newer: null, older: null };
  return { newer: posts[low - 1] ?? null, older: posts[low + 1] ?? null };
}
