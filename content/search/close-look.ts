import { type Matches, positionsOf } from './match.ts';
import { isHeading, PLACES, placeAt, sectionOf } from './places.ts';
import type { Ranked, Wanted } from './ranked.ts';
import type { Variant } from './variants.ts';

/** Words nearer to each other than this, in words, are read together. */
const NEAR = 5;
/** Weight of what stands for a word without being it (variants.ts). */
const STANDS_FOR = 0.8;
const NEAR_BONUS = 0.6;
const TITLE_BONUS = 0.35;

/** Adds to posts, in their order, what only positions tell: words side by side, a title that says it all, the section to open. */
export function lookClosely(
  matches: readonly Matches[],
  wanted: readonly Wanted[],
  ranked: readonly Ranked[],
): readonly Ranked[] {
  const looked = matches.flatMap((match, part) =>
    lookIn(
      match,
      wanted,
      ranked.filter((one) => one.part === part),
    ),
  );
  const byPlace = new Map(looked.map((one) => [one.place, one]));
  return ranked.flatMap(({ place }) => byPlace.get(place) ?? []);
}

function lookIn(match: Matches, wanted: readonly Wanted[], ranked: readonly Ranked[]): readonly Ranked[] {
  const documents = ranked.map(({ document }) => document);
  const words = wanted.map(({ variants }) => strongest(variants));
  const positions = positionsOf(match.searched, documents, words);
  return ranked.map((one) => {
    const lists = positions.get(one.document) ?? [];
    const { inTitle, section } = placesOf(match, one.document, { lists, wanted });
    const bonus = nearness(lists, wanted) + inTitle * TITLE_BONUS;
    const saysAll = inTitle > 0 && titleHoldsAll(match, one, lists);
    return { ...one, rank: one.rank + bonus, section: saysAll ? null : section };
  });
}

/** « per » itself says where a post speaks of it; where « permet » stands says nothing. */
function strongest(variants: readonly Variant[]): readonly Variant[] {
  const isKnown = variants.some(({ weight }) => weight === 1);
  return isKnown ? variants.filter(({ weight }) => weight > STANDS_FOR) : variants;
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
