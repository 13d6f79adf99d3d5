import type { SnapshotPost } from './post.ts';

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
  const found = words.length === 0 ? [] : bestOf(posts, words, limit);
  if (found.length === limit) return found;
  const latest = posts.slice(0, limit).filter((post) => !found.includes(post));
  return [...found, ...latest].slice(0, limit);
}

/** The few best, kept in order while the list is read once: of ten thousand posts most may share a word. */
function bestOf(
  posts: readonly SnapshotPost[],
  words: readonly Word[],
  limit: number,
): readonly SnapshotPost[] {
  const best: { readonly post: SnapshotPost; readonly score: number }[] = [];
  for (const post of posts) {
    const score = scoreOf(post, words);
    if (score === 0 || (best.length === limit && score <= (best[limit - 1]?.score ?? 0))) continue;
    const place = best.findIndex((other) => other.score < score);
    best.splice(place === -1 ? best.length : place, 0, { post, score });
    best.length = Math.min(best.length, limit);
  }
  return best.map(({ post }) => post);
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
export function tellingWords(slug: string): readonly string[] {
  const words = slug.toLowerCase().split('-');
  const telling = words.filter((word) => word.length >= MIN_LENGTH && !COMMON.has(word));
  return [...new Set(telling.map((word) => word.replace(/(?<=...)[sx]$/, '')))];
}

function scoreOf({ slug }: SnapshotPost, words: readonly Word[]): number {
  let score = 0;
  for (const { first, within } of words) if (slug.startsWith(first) || slug.includes(within)) score += 1;
  return score;
}
