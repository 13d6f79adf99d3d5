import type { Capacity } from './capacity.ts';
import { imageMeant } from './paths.ts';
import type { SnapshotPost } from './post.ts';
import { isOfAClock } from './post-dates.ts';
import { createPostIndex, type PostIndex, type PostLookup } from './post-index.ts';
import { type ListDifference, listAfter, listDifference, newestFirst, placeOf } from './post-lists.ts';
import type { Redirect } from './redirects.ts';
import type { Site } from './site.ts';

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

/** The image of a snapshot that an address written in its content means; null when it has none. */
export function imageNamed(
  { images }: Pick<Snapshot, 'images'>,
  address: string | null,
  origin: string,
): { readonly path: string; readonly blobId: string } | null {
  const path = imageMeant(address, origin);
  const blobId = path === null ? undefined : images.get(path);
  return path === null || blobId === undefined ? null : { path, blobId };
}

/** What the public may see of a snapshot at one moment. */
export interface PublicView {
  readonly snapshot: Snapshot;
  /** Articles, newest first, then by id. */
  readonly posts: readonly SnapshotPost[];
  /** Pages, in the same order: they are in no list of articles. */
  readonly pages: readonly SnapshotPost[];
  readonly bySlug: PostLookup;
  readonly byId: PostLookup;
  /** The tags or categories of public posts. */
  readonly topics: PostIndex['topics'];
  /** By slug, the posts that readers saw until their `unpublishAt`: their addresses answer 410. */
  readonly withdrawn: ReadonlyMap<string, SnapshotPost>;
  /** The tags or categories of these. */
  readonly withdrawnTopics: PostIndex['topics'];
  /** Slugs of posts that readers would see, as far as is known, of which no version can be read: 503, never 404 nor 410. */
  readonly lost: ReadonlySet<string>;
  /** Milliseconds since 1970: the moment it was made for. */
  readonly since: number;
  /** Milliseconds since 1970: until when it holds; Infinity when nothing is scheduled. */
  readonly validUntil: number;
  /** What the next view is made from. */
  readonly carried: Carried;
}

interface Carried {
  readonly index: PostIndex;
  readonly withdrawnIndex: PostIndex;
  /** Posts that appear or go away some time. */
  readonly scheduled: ReadonlySet<SnapshotPost>;
}

/**
 * The public part of `snapshot` at `now` (milliseconds since 1970): published, not future, not withdrawn. `before` is a view made
 * earlier: what differs from its snapshot, and whose moment has come since, is all that is looked at.
 */
export function publicView(snapshot: Snapshot, now: number, before: PublicView | null = null): PublicView {
  const isWhole = snapshot.lost.size === 0 && before?.snapshot.lost.size === 0 && now >= before.since;
  const view = viewAfter(isWhole ? before : emptyView(snapshot, now), snapshot, now);
  return snapshot.lost.size === 0 ? view : withLost(view);
}

function emptyView(snapshot: Snapshot, now: number): PublicView {
  const empty = createPostIndex([]);
  return viewOf({
    snapshot: { ...snapshot, posts: [] },
    posts: [],
    pages: [],
    withdrawn: new Map(),
    lost: new Set(),
    since: now,
    validUntil: Number.POSITIVE_INFINITY,
    carried: { index: empty, withdrawnIndex: empty, scheduled: new Set() },
  });
}

function viewAfter(before: PublicView, snapshot: Snapshot, now: number): PublicView {
  const { since, carried } = before;
  const { gone, added } = listDifference(before.snapshot.posts, snapshot.posts);
  const isDue = (post: SnapshotPost): boolean => nextMoment(post, since) <= now;
  const due = now < before.validUntil ? [] : [...carried.scheduled].filter(isDue);
  const left = new Set([...gone, ...due]);
  const absent = new Set(gone);
  const come = [...added, ...due.filter((post) => !absent.has(post))];
  const shown = {
    gone: [...left].filter((post) => isPublic(post, since)),
    added: come.filter((post) => isPublic(post, now)),
  };
  const over = {
    gone: [...left].filter((post) => before.withdrawn.get(post.slug) === post),
    added: come.filter((post) => isOver(post, now)),
  };
  const articles = partOf(shown, (post) => post.isPage !== true);
  const posts = listAfter(before.posts, articles, newestFirst);
  const pages = listAfter(
    before.pages,
    partOf(shown, (post) => post.isPage === true),
    newestFirst,
  );
  const withdrawn = mapAfter(before.withdrawn, over);
  const isNext = [...left].some((post) => nextMoment(post, since) === before.validUntil);
  const waiting = come.filter((post) => nextMoment(post, now) < Number.POSITIVE_INFINITY);
  const scheduled = new Set([...carried.scheduled].filter((post) => !left.has(post)).concat(waiting));
  return viewOf({
    snapshot,
    posts,
    pages,
    withdrawn,
    lost: before.lost,
    since: now,
    validUntil: isNext ? firstMoment(scheduled, now) : Math.min(before.validUntil, firstMoment(waiting, now)),
    carried: {
      index: carried.index.after(pages.length === 0 ? posts : [...posts, ...pages], shown),
      withdrawnIndex: carried.withdrawnIndex.after([...withdrawn.values()], over),
      scheduled,
    },
  });
}

