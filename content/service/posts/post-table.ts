import type { InputOf, OutputOf } from '../../contract/operation.ts';
import type { AdminPost, PostState } from '../../contract/posts-operations.ts';
import { POST_STATES, type postsOperations } from '../../contract/posts-operations.ts';
import type { StagedPost, StageFilter } from '../../contract/publishing.ts';
import { ContentError } from '../../model/errors.ts';
import { frenchOrder } from '../../model/french-order.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { searchedTexts } from '../../model/post-fields.ts';
import { newestFirst } from '../../model/post-lists.ts';
import { type Snapshot, withoutVersion } from '../../model/snapshot.ts';
import { topicKey } from '../../model/topics.ts';
import { metadataOf, postState } from './post-version.ts';

type TableInput = InputOf<typeof postsOperations.getPostTable>;
type PostTable = OutputOf<typeof postsOperations.getPostTable>;
type Sort = TableInput['sort'];
type Facet = PostTable['categories'];

interface Asked {
  readonly snapshot: Snapshot;
  readonly input: TableInput;
  /** Ids of posts with a pending version. */
  readonly pending: ReadonlyMap<string, unknown>;
  /** How far each post has come to readers; null where saving is publishing. */
  readonly stageOf: StageOf | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** How far a post has come, as `content/service/publishing` knows it. */
export type StageOf = (post: SnapshotPost) => Readonly<Pick<StagedPost, 'stage' | 'waits'>>;

/**
 * Stretches of the admin's table. What depends on a snapshot only (orders, names, texts to search) is made once for each;
 * no text of a post is read.
 */
export function createPostTable(): (asked: Asked) => PostTable {
  const orders = new WeakMap<Snapshot, Map<Sort, readonly SnapshotPost[]>>();
  const facets = new WeakMap<Snapshot, Pick<PostTable, 'pages' | 'categories' | 'tags'>>();
  const texts = new WeakMap<SnapshotPost, string>();

  function ordered(snapshot: Snapshot, sort: Sort, now: number): readonly SnapshotPost[] {
    // The states of posts change with time.
    if (sort === 'state') return [...ordered(snapshot, 'published', now)].sort(byState(now));
    const known = orders.get(snapshot) ?? new Map<Sort, readonly SnapshotPost[]>();
    const sorted = known.get(sort) ?? [...listed(snapshot)].sort(COMPARE[sort]);
    orders.set(snapshot, known.set(sort, sorted));
    return sorted;
  }

  function namesOf(snapshot: Snapshot): Pick<PostTable, 'pages' | 'categories' | 'tags'> {
    const articles = listed(snapshot).filter(({ isPage }) => isPage !== true);
    const known = facets.get(snapshot) ?? {
      pages: listed(snapshot).length - articles.length,
      categories: facet(articles.map(({ category }) => category)),
      tags: facet(articles.flatMap(({ tags }) => tags)),
    };
    facets.set(snapshot, known);
    return known;
  }

  function textOf(post: SnapshotPost): string {
    const known = texts.get(post) ?? folded(searched(post));
    texts.set(post, known);
    return known;
  }

  return ({ snapshot, input, pending, stageOf, now }) => {
    const { sort, order, offset, limit } = input;
    const words = folded(input.search ?? '')
      .split(' ')
      .filter((word) => word !== '');
    const fits = topicFilter(input);
    const isOfKind = ({ isPage }: SnapshotPost) =>
      input.kind === undefined || (isPage === true) === (input.kind === 'page');
    const isOfState = (post: SnapshotPost) =>
      input.state === undefined || postState(post, now) === input.state;
    const isAt = stageFilter(input.stage, stageOf);
    const found = ordered(snapshot, sort, now).filter(
      (post) =>
        fits(post) &&
        isOfKind(post) &&
        isOfState(post) &&
        isAt(post) &&
        words.every((word) => textOf(post).includes(word)),
    );
    const inOrder = order === 'asc' ? found : found.toReversed();
    return {
      posts: inOrder.slice(offset, offset + limit).map((post) => row(post, pending, now)),
      total: found.length,
      counts: countByState(snapshot, now),
      ...namesOf(snapshot),
      stages: stageOf === null ? null : countByStage(snapshot, stageOf),
    };
  };
}

/** All that an author can open: a post whose text is lost is there to be written again. */
function listed(snapshot: Snapshot): readonly SnapshotPost[] {
  const lost = withoutVersion(snapshot).flatMap(({ known }) => known ?? []);
  return lost.length === 0 ? snapshot.posts : [...snapshot.posts, ...lost];
}

function row(post: SnapshotPost, pending: ReadonlyMap<string, unknown>, now: number): AdminPost {
  return {
    ...metadataOf(post),
    revision: post.revision,
    state: postState(post, now),
    hasPending: pending.has(post.id),
  };
}

function searched(post: SnapshotPost): string {
  return [post.slug, ...Object.values(searchedTexts(post)).flat()].join(' ');
}

/** A text as it is searched: lowercase, accents removed, œ and æ as two letters, each run of blanks one space. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether a post carries the tag and is of the category, of those that are given; names are the same that make one topic. */
export function topicFilter({ tag, category }: Pick<TableInput, 'tag' | 'category'>) {
  const [wantedTag, wantedCategory] = [tag, category].map((name) => name && topicKey(name));
  return (post: SnapshotPost): boolean =>
    (wantedCategory === undefined || (post.isPage !== true && topicKey(post.category) === wantedCategory)) &&
    (wantedTag === undefined ||
      (post.isPage !== true && post.tags.some((name) => topicKey(name) === wantedTag)));
}

function stageFilter(
  wanted: StageFilter | undefined,
  stageOf: StageOf | null,
): (post: SnapshotPost) => boolean {
  if (wanted === undefined) return () => true;
  if (stageOf === null) throw new ContentError('invalid', { path: '', field: 'stage', reason: NO_STAGES });
  return (post) => filtersOf(stageOf(post)).includes(wanted);
}

const NO_STAGES = 'Ici, ce qui est enregistré est en ligne aussitôt.';

/** Under which filters a post is found: what waits of a post that readers have stands beside its stage. */
function filtersOf({ stage, waits }: ReturnType<StageOf>): readonly StageFilter[] {
  return waits === null || waits === 'publication' ? [stage] : [stage, waits];
}

function countByStage(snapshot: Snapshot, stageOf: StageOf): Record<StageFilter, number> {
  const counts = { draft: 0, ready: 0, sent: 0, live: 0, change: 0, withdrawal: 0 };
  for (const post of listed(snapshot)) for (const filter of filtersOf(stageOf(post))) counts[filter] += 1;
  return counts;
}

type Compare = (a: SnapshotPost, b: SnapshotPost) => number;

/** Ascending. A draft without a date is what the author works on: it comes as if it were to be published last. */
const byDate: Compare = (a, b) => {
  if ((a.publishedAt === null) !== (b.publishedAt === null)) return a.publishedAt === null ? 1 : -1;
  return a.publishedAt === null ? frenchOrder(b.title, a.title) || newestFirst(b, a) : newestFirst(b, a);
};

const COMPARE: Readonly<Record<Exclude<Sort, 'state'>, Compare>> = {
  published: byDate,
  title: (a, b) => frenchOrder(a.title, b.title) || byDate(a, b),
  slug: (a, b) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : byDate(a, b)),
};

function byState(now: number): Compare {
  const rank = (post: SnapshotPost): number => POST_STATES.indexOf(postState(post, now));
  return (a, b) => rank(a) - rank(b);
}

function countByState(snapshot: Snapshot, now: number): Record<PostState, number> {
  const counts = { draft: 0, published: 0, scheduled: 0, withdrawn: 0 };
  for (const post of listed(snapshot)) counts[postState(post, now)] += 1;
  return counts;
}

/** Topics with how many posts carry them, in French order, under the name that is met first. */
function facet(names: readonly string[]): Facet {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const topics = new Map<string, { name: string; count: number }>();
  for (const [name, count] of counts) {
    const key = topicKey(name);
    const topic = topics.get(key) ?? { name, count: 0 };
    topic.count += count;
    topics.set(key, topic);
  }
  return [...topics.values()].sort((a, b) => frenchOrder(a.name, b.name));
}
