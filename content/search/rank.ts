import { type Matches, positionsOf } from './match.ts';
import { createPhraseFilter } from './phrases.ts';
import { isHeading, PLACES, placeAt, sectionOf } from './places.ts';
import type { Phrase } from './query.ts';
import type { Variant } from './variants.ts';

/** A word of a question as it is looked for. */
export interface Wanted {
  readonly variants: readonly Variant[];
  readonly rarity: number;
}

/** A post that matches. */
export interface Ranked {
  /** Its place in the list of public posts. */
  readonly place: number;
  /** Which segment holds it, and where. */
  readonly part: number;
  readonly document: number;
  /** One bit for each word it holds. */
  readonly words: number;
  readonly rank: number;
  /** The section that says most of the question; null when none does, or when the title says all of it. */
  readonly section: number | null;
}

/** Posts looked at closely, for each one that is asked for. */
const CLOSELY = 3;
/** Posts with all words come before those with some. */
const COMPLETE = 1000;
/** The share of a question, by rarity, that a post must hold when it does not hold all. */
const LEAST_SHARE = 0.3;
/** Words nearer to each other than this, in words, are read together. */
const NEAR = 5;
const NEAR_BONUS = 0.6;
const TITLE_BONUS = 0.35;
const NONE: readonly number[] = [];

interface RankOptions {
  readonly matches: readonly Matches[];
  readonly wanted: readonly Wanted[];
  readonly phrases: readonly Phrase[];
  readonly limit: number;
}

/** The best posts, best first, and how many hold every word. */
export function rank({ matches, wanted, phrases, limit }: RankOptions): {
  readonly best: readonly Ranked[];
  readonly complete: number;
} {
  const all = 2 ** wanted.length - 1;
  const rarities = wanted.reduce((sum, { rarity }) => sum + rarity, 0);
  const shares = createShares(wanted, rarities);
  const best = createBest(limit * CLOSELY);
  let complete = 0;
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
      const score = (scores[document] ?? 0) * (0.4 + 0.6 * share) + (held === all ? COMPLETE : 0);
      if (score < best.least()) continue;
      for (const place of [searched.shown[document] ?? -1, ...copies])
        best.note({ place, part, document, words: held, rank: score, section: null });
    }
  }
  const close = matches.flatMap((match, part) =>
    lookClosely(
      match,
      wanted,
      best.list().filter((one) => one.part === part),
    ),
  );
  return { best: close.sort(byRank).slice(0, limit), complete };
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

/** The few best, kept in order: of ten thousand posts most may hold a word. */
function createBest(limit: number) {
  const list: Ranked[] = [];
  return {
    note(one: Ranked): void {
      const last = list[limit - 1];
      if (last !== undefined && byRank(last, one) <= 0) return;
      let at = Math.min(list.length, limit - 1);
      while (at > 0 && byRank(list[at - 1] ?? one, one) > 0) at -= 1;
      list.splice(at, 0, one);
      if (list.length > limit) list.pop();
    },
    /** What a post must reach to be among them. */
    least: () => list[limit - 1]?.rank ?? 0,
    list: (): readonly Ranked[] => list,
  };
}

/** What only positions tell: words side by side, a title that says it all, the section to open. */
function lookClosely(
  match: Matches,
  wanted: readonly Wanted[],
  ranked: readonly Ranked[],
): readonly Ranked[] {
  const documents = ranked.map(({ document }) => document);
  const words = wanted.map(({ variants }) => variants);
  const positions = positionsOf(match.searched, documents, words);
  return ranked.map((one) => {
    const lists = positions.get(one.document) ?? [];
    const { inTitle, section } = placesOf(match, one.document, { lists, wanted });
    const bonus = nearness(lists, wanted) + inTitle * TITLE_BONUS;
    const saysAll = inTitle > 0 && titleHoldsAll(match, one, lists);
    return { ...one, rank: one.rank + bonus, section: saysAll ? null : section };
  });
}

interface Found {
  readonly lists: readonly (readonly number[])[];
  readonly wanted: readonly Wanted[];
}

/** How much of the question its title says, by rarity, and which section says most. */
function placesOf({ searched: { segment } }: Matches, document: number, { lists, wanted }: Found) {
  const sections = new Map<number, number>();
  let inTitle = 0;
  for (const [word, positions] of lists.entries()) {
    const rarity = wanted[word]?.rarity ?? 0;
    const seen = new Map<number, number>();
    for (const position of positions) {
      const place = placeAt(segment, document, position);
      const section = sectionOf(place);
      if (place === PLACES.title) inTitle += rarity / positions.length;
      if (section === null) continue;
      const before = seen.get(section) ?? 0;
      seen.set(section, before + (before === 0 ? 1 : 0.1) + (isHeading(place) ? 0.6 : 0));
    }
    for (const [section, strength] of seen)
      sections.set(section, (sections.get(section) ?? 0) + rarity * Math.min(strength, 2));
  }
  const [section] = [...sections].sort(([a, x], [b, y]) => y - x || a - b)[0] ?? [null];
  return { inTitle, section };
}

function titleHoldsAll({ searched: { segment } }: Matches, one: Ranked, lists: Found['lists']): boolean {
  const end = segment.placeStarts[(segment.placeFrom[one.document] ?? 0) + 1] ?? 0;
  return lists.every((positions, word) => !(one.words & (1 << word)) || (positions[0] ?? end) < end);
}

/** What neighbours of the question gain by being neighbours in the post. */
function nearness(lists: Found['lists'], wanted: readonly Wanted[]): number {
  let bonus = 0;
  for (let word = 0; word + 1 < lists.length; word += 1) {
    const distance = leastDistance(lists[word] ?? [], lists[word + 1] ?? []);
    if (distance > NEAR) continue;
    const rarity = Math.min(wanted[word]?.rarity ?? 0, wanted[word + 1]?.rarity ?? 0);
    bonus += (rarity * NEAR_BONUS) / Math.max(1, distance);
  }
  return bonus;
}

function leastDistance(one: readonly number[], other: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [a = 0, b = 0] = [one[i], other[j]];
    least = Math.min(least, Math.abs(a - b));
    if (a < b) i += 1;
    else j += 1;
  }
  return least;
}
