import type { Capacity } from './capacity.ts';
import { withoutSharedEnds } from './difference/word-difference.ts';
import type { SnapshotPost } from './post.ts';
import type { Redirect } from './redirects.ts';
import type { Site } from './site.ts';
import { type TopicKind, type Topics, topicsOf } from './topics.ts';

/** A file that cannot be read or breaks a rule. `line` counts from 1; 0 when no line is to blame. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  /** A French sentence. */
  readonly reason: string;
  /** The git object that is damaged or missing, where that is what is wrong. */
  readonly object?: string;
  /** The file, or what is in the folder, is read and served all the same. */
  readonly isServed?: true;
}

/** The file of a post whose bytes the repository lost, and that nothing is served instead of, or an older version. */
export interface LostPost {
  readonly path: string;
  /** The git object that is damaged or missing. */
  readonly object: string;
  /** What was known of the post, from before it was lost; null when nothing was. */
  readonly known: SnapshotPost | null;
}

/** Everything at one commit, parsed and checked, immutable. */
export interface Snapshot {
  readonly commit: string;
  readonly posts: readonly SnapshotPost[];
  readonly site: Site;
  /** Blob id of site.yml as served, '' for the built-in one. */
  readonly siteId: string;
  readonly capacity: Capacity;
  readonly capacityId: string;
  /** Image path in the repository (images/…) → blob id. */
  readonly images: ReadonlyMap<string, string>;
  /** Old path of the site → the path it leads to, or `gone` (redirects.ts says how it is followed). */
  readonly redirects: ReadonlyMap<string, string>;
  /** Blob id of redirects.yml, '' when there is none. */
  readonly redirectsId: string;
  /** Those among them that redirects.yml does not say: posts were renamed or deleted by other programs. */
  readonly derivedRedirects: readonly Redirect[];
  /** Addresses of tags and categories that were left by the last article readers saw there. */
  readonly formerTopics: ReadonlySet<string>;
  readonly problems: readonly Problem[];
  /** Slugs whose last readable version is still being looked for: 503, never 404 (docs/design.md, The content repository). */
  readonly searching: ReadonlySet<string>;
  /** By slug. Those of which an older version can be read are among `posts` all the same. */
  readonly lost: ReadonlyMap<string, LostPost>;
}

/** Finds posts by their slug. */
interface PostLookup {
  get(slug: string): SnapshotPost | undefined;
  has(slug: string): boolean;
  /** The same with these instead; null for a slug that no post has any more. */
  with(changes: ReadonlyMap<string, SnapshotPost | null>): PostLookup;
}

/** What the public may see of a snapshot at one moment. */
export interface PublicView {
  readonly snapshot: Snapshot;
  /** Newest first, then by id. */
  readonly posts: readonly SnapshotPost[];
  readonly bySlug: PostLookup;
  readonly byId: ReadonlyMap<string, SnapshotPost>;
  /** The tags or categories of public posts. */
  readonly topics: Readonly<Record<TopicKind, Topics>>;
  /** By slug, the posts that readers saw until their `unpublishAt`: their addresses answer 410. */
  readonly withdrawn: ReadonlyMap<string, SnapshotPost>;
  /** The tags or categories of these. */
  readonly withdrawnTopics: Readonly<Record<TopicKind, Topics>>;
  /** Slugs of posts that readers would see, as far as is known, of which no version can be read: 503, never 404 nor 410. */
  readonly lost: ReadonlySet<string>;
  /** Milliseconds since 1970: the moment it was made for. */
  readonly since: number;
  /** Milliseconds since 1970: until when it holds; Infinity when nothing is scheduled. */
  readonly validUntil: number;
}

/**
 * The public part of `snapshot` at `now` (milliseconds since 1970): published, not future, not withdrawn. `before` is a view made
 * earlier: where no moment of a post has come since, what differs from its snapshot is all that is looked at.
 */
export function publicView(snapshot: Snapshot, now: number, before: PublicView | null = null): PublicView {
  return (before === null ? null : viewAfter(before, snapshot, now)) ?? wholeView(snapshot, now);
}

