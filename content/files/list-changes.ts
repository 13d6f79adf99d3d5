/** Items `from` to `until` (not included) of a list become `texts`; those around them stay as they are. */
export interface Change {
  readonly from: number;
  readonly until: number;
  readonly texts: readonly string[];
}

/** Above this many comparisons a list is compared at its two ends only. */
const MAX_COMPARISONS = 250_000;

/** What to change in `present` to get `wanted`: as few items as can be, in order, with kept items in between. */
export function changedItems(present: readonly string[], wanted: readonly string[]): readonly Change[] {
  const kept =
    present.length * wanted.length > MAX_COMPARISONS
      ? sharedEnds(present, wanted)
      : commonItems(present, wanted);
  const changes: Change[] = [];
  let from = 0;
  let next = 0;
  for (const [at, other] of [...kept, [present.length, wanted.length] as const]) {
    if (at > from || other > next) changes.push({ from, until: at, texts: wanted.slice(next, other) });
    from = at + 1;
    next = other + 1;
  }
  return changes;
}

/** Index in one list, index in the other. */
type Match = readonly [present: number, wanted: number];

function sharedEnds(present: readonly string[], wanted: readonly string[]): readonly Match[] {
  const most = Math.min(present.length, wanted.length);
  let first = 0;
  while (first < most && present[first] === wanted[first]) first += 1;
  let last = 0;
  while (last < most - first && present.at(-1 - last) === wanted.at(-1 - last)) last += 1;
  const start = Array.from({ length: first }, (_, at): Match => [at, at]);
  const end = Array.from(
    { length: last },
    (_, at): Match => [present.length - last + at, wanted.length - last + at],
  );
  return [...start, ...end];
}

/** A longest common subsequence, as pairs of indexes. */
function commonItems(present: readonly string[], wanted: readonly string[]): readonly Match[] {
  const lengths = present.map(() => new Array<number>(wanted.length).fill(0));
  const lengthAt = (at: number, other: number): number => lengths[at]?.[other] ?? 0;
  for (let at = present.length - 1; at >= 0; at -= 1) {
    for (let other = wanted.length - 1; other >= 0; other -= 1) {
      const isSame = present[at] === wanted[other];
      const row = lengths[at];
      if (row)
        row[other] = isSame
          ? lengthAt(at + 1, other + 1) + 1
          : Math.max(lengthAt(at + 1, other), lengthAt(at, other + 1));
    }
  }
  const matches: Match[] = [];
  for (let at = 0, other = 0; at < present.length && other < wanted.length; ) {
    if (present[at] === wanted[other]) {
      matches.push([at, other]);
      at += 1;
      other += 1;
    } else if (lengthAt(at + 1, other) >= lengthAt(at, other + 1)) at += 1;
    else other += 1;
  }
  return matches;
}
