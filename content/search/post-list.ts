import type { SnapshotPost } from '../model/post.ts';
import { isPublic, newestFirst } from '../model/snapshot.ts';

/** What the search knows of a post beside its text. */
export type SearchedPost = Pick<
  SnapshotPost,
  'id' | 'slug' | 'title' | 'excerpt' | 'category' | 'tags' | 'revision'
> &
  Pick<SnapshotPost, 'isPublished' | 'publishedAt' | 'unpublishedAt'>;

/** So few new posts are waited for by whoever searches; while more are indexed, the search says that it is prepared. */
export const WAITED_FOR = 50;

/** All posts of a commit, drafts and future ones among them. */
export interface SearchedContent {
  readonly posts: readonly SearchedPost[];
}

/** What the public may see of them at one moment, newest first. */
export interface SearchedView extends SearchedContent {
  readonly snapshot: SearchedContent;
}

/** What one list of posts has to become another. */
export interface PostsChange {
  /** Posts before this place, and so many at the end, are in both lists. */
  readonly start: number;
  readonly atEnd: number;
  /** Of each post between, its place in the old list; -1 for the next one of `added`. */
  readonly places: Int32Array;
  readonly added: readonly SearchedPost[];
}

/** How a list differs from the one before it: posts that stayed are the same objects. */
export function changeOfPosts(
  before: readonly SearchedPost[],
  after: readonly SearchedPost[],
): PostsChange | null {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let atEnd = 0;
  while (atEnd < shorter - start && before.at(-1 - atEnd) === after.at(-1 - atEnd)) atEnd += 1;
  const from = before.slice(start, before.length - atEnd);
  const to = after.slice(start, after.length - atEnd);
  if (from.length === 0 && to.length === 0) return null;
  const placeOf = new Map(from.map((post, place) => [post, start + place]));
  const places = Int32Array.from(to, (post) => placeOf.get(post) ?? -1);
  return { start, atEnd, places, added: to.filter((post) => !placeOf.has(post)).map(searchedPost) };
}

/** The list after a change. */
export function changedPosts(
  before: readonly SearchedPost[],
  { start, atEnd, places, added }: PostsChange,
): readonly SearchedPost[] {
  const fresh = added.values();
  const between = [...places].flatMap((place) => (place === -1 ? fresh.next().value : before[place]) ?? []);
  return [...before.slice(0, start), ...between, ...before.slice(before.length - atEnd)];
}

/** What the public may see at a moment, in milliseconds since 1970. */
export function searchedView(snapshot: SearchedContent, moment: number): SearchedView {
  return { snapshot, posts: snapshot.posts.filter((post) => isPublic(post, moment)).sort(newestFirst) };
}

/** No more of it than the search needs. */
function searchedPost(post: SearchedPost): SearchedPost {
  const { id, slug, title, excerpt, category, tags, revision, isPublished, publishedAt, unpublishedAt } =
    post;
  return { id, slug, title, excerpt, category, tags, revision, isPublished, publishedAt, unpublishedAt };
}
