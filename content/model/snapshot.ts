import type { Capacity } from './capacity.ts';
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

/** What the public may see of a snapshot at one moment. */
export interface PublicView {
  readonly snapshot: Snapshot;
  /** Newest first, then by id. */
  readonly posts: readonly SnapshotPost[];
  readonly bySlug: ReadonlyMap<string, SnapshotPost>;
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
 * The public part of `snapshot` at `now` (milliseconds since 1970): published, not future, not withdrawn. `before` is a
 * view made earlier, whose order is taken over: sorting ten thousand posts anew is felt at every save.
 */
export function publicView(snapshot: Snapshot, now: number, before: PublicView | null = null): PublicView {
  const visible = new Set<SnapshotPost>();
  const withdrawn = new Map<string, SnapshotPost>();
  let validUntil = Number.POSITIVE_INFINITY;
  for (const post of snapshot.posts) {
    const moment = nextMoment(post, now);
    if (moment < validUntil) validUntil = moment;
    if (isPublic(post, now)) visible.add(post);
    else if (wasShown(post, now)) withdrawn.set(post.slug, post);
  }
  const lost = new Set<string>();
  for (const { slug, known } of withoutVersion(snapshot)) {
    if (known !== null) validUntil = Math.min(validUntil, nextMoment(known, now));
    if (known === null || isPublic(known, now)) lost.add(slug);
    else if (wasShown(known, now)) withdrawn.set(slug, known);
  }
  const stayed = before === null ? [] : before.posts.filter((post) => visible.delete(post));
  // One long run in order, then the few that are new: the sort merely checks the first.
  const posts = [...stayed, ...visible].sort(newestFirst);
  let byId: PublicView['byId'] | null = null;
  return {
    snapshot,
    posts,
    bySlug: new Map(posts.map((post) => [post.slug, post])),
    // Pages never ask for it: it is made when a call does.
    get byId() {
      byId ??= new Map(posts.map((post) => [post.id, post]));
      return byId;
    },
    topics: createTopics(posts),
    withdrawn,
    withdrawnTopics: createTopics([...withdrawn.values()]),
    lost,
    since: now,
    validUntil,
  };
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
  let [low, high] = [0, posts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = posts[middle];
    if (other !== undefined && newestFirst(other, post) < 0) low = middle + 1;
    else high = middle;
  }
  if (posts[low]?.id !== post.id) return { newer: null, older: null };
  return { newer: posts[low - 1] ?? null, older: posts[low + 1] ?? null };
}