function wholeView(snapshot: Snapshot, now: number): PublicView {
  const posts: SnapshotPost[] = [];
  const withdrawn = new Map<string, SnapshotPost>();
  for (const post of snapshot.posts)
    if (isPublic(post, now)) posts.push(post);
    else if (wasShown(post, now)) withdrawn.set(post.slug, post);
  const lost = new Set<string>();
  const unread = withoutVersion(snapshot);
  for (const { slug, known } of unread)
    if (known === null || isPublic(known, now)) lost.add(slug);
    else if (wasShown(known, now)) withdrawn.set(slug, known);
  const known = unread.flatMap((post) => post.known ?? []);
  posts.sort(newestFirst);
  return viewOf({
    ...{ snapshot, posts, withdrawn, lost, since: now },
    bySlug: lookupOf(new Map(posts.map((post) => [post.slug, post]))),
    validUntil: Math.min(firstMoment(snapshot.posts, now), firstMoment(known, now)),
  });
}

/** Null where more differs from the view before than its posts: a moment has come, or bytes are lost. */
function viewAfter(before: PublicView, snapshot: Snapshot, now: number): PublicView | null {
  if (now < before.since || now >= before.validUntil) return null;
  if (before.snapshot.lost.size + snapshot.lost.size > 0) return null;
  const { gone, added } = listDifference(before.snapshot.posts, snapshot.posts);
  if (before.validUntil < Number.POSITIVE_INFINITY && firstMoment(gone, now) === before.validUntil)
    return null;
  const [posts, withdrawn] = [[...before.posts], new Map(before.withdrawn)];
  const changes = new Map<string, SnapshotPost | null>();
  for (const post of gone) {
    const at = placeOf(posts, post);
    if (posts[at] === post) posts.splice(at, 1);
    changes.set(post.slug, null);
    withdrawn.delete(post.slug);
  }
  for (const post of added)
    if (isPublic(post, now)) {
      posts.splice(placeOf(posts, post), 0, post);
      changes.set(post.slug, post);
    } else if (wasShown(post, now)) withdrawn.set(post.slug, post);
  const bySlug = before.bySlug.with(changes);
  const validUntil = Math.min(before.validUntil, firstMoment(added, now));
  return viewOf({ snapshot, posts, bySlug, withdrawn, lost: before.lost, since: now, validUntil });
}

/** More changes than this are put into one map again. */
const MOST_CHANGES = 500;

/** Changes stand beside what they change: ten thousand entries copied at each save are felt. */
function lookupOf(
  whole: ReadonlyMap<string, SnapshotPost>,
  changed: ReadonlyMap<string, SnapshotPost | null> = new Map(),
): PostLookup {
  const get = (slug: string): SnapshotPost | undefined => {
    const post = changed.get(slug);
    return post === undefined ? whole.get(slug) : (post ?? undefined);
  };
  return {
    get,
    has: (slug) => get(slug) !== undefined,
    with(changes) {
      const all = new Map([...changed, ...changes]);
      if (all.size <= MOST_CHANGES) return lookupOf(whole, all);
      const now = new Map<string, SnapshotPost | null>([...whole, ...all]);
      return lookupOf(new Map([...now].flatMap(([slug, post]) => (post === null ? [] : [[slug, post]]))));
    },
  };
}

/** What pages never ask for, or few of them, is made when it is asked for. */
function viewOf(parts: Omit<PublicView, 'byId' | 'topics' | 'withdrawnTopics'>): PublicView {
  let byId: PublicView['byId'] | null = null;
  return {
    ...parts,
    get byId() {
      byId ??= new Map(parts.posts.map((post) => [post.id, post]));
      return byId;
    },
    topics: createTopics(parts.posts),
    withdrawnTopics: createTopics([...parts.withdrawn.values()]),
  };
}

/** What a list has no longer, and what it has since. */
interface ListDifference<Item> {
  readonly gone: readonly Item[];
  readonly added: readonly Item[];
}

/** Compares two lists in which what stayed are the same objects; a few changes that stand together cost next to nothing. */
export function listDifference<Item>(before: readonly Item[], after: readonly Item[]): ListDifference<Item> {
  const { oldStart, oldEnd, newStart, newEnd } = withoutSharedEnds(before, after);
  const [old, fresh] = [before.slice(oldStart, oldEnd), after.slice(newStart, newEnd)];
  const [was, is] = [new Set(old), new Set(fresh)];
  return { gone: old.filter((item) => !is.has(item)), added: fresh.filter((item) => !was.has(item)) };
}