function partOf(
  { gone, added }: ListDifference<SnapshotPost>,
  isOfIt: (post: SnapshotPost) => boolean,
): ListDifference<SnapshotPost> {
  return { gone: gone.filter(isOfIt), added: added.filter(isOfIt) };
}

function mapAfter(
  map: ReadonlyMap<string, SnapshotPost>,
  { gone, added }: ListDifference<SnapshotPost>,
): ReadonlyMap<string, SnapshotPost> {
  if (gone.length + added.length === 0) return map;
  const after = new Map(map);
  for (const { slug } of gone) after.delete(slug);
  for (const post of added) after.set(post.slug, post);
  return after;
}

/** With what is known of posts of which no version can be read. */
function withLost(view: PublicView): PublicView {
  const { since: now, snapshot } = view;
  const unread = withoutVersion(snapshot);
  const known = unread.flatMap((post) => post.known ?? []);
  const lost = unread.filter((post) => post.known === null || isPublic(post.known, now));
  const withdrawn = mapAfter(view.withdrawn, { gone: [], added: known.filter((post) => isOver(post, now)) });
  return viewOf({
    ...view,
    withdrawn,
    lost: new Set(lost.map(({ slug }) => slug)),
    validUntil: Math.min(view.validUntil, firstMoment(known, now)),
    carried: { ...view.carried, withdrawnIndex: createPostIndex([...withdrawn.values()]) },
  });
}

type ViewParts = Omit<PublicView, 'bySlug' | 'byId' | 'topics' | 'withdrawnTopics'>;

function viewOf(parts: ViewParts): PublicView {
  const { index, withdrawnIndex } = parts.carried;
  return {
    ...parts,
    get bySlug() {
      return index.bySlug;
    },
    get byId() {
      return index.byId;
    },
    topics: index.topics,
    withdrawnTopics: withdrawnIndex.topics,
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

/** What tells when readers see a post. */
export type Moments = Pick<SnapshotPost, 'isPublished' | 'publishedAt' | 'unpublishedAt'>;

/** Whether readers may see the post at `now`. */
export function isPublic(post: Moments, now: number): boolean {
  if (!post.isPublished || post.publishedAt === null || post.publishedAt > now) return false;
  return post.unpublishedAt === null || post.unpublishedAt > now;
}

/**
 * Whether readers see the post at `now`, or did until its `unpublishAt`: somebody may know its address, which is never
 * left without an answer. A date that a clock gave was never to come: where `now` is before it, the clock was set back.
 */
export function wasShown({ isPublished, publishedAt, unpublishedAt }: Moments, now: number): boolean {
  if (!isPublished || publishedAt === null || (publishedAt > now && !isOfAClock(publishedAt))) return false;
  return unpublishedAt === null || unpublishedAt > publishedAt;
}

/** Whether readers saw the post until its `unpublishAt`. */
function isOver(post: Moments, now: number): boolean {
  return post.unpublishedAt !== null && post.unpublishedAt <= now && wasShown(post, now);
}

/** When the first of these posts appears or goes away; Infinity for none. */
function firstMoment(posts: Iterable<SnapshotPost>, now: number): number {
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
  const at = placeOf(posts, post, newestFirst);
  if (posts[at]?.id !== post.id) return { newer: null, older: null };
  return { newer: posts[at - 1] ?? null, older: posts[at + 1] ?? null };
}
