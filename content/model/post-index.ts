import type { SnapshotPost } from './post.ts';
import { type ListDifference, MOST_CHANGES } from './post-lists.ts';
import { type TopicKind, type Topics, topicsAfter } from './topics.ts';

/** Finds posts by a name that each has alone. */
export interface PostLookup {
  get(name: string): SnapshotPost | undefined;
  has(name: string): boolean;
  /** The same with these instead; null for a name that no post has any more. */
  with(changes: ReadonlyMap<string, SnapshotPost | null>): PostLookup;
}

/** Changes stand beside what they change: ten thousand entries copied at each save are felt. */
function lookupOf(
  whole: ReadonlyMap<string, SnapshotPost>,
  changed: ReadonlyMap<string, SnapshotPost | null> = new Map(),
): PostLookup {
  const get = (name: string): SnapshotPost | undefined => {
    const post = changed.get(name);
    return post === undefined ? whole.get(name) : (post ?? undefined);
  };
  return {
    get,
    has: (name) => get(name) !== undefined,
    with(changes) {
      const all = new Map([...changed, ...changes]);
      if (all.size <= MOST_CHANGES) return lookupOf(whole, all);
      const now = new Map(whole);
      for (const [name, post] of all)
        if (post === null) now.delete(name);
        else now.set(name, post);
      return lookupOf(now);
    },
  };
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
  const lookup = (key: 'slug' | 'id'): PostLookup =>
    (made[key] ??= lookupOf(new Map(posts.map((post) => [post[key], post]))));
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
