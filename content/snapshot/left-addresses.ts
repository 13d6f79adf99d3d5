import { movedWithoutId } from '#content/files/moved-posts.ts';
import { postAddress, postNamedBy } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { PostIndex } from '#content/model/post-index.ts';
import type { ListDifference } from '#content/model/post-lists.ts';
import { wasShown } from '#content/model/snapshot.ts';
import { topicAddresses } from '#content/model/topics.ts';
import { type Held, isShownAt, type SnapshotState } from './snapshot-state.ts';

/** A commit’s posts, and the state they follow. */
interface Situation {
  readonly index: PostIndex;
  readonly redirects: Held['redirects'];
  readonly before: SnapshotState | null;
  /** Milliseconds since 1970: what was to come until then, nobody saw. */
  readonly now: number;
}

/**
 * Which addresses posts that readers saw had and left, those of their tags and categories among them: what the parent snapshot
 * knew, and what changed since. Once redirects.yml says anything new of a post's, as a rename in Encrier does, its word counts
 * alone; a topic's stays known: a line that is taken out again leaves no address without an answer. A state without a parent
 * knows of none until history was asked (past-addresses.ts).
 */
export function formerAddresses(
  { index, redirects, before, now }: Situation,
  { gone, added }: ListDifference<SnapshotPost>,
): Held['former'] {
  if (before === null) return new Map();
  const { former, redirects: said } = before.held;
  const changed = gone.filter((post) => wasShown(post, now));
  const present = new Map(added.map((post) => [post.id, post]));
  const moved = movedWithoutId({ gone, added });
  const left = changed.flatMap((post) => {
    const kept = present.get(moved.get(post.id) ?? post.id);
    const addresses = new Map(kept !== undefined && wasShown(kept, now) ? addressesOf(kept) : []);
    return addressesOf(post).filter(([address]) => !addresses.has(address));
  });
  if (left.length + former.size === 0) return former;
  const isSaid = saidSince(said, redirects);
  const all = [...new Map([...former, ...left])]
    .filter(([address]) => !isShownAt(address, index, now))
    .map(([address, id]): FormerAddress => [address, moved.get(id ?? '') ?? id]);
  return new Map(all.filter(([address, id]) => id === null || isSaid?.(address) !== true));
}

type FormerAddress = readonly [address: string, id: string | null];

function addressesOf(post: SnapshotPost): readonly FormerAddress[] {
  const topics = topicAddresses(post).map((address): FormerAddress => [address, null]);
  return [[postAddress(post), post.id], ...topics];
}

/**
 * Whether redirects.yml says nothing any more of an address where no post is to be seen, as after a commit that undoes
 * another: history may tell of it.
 */
export function losesAddress({ index, redirects, before, now }: Situation): boolean {
  const was = before?.held.redirects ?? null;
  if (was === null || was.blobId === redirects?.blobId) return false;
  const is = redirects?.value;
  for (const from of was.value.keys())
    if (is?.has(from) !== true && postNamedBy(from) !== null && !isShownAt(from, index, now)) return true;
  return false;
}

/** Whether redirects.yml says something else of a path than before; null when it says the same of all. */
function saidSince(before: Held['redirects'], now: Held['redirects']): ((path: string) => boolean) | null {
  if (before?.blobId === now?.blobId) return null;
  return (path) => before?.value.get(path) !== now?.value.get(path);
}
