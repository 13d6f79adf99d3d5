import type { PostState } from '../../contract/posts-operations.ts';
import type { Moments } from '../../model/snapshot.ts';

/** What readers see of a post at `now` (milliseconds since 1970). */
export function postState({ isPublished, publishedAt, unpublishedAt }: Moments, now: number): PostState {
  if (!isPublished || publishedAt === null) return 'draft';
  if (unpublishedAt !== null && unpublishedAt <= now) return 'withdrawn';
  return publishedAt > now ? 'scheduled' : 'published';
}
