import { hasCode } from '#content/model/errors.ts';
import type { SnapshotPost } from '#content/model/post.ts';

type Newest = (id: string) => SnapshotPost | undefined | Promise<SnapshotPost | undefined>;

/**
 * Reads the posts of a list that is being sent: of one whose text turns out to be lost, what is served of it from then on;
 * undefined when that is nothing, so that the list goes on without it.
 */
export function newestReadable(newest: Newest) {
  return async <Value>(
    post: SnapshotPost,
    read: (post: SnapshotPost) => Promise<Value>,
  ): Promise<Value | undefined> => {
    let next: SnapshotPost | undefined = post;
    for (let tried: string | null = null; next !== undefined && next.revision !== tried; ) {
      try {
        return await read(next);
      } catch (error) {
        if (!hasCode(error, 'corrupt')) throw error;
        tried = next.revision;
        next = await newest(post.id);
      }
    }
    return undefined;
  };
}
