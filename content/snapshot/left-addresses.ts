import type { SnapshotPost } from '#content/model/post.ts';
import { isPostAddress, postAddress } from '#content/model/redirects.ts';
import { listDifference, wasShown } from '#content/model/snapshot.ts';
import { topicAddresses } from '#content/model/topics.ts';
import type { ContentFolder } from './snapshot-files.ts';
import type { Held, SnapshotState } from './snapshot-state.ts';

/** A commit’s posts, and the state they follow. */
interface Situation {
  readonly root: ContentFolder;
  readonly posts: readonly SnapshotPost[];
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
export function formerAddresses({ root, posts, redirects, before, now }: Situation): Held['former'] {
  if (before === null) return new Map();
  const { former, redirects: said } = before.held;
  const { gone, added } = listDifference(before.snapshot.posts, posts);
  const changed = gone.filter((post) => wasShown(post, now));
  const ids = new Set(changed.map(({ id }) => id));
  const kept = addressesShown(
    added.filter(({ id }) => ids.has(id)),
    now,
  );
  const left = changed.flatMap(addressesOf).filter(([address]) => !kept.has(address));
  const isSettled = saidSince(said, redirects);
  if (left.length === 0 && (former.size === 0 || (isSettled === null && before.root === root))) return former;
  const shown = addressesShown(posts, now);
  const all = [...new Map([...former, ...left])].filter(([address]) => !shown.has(address));
  return new Map(all.filter(([address, id]) => id === null || isSettled?.(address) !== true));
}

type FormerAddress = readonly [address: string, id: string | null];

function addressesOf(post: SnapshotPost): readonly FormerAddress[] {
  const topics = topicAddresses(post).map((address): FormerAddress => [address, null]);
  return [[postAddress(post.slug), post.id], ...topics];
}

/** The addresses of all posts that readers see, or saw; each topic's name is made an address once. */
function addressesShown(posts: readonly SnapshotPost[], now: number): ReadonlySet<string> {
  const shown = posts.filter((post) => wasShown(post, now));
  const categories = new Set(shown.map(({ category }) => category));
  return new Set([
    ...shown.map(({ slug }) => postAddress(slug)),
    ...[...categories].flatMap((category) => topicAddresses({ tags: [], category })),
    ...topicAddresses({ tags: [...new Set(shown.flatMap((post) => post.tags))], category: '' }),
  ]);
}

/**
 * Whether redirects.yml says nothing any more of an address where no post is to be seen, as after a commit that undoes
 * another: history may tell of it.
 */
export function losesAddress({ posts, redirects, before, now }: Omit<Situation, 'root'>): boolean {
  const was = before?.held.redirects ?? null;
  if (was === null || was.blobId === redirects?.blobId) return false;
  const is = new Map(redirects?.value);
  const lost = was.value.filter(([from]) => isPostAddress(from) && !is.has(from));
  if (lost.length === 0) return false;
  const shown = new Set(posts.filter((post) => wasShown(post, now)).map(({ slug }) => postAddress(slug)));
  return lost.some(([from]) => !shown.has(from));
}

/** Whether redirects.yml says something else of a path than before; null when it says the same of all. */
function saidSince(before: Held['redirects'], now: Held['redirects']): ((path: string) => boolean) | null {
  if (before?.blobId === now?.blobId) return null;
  const [was, is] = [new Map(before?.value), new Map(now?.value)];
  return (path) => was.get(path) !== is.get(path);
}
