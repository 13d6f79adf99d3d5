import type { SnapshotPost } from '#content/model/post.ts';
import { wasShown } from '#content/model/snapshot.ts';
import { topicAddresses } from '#content/model/topics.ts';
import { changedPosts, type Situation } from './derived-redirects.ts';
import type { Held } from './snapshot-state.ts';

/**
 * The addresses of tags and categories that posts which readers saw had, and that no such post has any more: what the
 * parent snapshot knew, and what changed since. They stay known whatever redirects.yml says: a line that is taken out of
 * it again leaves no address without an answer.
 */
export function formerTopics({
  root,
  posts,
  before,
  now,
}: Omit<Situation, 'redirects'>): Held['formerTopics'] {
  if (before === null) return new Set();
  const changed =
    before.root === root ? [] : changedPosts(root, before).filter((post) => wasShown(post, now));
  const known = before.held.formerTopics;
  if (changed.length === 0 && (known.size === 0 || before.root === root)) return known;
  const candidates = new Set([...known, ...topicsLeft(changed, posts, now)]);
  if (candidates.size === 0) return known;
  const present = topicsShown(posts, now);
  return new Set([...candidates].filter((address) => !present.has(address)));
}

/** What posts had, each of them, and have no more: a change of their text leaves none. */
function topicsLeft(
  changed: readonly SnapshotPost[],
  posts: readonly SnapshotPost[],
  now: number,
): readonly string[] {
  if (changed.length === 0) return [];
  const after = new Map(posts.map((post) => [post.id, post]));
  return changed.flatMap((post) => {
    const is = after.get(post.id);
    const kept = new Set(is === undefined || !wasShown(is, now) ? [] : topicAddresses(is));
    return topicAddresses(post).filter((address) => !kept.has(address));
  });
}

/** The topics of all posts that readers see, or saw; each name is made an address once. */
function topicsShown(posts: readonly SnapshotPost[], now: number): ReadonlySet<string> {
  const shown = posts.filter((post) => wasShown(post, now));
  const categories = new Set(shown.map(({ category }) => category));
  const tags = new Set(shown.flatMap((post) => post.tags));
  const none = { tags: [], category: '' };
  return new Set([
    ...[...categories].flatMap((category) => topicAddresses({ ...none, category })),
    ...topicAddresses({ ...none, tags: [...tags] }),
  ]);
}
