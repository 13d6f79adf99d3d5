import type { SnapshotPost } from './post.ts';
import { slugFromTitle } from './slug.ts';
import { listDifference, type PublicView } from './snapshot.ts';

/** A tag was chosen to say what a post is about; a word of its address may be there by chance. */
const TAG_WEIGHT = 3;
/** What more posts than this have in common tells nothing, and would take long to count. */
const MAX_SHARING = 1_000;

/**
 * Finds the posts that have most in common with one: tags, category, telling words; what few posts share counts for more.
 * The answer depends on the view alone. What is known of its posts is kept from one view to the next: a commit costs what
 * it changed.
 */
export function createRelatedPosts() {
  const topics = createSharing(slugFromTitle);
  const words = createSharing(singular);
  let indexed: readonly SnapshotPost[] = [];

  function follow({ posts }: Pick<PublicView, 'posts'>): void {
    if (posts === indexed) return;
    const { gone, added } = listDifference(indexed, posts);
    for (const post of gone) {
      for (const name of topicsOf(post)) topics.remove(name, post);
      forEachTellingWord(post.slug, (word) => words.remove(word, post));
    }
    for (const post of added) {
      for (const tag of post.tags) topics.add(tag, post);
      topics.add(post.category, post);
      forEachTellingWord(post.slug, (word) => words.add(word, post));
    }
    indexed = posts;
  }

  /** Public posts that have something in common with this one, those with most first, then the newest. */
  return (view: Pick<PublicView, 'posts'>, post: SnapshotPost, limit: number): readonly SnapshotPost[] => {
    follow(view);
    const scores = new Map<SnapshotPost, number>();
    const count = (sharing: readonly SnapshotPost[], weight: number): void => {
      if (sharing.length > MAX_SHARING) return;
      const score = Math.log((indexed.length + 1) / sharing.length) * weight;
      for (const other of sharing)
        if (other.id !== post.id) scores.set(other, (scores.get(other) ?? 0) + score);
    };
    for (const sharing of topics.of(topicsOf(post))) count(sharing, TAG_WEIGHT);
    // Its excerpt says what it is about too; others are not looked for by theirs, which would take ten times the room.
    const telling = [...tellingWords(post.slug), ...tellingWords(slugFromTitle(post.excerpt))];
    for (const sharing of words.of(telling)) count(sharing, 1);
    return fewBest(scores, byScoreAndDate, limit);
  };
}

export type RelatedPosts = ReturnType<typeof createRelatedPosts>;

type Scored = readonly [post: SnapshotPost, score: number];

/** The few first, kept in order while all are gone through: of ten thousand posts most may share a word. */
function fewBest(
  scored: Iterable<Scored>,
  compare: (a: Scored, b: Scored) => number,
  limit: number,
): readonly SnapshotPost[] {
  const best: Scored[] = [];
  for (const one of scored) {
    const last = best[limit - 1];
    if (last !== undefined && compare(one, last) >= 0) continue;
    const place = best.findIndex((other) => compare(one, other) < 0);
    best.splice(place === -1 ? best.length : place, 0, one);
    best.length = Math.min(best.length, limit);
  }
  return best.map(([post]) => post);
}

function byScoreAndDate([a, scoreOfA]: Scored, [b, scoreOfB]: Scored): number {
  // Sums made in another order differ in their last digits.
  const difference = Math.round((scoreOfB - scoreOfA) * 1e6);
  return difference || (b.publishedAt ?? 0) - (a.publishedAt ?? 0) || (a.id < b.id ? -1 : 1);
}

function byScore([, a]: Scored, [, b]: Scored): number {
  return b - a;
}

function topicsOf({ tags, category }: SnapshotPost): readonly string[] {
  return [...tags, category];
}

/**
 * The posts that have something, by its name; `keyOf` says which names mean the same. A name is looked at closely once, for ten thousand
 * posts are noted before the first page of a start.
 */
function createSharing(keyOf: (name: string) => string) {
  const lists = new Map<string, SnapshotPost[]>();
  const listOf = (name: string): SnapshotPost[] => lists.get(name) ?? lists.get(keyOf(name)) ?? [];
  return {
    add(name: string, post: SnapshotPost): void {
      let list = lists.get(name);
      if (list === undefined) {
        const key = keyOf(name);
        list = lists.get(key) ?? [post];
        lists.set(key, list).set(name, list);
      }
      // Two of a post's names may mean the same.
      if (list[list.length - 1] !== post) list.push(post);
    },
    remove(name: string, post: SnapshotPost): void {
      const list = listOf(name);
      const at = list.indexOf(post);
      if (at !== -1) list.splice(at, 1);
    },
    /** Of names, each list once. */
    of: (names: readonly string[]): ReadonlySet<readonly SnapshotPost[]> => new Set(names.map(listOf)),
  };
}

/** Shorter words of a slug say too little: articles, prepositions. */
const MIN_LENGTH = 4;
/** Words of four letters and more that are in many French titles. */
const COMMON = new Set(
  'avec avoir cette comment dans elle entre etre faire leur mais meme nous pour pourquoi quand quel quelle sans sont sous tout toute tous vers votre vous'.split(
    ' ',
  ),
);

/**
 * The posts whose address has most words of `slug` in it, those before in the list first among equals, then the first of
 * the list, `limit` in all. Plural and singular count as one word.
 */
export function similarPosts(
  posts: readonly SnapshotPost[],
  { slug, limit }: { readonly slug: string; readonly limit: number },
): readonly SnapshotPost[] {
  const words = wordsOf(slug);
  const found = words.length === 0 ? [] : fewBest(scored(posts, words), byScore, limit);
  if (found.length === limit) return found;
  const latest = posts.slice(0, limit).filter((post) => !found.includes(post));
  return [...found, ...latest].slice(0, limit);
}

function* scored(posts: readonly SnapshotPost[], words: readonly Word[]): Generator<Scored> {
  for (const post of posts) {
    const score = scoreOf(post, words);
    if (score > 0) yield [post, score];
  }
}

/** A word as it begins an address, and as it stands within one. */
interface Word {
  readonly first: string;
  readonly within: string;
}

function wordsOf(slug: string): readonly Word[] {
  return tellingWords(slug).map((first) => ({ first, within: `-${first}` }));
}

/** The words of a slug that say what it is about, in the singular, each once. */
function tellingWords(slug: string): readonly string[] {
  const words = new Set<string>();
  forEachTellingWord(slug.toLowerCase(), (word) => words.add(singular(word)));
  return [...words];
}

function forEachTellingWord(slug: string, use: (word: string) => void): void {
  for (let start = 0; start < slug.length; ) {
    const dash = slug.indexOf('-', start);
    const end = dash === -1 ? slug.length : dash;
    if (end - start >= MIN_LENGTH) {
      const word = slug.slice(start, end);
      if (!COMMON.has(word)) use(word);
    }
    start = end + 1;
  }
}

function singular(word: string): string {
  return /[sx]$/.test(word) ? word.slice(0, -1) : word;
}

function scoreOf({ slug }: SnapshotPost, words: readonly Word[]): number {
  let score = 0;
  for (const { first, within } of words) if (slug.startsWith(first) || slug.includes(within)) score += 1;
  return score;
}
