import { isPublic, type PublicView, publicView, type Snapshot } from '#content/model/snapshot.ts';
import type { UnsavedPost } from '#content/service/posts/draft-posts.ts';

/** The site as it would be were the text of the open form saved: what is previewed. */
export interface ShownContent {
  readonly view: PublicView;
  /** The open form's post, which can be read at its address though readers cannot see it; null when none is open. */
  readonly unsaved: UnsavedPost | null;
}

/** What is shown of a snapshot at `now`. The open form's text stands in the place of the saved one. */
export function shownContent(snapshot: Snapshot, unsaved: UnsavedPost | null, now: number): ShownContent {
  if (unsaved === null) return { view: publicView(snapshot, now), unsaved };
  const others = snapshot.posts.filter(({ id }) => id !== unsaved.post.id);
  const view = publicView({ ...snapshot, posts: [...others, unsaved.post] }, now);
  if (isPublic(unsaved.post, now)) return { view, unsaved };
  // Found at its address, in no list.
  return {
    view: { ...view, bySlug: view.bySlug.with(new Map([[unsaved.post.slug, unsaved.post]])) },
    unsaved,
  };
}
