import { type Budget, gapsBetween, type Pair, type Replaced, sequenceDifference } from './word-difference.ts';

/** How the items of two versions of a list are compared. */
interface Reading<Item> {
  /** Equal for items that are the same. */
  readonly keyOf: (item: Item) => string;
  readonly wordsOf: (item: Item) => ReadonlySet<string>;
  /** Whether two that are not the same may be versions of one; all may, unless this says otherwise. */
  readonly mayPair?: (old: Item, young: Item) => boolean;
  /** Whether of as many on both sides, too many to be compared, each is a version of the one in its place. */
  readonly keepsOrder?: boolean;
}

/** Comparisons for one text: some tenths of a second at most, however long it is. */
export const COMPARISONS = 8_000_000;
/** Items compared by their words, the product of both sides. */
const MAX_COMPARED = 6_400;
/** Of the words of two versions of one item, at least this part is in both. */
export const ALIKE = 0.4;

/**
 * The places of items of two lists that are the same, or versions of one another, in the order of both: between those that
 * stayed the ones that together are most alike. A list in which too much changed is cut at what it holds once.
 */
export function pairsAlike<Item>(
  [old, young]: readonly [old: readonly Item[], young: readonly Item[]],
  reading: Reading<Item>,
  budget: Budget = { left: COMPARISONS },
): readonly Pair[] {
  const [a, b] = [old.map(reading.keyOf), young.map(reading.keyOf)];
  return pairsAround([old, young], sequenceDifference(a, b, budget), (gone, come) => {
    if (gone.length === 0 || come.length === 0) return [];
    if (gone.length * come.length <= MAX_COMPARED) return mostAlike(gone, come, reading);
    const cuts =
      budget.left > 0 ? pairsOfUnique(gone.map(reading.keyOf), come.map(reading.keyOf), budget) : [];
    if (cuts.length > 0) {
      const whole = { oldStart: 0, oldEnd: gone.length, newStart: 0, newEnd: come.length };
      const between = gapsBetween(cuts, whole);
      return pairsAround([gone, come], between, (one, other) => pairsAlike([one, other], reading, budget));
    }
    return reading.keepsOrder === true && gone.length === come.length ? gone.map((_, at) => [at, at]) : [];
  });
}

/** All places outside of some gaps, each with the one beside it, and what pairs there are within. */
function pairsAround<Item>(
  [old, young]: readonly [readonly Item[], readonly Item[]],
  gaps: readonly Replaced[],
  pairsWithin: (gone: readonly Item[], come: readonly Item[]) => readonly Pair[],
): readonly Pair[] {
  const pairs: Pair[] = [];
  const end = { oldStart: old.length, oldEnd: old.length, newStart: young.length, newEnd: young.length };
  let [a, b] = [0, 0];
  for (const { oldStart, oldEnd, newStart, newEnd } of [...gaps, end]) {
    for (; a < oldStart; a += 1, b += 1) pairs.push([a, b]);
    for (const [one, other] of pairsWithin(old.slice(oldStart, oldEnd), young.slice(newStart, newEnd)))
      pairs.push([oldStart + one, newStart + other]);
    [a, b] = [oldEnd, newEnd];
  }
  return pairs;
}

/** Of what both lists hold, and neither twice, as many as are in the same order in both. */
function pairsOfUnique(old: readonly string[], young: readonly string[], budget: Budget): readonly Pair[] {
  const [inOld, inYoung] = [placesOfUnique(old), placesOfUnique(young)];
  const [a, b] = [
    [...inOld.keys()].filter((key) => inYoung.has(key)),
    [...inYoung.keys()].filter((key) => inOld.has(key)),
  ];
  return pairsAround([a, b], sequenceDifference(a, b, budget), () => []).map(([at]) => {
    const key = a[at] ?? '';
    return [inOld.get(key) ?? 0, inYoung.get(key) ?? 0];
  });
}

function placesOfUnique(keys: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, key] of keys.entries()) {
    if (places.has(key)) repeated.add(key);
    places.set(key, at);
  }
  for (const key of repeated) places.delete(key);
  return places;
}

/** Pairs in the order of both lists that together are most alike; what shares too little is none. */
function mostAlike<Item>(
  old: readonly Item[],
  young: readonly Item[],
  { keyOf, wordsOf, mayPair = () => true }: Reading<Item>,
): readonly Pair[] {
  const others = young.map((item) => ({ item, key: keyOf(item), words: wordsOf(item) }));
  const likenesses = old.map((item) => {
    const [key, words] = [keyOf(item), wordsOf(item)];
    return others.map((other) => {
      if (key === other.key) return 2;
      const shared = mayPair(item, other.item) ? similarity(words, other.words) : 0;
      return shared >= ALIKE ? shared : 0;
    });
  });
  const width = young.length + 1;
  const best = new Float64Array((old.length + 1) * width);
  const at = (row: number, column: number): number => best[row * width + column] ?? 0;
  const withPair = (row: number, column: number): number => {
    const alike = likenesses[row]?.[column] ?? 0;
    return alike === 0 ? 0 : at(row + 1, column + 1) + alike;
  };
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = young.length - 1; column >= 0; column -= 1)
      best[row * width + column] = Math.max(at(row + 1, column), at(row, column + 1), withPair(row, column));
  }
  const pairs: Pair[] = [];
  for (let row = 0, column = 0; row < old.length && column < young.length; ) {
    const here = at(row, column);
    if (here > 0 && here === withPair(row, column)) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (here === at(row + 1, column)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Words looked at to tell whether two texts are versions of one. */
const MAX_WORDS = 300;

/** The words of a text, without regard to case. */
export function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    words.add(word.toLowerCase());
    if (words.size === MAX_WORDS) break;
  }
  return words;
}

/** How much two texts have in common, by their words: 0 nothing, 1 all. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return (2 * shared) / Math.max(1, a.size + b.size);
}
