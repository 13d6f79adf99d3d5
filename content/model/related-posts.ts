import type { SnapshotPost } from './post.ts';
import { listDifference } from './post-lists.ts';
import { slugFromTitle } from './slug.ts';
import type { PublicView } from './snapshot.ts';

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
  const sharing = new Map<string, SnapshotPost[]>();
  const marks = createMarks();
  let indexed: readonly SnapshotPost[] = [];

  function follow({ posts }: Pick<PublicView, 'posts'>): void {
    if (posts === indexed) return;
    const { gone, added } = listDifference(indexed, posts);
    for (const post of gone) forget(post);
    for (const post of added) note(post);
    indexed = posts;
  }

  function note(post: SnapshotPost): void {
    for (const mark of marks(post)) {
      const others = sharing.get(mark);
      if (others === undefined) sharing.set(mark, [post]);
      else others.push(post);
    }
  }

  function forget(post: SnapshotPost): void {
    for (const mark of marks(post)) {
      const others = sharing.get(mark) ?? [];
      const at = others.indexOf(post);
      if (at !== -1) others.splice(at, 1);
      if (others.length === 0) sharing.delete(mark);
    }
  }

  /** Public posts that have something in common with this one, those with most first, then the newest. */
  return (view: Pick<PublicView, 'posts'>, post: SnapshotPost, limit: number): readonly SnapshotPost[] => {
    follow(view);
    const scores = new Map<SnapshotPost, number>();
    for (const mark of new Set([...marks(post), ...excerptWords(post)])) {
      const others = sharing.get(mark);
      if (others === undefined || others.length > MAX_SHARING) continue;
      const weight = Math.log((indexed.length + 1) / others.length) * (mark.startsWith('#') ? TAG_WEIGHT : 1);
      for (const other of others)
        if (other.id !== post.id) scores.set(other, (scores.get(other) ?? 0) + weight);
    }
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

/** What a post is found by: its tags and its category, as `#tag`, each made once, and the words of its address. */
function createMarks() {
  const known = new Map<string, string>();
  function chosen(name: string): string {
    const mark = known.get(name) ?? `#${slugFromTitle(name)}`;
    known.set(name, mark);
    return mark;
  }
  return ({ slug, tags, category }: SnapshotPost): ReadonlySet<string> =>
    new Set([...tags.map(chosen), chosen(category), ...tellingWords(slug)]);
}

/** Its excerpt says what it is about too; others are not looked for by theirs, which would take ten times the room. */
function excerptWords({ excerpt }: SnapshotPost): readonly string[] {
  return tellingWords(slugFromTitle(excerpt));
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
  const words = slug.toLowerCase().split('-');
  const telling = words.filter((word) => word.length >= MIN_LENGTH && !COMMON.has(word));
  return [...new Set(telling.map((word) => word.replace(/(?<=...)[sx]$/, '')))];
}

function scoreOf({ slug }: SnapshotPost, words: readonly Word[]): number {
  let score = 0;
  for (const { first, within } of words) if (slug.startsWith(first) || slug.includes(within)) score += 1;
  return score;
}
