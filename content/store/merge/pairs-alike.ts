import { withParts } from './paragraph-parts.ts';
import type { Change } from './tokens.ts';
import { similarity, type Token, wordsOf } from './tokens.ts';

/** A token whose words are shared to this part is the same one, edited. */
const ALIKE = 0.4;
/** Above this many comparisons, tokens of a change are paired only when there are as many on both sides. */
const MAX_COMPARISONS = 400;

/**
 * One change as several, where its tokens are edited versions of one another: two neighbouring paragraphs that a side
 * edited are two changes, so that what the other side did to one of them says nothing about the other. (node-diff3 takes
 * neighbours for one.)
 */
export function pairsAlike(
  base: readonly Token[],
  side: readonly Token[],
  change: Change,
): readonly Change[] {
  const { baseStart, baseEnd, sideStart, sideEnd } = change;
  const baseLength = baseEnd - baseStart;
  const sideLength = sideEnd - sideStart;
  if (baseLength === 0 || sideLength === 0 || baseLength + sideLength === 2) return [change];
  if (baseLength * sideLength > MAX_COMPARISONS)
    return baseLength === sideLength ? cutAt(change, inOrder(baseLength).map(asChange)) : [change];
  const [before, after] = [base.slice(baseStart, baseEnd), side.slice(sideStart, sideEnd)];
  return cutAt(change, withParts(before, after, bestPairs(before, after).map(asChange)));
}

/** Indexes of two tokens, from the start of the change. */
type Pair = readonly [base: number, side: number];

function inOrder(length: number): readonly Pair[] {
  return Array.from({ length }, (_, at): Pair => [at, at]);
}

/** Tokens of both versions that are one change, from the start of the change that holds it. */
function asChange([base, side]: Pair): Change {
  return { baseStart: base, baseEnd: base + 1, sideStart: side, sideEnd: side + 1 };
}

function cutAt(change: Change, edits: readonly Change[]): readonly Change[] {
  const changes: Change[] = [];
  let { baseStart, sideStart } = change;
  const push = (next: Change): void => {
    if (next.baseStart < next.baseEnd || next.sideStart < next.sideEnd) changes.push(next);
  };
  for (const edit of edits) {
    const here = {
      baseStart: change.baseStart + edit.baseStart,
      baseEnd: change.baseStart + edit.baseEnd,
      sideStart: change.sideStart + edit.sideStart,
      sideEnd: change.sideStart + edit.sideEnd,
    };
    push({ baseStart, baseEnd: here.baseStart, sideStart, sideEnd: here.sideStart });
    push(here);
    baseStart = here.baseEnd;
    sideStart = here.sideEnd;
  }
  push({ ...change, baseStart, sideStart });
  return changes;
}

/** The pairs, in order on both sides, that are alike and together most alike. */
function bestPairs(base: readonly Token[], side: readonly Token[]): readonly Pair[] {
  const baseWords = base.map(wordsOf);
  const sideWords = side.map(wordsOf);
  const alike = baseWords.map((words) =>
    sideWords.map((others) => {
      const shared = similarity(words, others);
      return shared >= ALIKE ? shared : 0;
    }),
  );
  const best = Array.from({ length: base.length + 1 }, () => new Array<number>(side.length + 1).fill(0));
  const bestAt = (at: number, other: number): number => best[at]?.[other] ?? 0;
  const alikeAt = (at: number, other: number): number => alike[at]?.[other] ?? 0;
  const withPair = (at: number, other: number): number =>
    alikeAt(at, other) > 0 ? alikeAt(at, other) + bestAt(at + 1, other + 1) : 0;
  for (let at = base.length - 1; at >= 0; at -= 1) {
    const row = best[at];
    for (let other = side.length - 1; row !== undefined && other >= 0; other -= 1)
      row[other] = Math.max(bestAt(at + 1, other), bestAt(at, other + 1), withPair(at, other));
  }
  const pairs: Pair[] = [];
  for (let at = 0, other = 0; at < base.length && other < side.length; ) {
    const here = bestAt(at, other);
    if (alikeAt(at, other) > 0 && here === withPair(at, other)) {
      pairs.push([at, other]);
      at += 1;
      other += 1;
    } else if (here === bestAt(at + 1, other)) at += 1;
    else other += 1;
  }
  return pairs;
}
