import { diffIndices } from 'node-diff3';
import { pairsAlike } from './pairs-alike.ts';
import type { Change, Token } from './tokens.ts';

/** node-diff3 takes time with the product of two lengths: longer lists are first cut at tokens that occur once in each. */
const MAX_PRODUCT = 4_000_000;

/** What a side changed, in order. Tokens between two changes have the same keys in both. */
export function changesBetween(base: readonly Token[], side: readonly Token[]): readonly Change[] {
  const whole = { baseStart: 0, baseEnd: base.length, sideStart: 0, sideEnd: side.length };
  return compared(base, side, whole, 'cut').flatMap((change) => pairsAlike(base, side, change));
}

function compared(
  base: readonly Token[],
  side: readonly Token[],
  range: Change,
  whenLong: 'cut' | 'replace',
): readonly Change[] {
  const inner = withoutSharedEnds(base, side, range);
  const baseLength = inner.baseEnd - inner.baseStart;
  const sideLength = inner.sideEnd - inner.sideStart;
  if (baseLength + sideLength === 0) return [];
  if (baseLength === 0 || sideLength === 0) return [inner];
  if (baseLength * sideLength <= MAX_PRODUCT) return withDiff3(base, side, inner);
  if (whenLong === 'replace') return [inner];
  return gapsBetweenAnchors(base, side, inner).flatMap((gap) => compared(base, side, gap, 'replace'));
}

function withoutSharedEnds(base: readonly Token[], side: readonly Token[], range: Change): Change {
  let { baseStart, baseEnd, sideStart, sideEnd } = range;
  while (baseStart < baseEnd && sideStart < sideEnd && base[baseStart]?.key === side[sideStart]?.key) {
    baseStart += 1;
    sideStart += 1;
  }
  while (baseStart < baseEnd && sideStart < sideEnd && base[baseEnd - 1]?.key === side[sideEnd - 1]?.key) {
    baseEnd -= 1;
    sideEnd -= 1;
  }
  return { baseStart, baseEnd, sideStart, sideEnd };
}

function withDiff3(base: readonly Token[], side: readonly Token[], range: Change): readonly Change[] {
  const keys = (tokens: readonly Token[], start: number, end: number): string[] =>
    tokens.slice(start, end).map(({ key }) => key);
  return diffIndices(
    keys(base, range.baseStart, range.baseEnd),
    keys(side, range.sideStart, range.sideEnd),
  ).map(({ buffer1: [baseStart, baseLength], buffer2: [sideStart, sideLength] }) => ({
    baseStart: range.baseStart + baseStart,
    baseEnd: range.baseStart + baseStart + baseLength,
    sideStart: range.sideStart + sideStart,
    sideEnd: range.sideStart + sideStart + sideLength,
  }));
}

/** What lies between tokens that occur once in each list and in the same order (patience diff). */
function gapsBetweenAnchors(
  base: readonly Token[],
  side: readonly Token[],
  range: Change,
): readonly Change[] {
  const inBase = placesOfUnique(base, range.baseStart, range.baseEnd);
  const inSide = placesOfUnique(side, range.sideStart, range.sideEnd);
  const matches = [...inBase].flatMap(([key, at]) => {
    const other = inSide.get(key);
    return other === undefined ? [] : [{ at, other }];
  });
  const gaps: Change[] = [];
  let { baseStart, sideStart } = range;
  for (const { at, other } of longestRising(matches)) {
    gaps.push({ baseStart, baseEnd: at, sideStart, sideEnd: other });
    baseStart = at + 1;
    sideStart = other + 1;
  }
  return [...gaps, { ...range, baseStart, sideStart }];
}

function placesOfUnique(tokens: readonly Token[], start: number, end: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (let at = start; at < end; at += 1) {
    const key = tokens[at]?.key ?? '';
    if (places.has(key)) repeated.add(key);
    places.set(key, at);
  }
  for (const key of repeated) places.delete(key);
  return places;
}

interface Match {
  readonly at: number;
  readonly other: number;
}

/** As many matches as rise in both lists; `matches` rise in the first. */
function longestRising(matches: readonly Match[]): readonly Match[] {
  interface Link extends Match {
    readonly previous: Link | null;
  }
  const ends: Link[] = [];
  for (const match of matches) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.other ?? 0) < match.other) low = middle + 1;
      else high = middle;
    }
    ends[low] = { ...match, previous: ends[low - 1] ?? null };
  }
  const rising: Match[] = [];
  for (let link = ends.at(-1) ?? null; link !== null; link = link.previous) rising.push(link);
  return rising.reverse();
}
