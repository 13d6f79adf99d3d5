import { lookClosely } from './close-look.ts';
import type { Matches } from './match.ts';
import { createPhraseFilter } from './phrases.ts';
import type { Phrase } from './query.ts';
import type { Ranked, Wanted } from './ranked.ts';

/**
 * Posts looked at closely, those that seem best. They are the same whichever part of the list is asked for: no post is
 * on two pages of results, or on none.
 */
const CLOSELY = 60;
/** Posts with all words come before those with some. */
const COMPLETE = 1000;
/** The share of a question, by rarity, that a post must hold when it does not hold all. */
const LEAST_SHARE = 0.3;
const NONE: readonly number[] = [];

interface RankOptions {
  readonly matches: readonly Matches[];
  readonly wanted: readonly Wanted[];
  readonly phrases: readonly Phrase[];
  /** The part of the list that is asked for. */
  readonly slice: Slice;
}

/** Of a list of posts those from `offset` on, `limit` at most. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export interface RankedPosts {
  /** Those asked for, best first. */
  readonly best: readonly Ranked[];
  /** How many hold every word, and how many hold enough of them. */
  readonly complete: number;
  readonly partial: number;
}

/** Which posts match, best first: those that hold every word before those that hold enough of them. */
export function rank({ matches, wanted, phrases, slice }: RankOptions): RankedPosts {
  const all = 2 ** wanted.length - 1;
  const rarities = wanted.reduce((sum, { rarity }) => sum + rarity, 0);
  const shares = createShares(wanted, rarities);
  const best = createBest(Math.max(CLOSELY, slice.offset + slice.limit));
  let complete = 0;
  let partial = 0;
  for (const [part, match] of matches.entries()) {
    const { searched, words, scores } = match;
    const follows = createPhraseFilter(match, wanted, phrases);
    for (let document = 0; document < words.length; document += 1) {
      const held = words[document] ?? 0;
      if (held === 0 || !follows(document, held)) continue;
      const copies = searched.copies.get(document) ?? NONE;
      if (held === all) complete += 1 + copies.length;
      const share = shares(held);
      if (share < LEAST_SHARE) continue;
      if (held !== all) partial += 1 + copies.length;
      const score = (scores[document] ?? 0) * (0.4 + 0.6 * share) + (held === all ? COMPLETE : 0);
      if (score < best.least()) continue;
      for (const place of [searched.shown[document] ?? -1, ...copies])
        best.note({ place, part, document, words: held, rank: score, section: null });
    }
  }
  return { best: postsOf(best.list(), { matches, wanted, slice }), complete, partial };
}

/** Of posts by what they seem to be worth, the part asked for; the first of them put in order by what positions tell. */
function postsOf(
  ranked: readonly Ranked[],
  { matches, wanted, slice: { offset, limit } }: Pick<RankOptions, 'matches' | 'wanted' | 'slice'>,
): readonly Ranked[] {
  const seen = offset < CLOSELY ? lookClosely(matches, wanted, ranked.slice(0, CLOSELY)) : [];
  const later = lookClosely(matches, wanted, ranked.slice(Math.max(offset, CLOSELY), offset + limit));
  return [...[...seen].sort(byRank).slice(offset, offset + limit), ...later];
}

/** Among equals the newest: the list of public posts begins with it. */
function byRank(a: Ranked, b: Ranked): number {
  return b.rank - a.rank || a.place - b.place;
}

function createShares(wanted: readonly Wanted[], rarities: number): (held: number) => number {
  const known = new Map<number, number>();
  return (held) => {
    const before = known.get(held);
    if (before !== undefined) return before;
    const sum = wanted.reduce((total, { rarity }, word) => total + (held & (1 << word) ? rarity : 0), 0);
    known.set(held, sum / rarities);
    return sum / rarities;
  };
}

/** The `limit` best of many: of ten thousand posts most may hold a word. */
function createBest(limit: number) {
  let noted: Ranked[] = [];
  let least = 0;
  return {
    note(one: Ranked): void {
      noted.push(one);
      if (noted.length < 2 * limit) return;
      noted = noted.sort(byRank).slice(0, limit);
      least = noted.at(-1)?.rank ?? 0;
    },
    /** What a post must reach to be among them, as far as is known. */
    least: () => least,
    /** In order. */
    list: (): readonly Ranked[] => noted.sort(byRank).slice(0, limit),
  };
}
