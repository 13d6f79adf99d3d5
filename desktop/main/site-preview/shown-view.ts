import type { SnapshotPost } from '#content/model/post.ts';
import { isPublic, type PublicView, publicView, type Snapshot } from '#content/model/snapshot.ts';

/**
 * What readers would see of a snapshot at `now`, were the post of the open form saved. It can be read at its address though readers
 * cannot see it.
 */
export function shownView(snapshot: Snapshot, unsaved: SnapshotPost | null, now: number): PublicView {
  if (unsaved === null) return publicView(snapshot, now);
  const others = snapshot.posts.filter(({ id }) => id !== unsaved.id);
  const view = publicView({ ...snapshot, posts: [...others, unsaved] }, now);
  // Found at its address, in no list.
  return isPublic(unsaved, now)
    ? view
    : { ...view, bySlug: view.bySlug.with(new Map([[unsaved.slug, unsaved]])) };
}
