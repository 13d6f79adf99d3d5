import { groupedBy } from './grouped.ts';
import type { SnapshotPost } from './post.ts';
import type { ListDifference } from './post-lists.ts';
import { type TopicKind, type Topics, topicsAfter } from './topics.ts';

/** Finds posts by a name that each has alone. */
export interface PostLookup {
  get(name: string): SnapshotPost | undefined;
  has(name: string): boolean;
  /** The same with these instead; null for a name that no post has any more. */
  with(changes: ReadonlyMap<string, SnapshotPost | null>): PostLookup;
}

/** Undefined while no post stands on it. */
type Shelf = ReadonlyMap<string, SnapshotPost> | undefined;

/** Posts stand on shelves by their names, and a change makes its own anew: ten thousand entries copied at each save are felt. */
function lookupOf(shelves: readonly Shelf[]): PostLookup {
  const get = (name: string): SnapshotPost | undefined => shelves[shelfOf(name)]?.get(name);
  return {
    get,
    has: (name) => get(name) !== undefined,
    with(changes) {
      const next = [...shelves];
      for (const [at, some] of groupedBy(changes, ([name]) => shelfOf(name))) {
        const shelf = new Map(shelves[at]);
        for (const [name, post] of some)
          if (post === null) shelf.delete(name);
          else shelf.set(name, post);
        next[at] = shelf;
      }
      return lookupOf(next);
    },
  };
}

const SHELVES = 1024;

/** The first of a list: ten thousand posts take a fifth of what they would as so many changes. */
function lookupIn(posts: readonly SnapshotPost[], key: 'slug' | 'id'): PostLookup {
  const shelves = new Array<Map<string, SnapshotPost> | undefined>(SHELVES);
  for (const post of posts) (shelves[shelfOf(post[key])] ??= new Map()).set(post[key], post);
  return lookupOf(shelves);
}

/** FNV-1a (draft-eastlake-fnv) of the code units: names that differ in their ends alone are spread too. */
function shelfOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (SHELVES - 1);
}

/** What a list of posts is asked for by name. */
export interface PostIndex {
  readonly bySlug: PostLookup;
  readonly byId: PostLookup;
  readonly topics: Readonly<Record<TopicKind, Topics>>;
  /** That of the list after a difference. */
  after(posts: readonly SnapshotPost[], difference: ListDifference<SnapshotPost>): PostIndex;
}

/** The parts of an index that were asked for. */
interface Made {
  slug?: PostLookup | undefined;
  id?: PostLookup | undefined;
  tag?: Topics | undefined;
  category?: Topics | undefined;
}

/** Each part is made when it is first asked for, and from then on goes from one list to the next by what differs. */
export function createPostIndex(posts: readonly SnapshotPost[], made: Made = {}): PostIndex {
  const lookup = (key: 'slug' | 'id'): PostLookup => (made[key] ??= lookupIn(posts, key));
  const topics = (kind: TopicKind): Topics =>
    (made[kind] ??= topicsAfter(kind, new Map(), { gone: [], added: posts }));
  return {
    get bySlug() {
      return lookup('slug');
    },
    get byId() {
      return lookup('id');
    },
    topics: {
      get tag() {
        return topics('tag');
      },
      get category() {
        return topics('category');
      },
    },
    after(next, difference) {
      const { slug, id, tag, category } = made;
      return createPostIndex(next, {
        slug: slug?.with(changesOf(difference, 'slug')),
        id: id?.with(changesOf(difference, 'id')),
        tag: tag && topicsAfter('tag', tag, difference),
        category: category && topicsAfter('category', category, difference),
      });
    },
  };
}

/** A list of posts never changes: what it is asked for stands beside it, from the first time that somebody asks. */
const indexes = new WeakMap<readonly SnapshotPost[], PostIndex>();

/** The index of a list; `make` knows a quicker way than to go through the list, as from that of the list before it. */
export function indexOf(
  posts: readonly SnapshotPost[],
  make: () => PostIndex = () => createPostIndex(posts),
): PostIndex {
  const index = indexes.get(posts) ?? make();
  indexes.set(posts, index);
  return index;
}

function changesOf(
  { gone, added }: ListDifference<SnapshotPost>,
  key: 'slug' | 'id',
): ReadonlyMap<string, SnapshotPost | null> {
  return new Map<string, SnapshotPost | null>([
    ...gone.map((post) => [post[key], null] as const),
    ...added.map((post) => [post[key], post] as const),
  ]);
}