/** A list of posts never changes: where each is stands beside it, from the first time that somebody asks. */
const placesById = new WeakMap<readonly SnapshotPost[], ReadonlyMap<string, number>>();

/** Where the post with this id is in a list, without a look at the others; -1 where it is not. */
export function placeById(posts: readonly SnapshotPost[], id: string): number {
  const places = placesById.get(posts) ?? new Map(posts.map((post, place) => [post.id, place]));
  placesById.set(posts, places);
  return places.get(id) ?? -1;
}

/** Whether the repository lost the bytes of the file at a path: writing it again takes nothing from anybody. */
export function isLostAt({ problems }: Pick<Snapshot, 'problems'>, path: string): boolean {
  return problems.some((problem) => problem.path === path && problem.object !== undefined);
}

/** The lost posts of which nothing is served. */
export function withoutVersion({
  posts,
  lost,
}: Pick<Snapshot, 'posts' | 'lost'>): readonly (LostPost & { readonly slug: string })[] {
  if (lost.size === 0) return [];
  const served = new Set(posts.map(({ slug }) => slug));
  return [...lost].filter(([slug]) => !served.has(slug)).map(([slug, post]) => ({ ...post, slug }));
}

/** They are made when a page of theirs is asked for. */
function createTopics(posts: readonly SnapshotPost[]): PublicView['topics'] {
  let tags: Topics | null = null;
  let categories: Topics | null = null;
  return {
    get tag() {
      tags ??= topicsOf('tag', posts);
      return tags;
    },
    get category() {
      categories ??= topicsOf('category', posts);
      return categories;
    },
  };
}

/** What tells when readers see a post. */
export type Moments = Pick<SnapshotPost, 'isPublished' | 'publishedAt' | 'unpublishedAt'>;

/** Whether readers may see the post at `now`. */
export function isPublic(post: Moments, now: number): boolean {
  if (!post.isPublished || post.publishedAt === null || post.publishedAt > now) return false;
  return post.unpublishedAt === null || post.unpublishedAt > now;
}

/**
 * Whether readers see the post at `now`, or did until its `unpublishAt`: somebody may know its address, which is never
 * left without an answer.
 */
export function wasShown({ isPublished, publishedAt, unpublishedAt }: Moments, now: number): boolean {
  if (!isPublished || publishedAt === null || publishedAt > now) return false;
  return unpublishedAt === null || unpublishedAt > publishedAt;
}

type Ordered = Pick<SnapshotPost, 'id' | 'publishedAt'>;

/** Newest first, then by id (docs/design.md, The content repository). */
export function newestFirst(a: Ordered, b: Ordered): number {
  const byDate = (b.publishedAt ?? 0) - (a.publishedAt ?? 0);
  if (byDate !== 0) return byDate;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** When the first of these posts appears or goes away; Infinity for none. */
function firstMoment(posts: readonly SnapshotPost[], now: number): number {
  let first = Number.POSITIVE_INFINITY;
  for (const post of posts) first = Math.min(first, nextMoment(post, now));
  return first;
}

/** When the post next appears or goes away, if it does. */
function nextMoment(post: SnapshotPost, now: number): number {
  if (!post.isPublished || post.publishedAt === null) return Number.POSITIVE_INFINITY;
  if (post.publishedAt > now) return post.publishedAt;
  if (post.unpublishedAt !== null && post.unpublishedAt > now) return post.unpublishedAt;
  return Number.POSITIVE_INFINITY;
}

/** The posts before and after one in time; null at the ends. */
export interface Neighbours {
  readonly newer: SnapshotPost | null;
  readonly older: SnapshotPost | null;
}

/** Those of a public post in the order of lists; none for a post that is not public. */
export function neighboursOf({ posts }: Pick<PublicView, 'posts'>, post: SnapshotPost): Neighbours {
  const at = placeOf(posts, post);
  if (posts[at]?.id !== post.id) return { newer: null, older: null };
  return { newer: posts[at - 1] ?? null, older: posts[at + 1] ?? null };
}

/** Where a post stands, or would, in a list that is in the order of lists. */
function placeOf(posts: readonly SnapshotPost[], post: SnapshotPost): number {
  let [low, high] = [0, posts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = posts[middle];
    if (other !== undefined && newestFirst(other, post) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
