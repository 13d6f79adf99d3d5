import { uuidOfPath } from '#content/files/post-file.ts';
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

type Moving = Pick<SnapshotPost, 'id' | 'path' | 'revision' | 'title'>;

/**
 * Where posts went whose files state no id, so that another path made another post of each: by the id that each had, the one it
 * has now. It is the one new post with the same bytes, or else with the same title.
 */
export function movedWithoutId({ gone, added }: ListDifference<Moving>): ReadonlyMap<string, string> {
  const [before, after] = [new Set(gone.map(({ id }) => id)), new Set(added.map(({ id }) => id))];
  const lost = gone.filter(({ id, path }) => !after.has(id) && id === uuidOfPath(path));
  if (lost.length === 0) return new Map();
  const fresh = added.filter(({ id }) => !before.has(id));
  const byBytes = new Map(pairs(lost, fresh, ({ revision }) => revision));
  const rest = unpaired({ gone: lost, added: fresh }, byBytes);
  return new Map([...byBytes, ...pairs(rest.gone, rest.added, ({ title }) => title)]);
}

/** Those that went nowhere yet, and those that nothing became yet. */
export function unpaired<Post extends Pick<SnapshotPost, 'id'>>(
  { gone, added }: ListDifference<Post>,
  moved: ReadonlyMap<string, string>,
): ListDifference<Post> {
  const arrived = new Set(moved.values());
  return { gone: gone.filter(({ id }) => !moved.has(id)), added: added.filter(({ id }) => !arrived.has(id)) };
}

/** The ids of those that have something in common that none of the others has. */
function pairs(
  lost: readonly Moving[],
  fresh: readonly Moving[],
  keyOf: (post: Moving) => string,
): readonly (readonly [from: string, to: string])[] {
  const [from, to] = [onlyOnes(lost, keyOf), onlyOnes(fresh, keyOf)];
  return [...from].flatMap(([key, old]) => {
    const now = to.get(key) ?? null;
    return old === null || now === null ? [] : [[old.id, now.id] as const];
  });
}

/** By key, the post that has it alone; null where several do. */
function onlyOnes(
  posts: readonly Moving[],
  keyOf: (post: Moving) => string,
): ReadonlyMap<string, Moving | null> {
  const found = new Map<string, Moving | null>();
  for (const post of posts) found.set(keyOf(post), found.has(keyOf(post)) ? null : post);
  return found;
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
  const is = new Map(redirects?.value);
  return was.value.some(
    ([from]) => postNamedBy(from) !== null && !is.has(from) && !isShownAt(from, index, now),
  );
}

/** Whether redirects.yml says something else of a path than before; null when it says the same of all. */
function saidSince(before: Held['redirects'], now: Held['redirects']): ((path: string) => boolean) | null {
  if (before?.blobId === now?.blobId) return null;
  const [was, is] = [new Map(before?.value), new Map(now?.value)];
  return (path) => was.get(path) !== is.get(path);
}
