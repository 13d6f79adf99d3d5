import type { SnapshotPost } from '../../model/post.ts';
import type { PublicView } from '../../model/snapshot.ts';

export interface PostFilter {
  readonly tag?: string | undefined;
  readonly category?: string | undefined;
}

/** Public posts that carry the tag and are of the category, newest first; names compare without regard to case. */
export function filterPosts(view: PublicView, { tag, category }: PostFilter): readonly SnapshotPost[] {
  if (tag === undefined && category === undefined) return view.posts;
  const wantedTag = tag?.toLocaleLowerCase('fr');
  const wantedCategory = category?.toLocaleLowerCase('fr');
  return view.posts.filter(
    (post) =>
      (wantedTag === undefined || post.tags.some((name) => name.toLocaleLowerCase('fr') === wantedTag)) &&
      (wantedCategory === undefined || post.category.toLocaleLowerCase('fr') === wantedCategory),
  );
}
