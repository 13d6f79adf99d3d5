/** A run of words that both texts have, that only the newer one has, or only the older one. */
export interface WordRun {
  readonly kind: 'kept' | 'added' | 'removed';
  readonly text: string;
}

/** Comparisons one call may make, unless its caller shares a budget. */
const COMPARISONS = 2_000_000;

/** Words, their apostrophe with them (« l’ », « eau »); blanks; each other sign by itself. */
const WORDS = /[\p{L}\p{M}\p{N}]+[’']?|\s+|[^\p{L}\p{M}\p{N}\s]/gu;

/**
 * Two texts in one, in runs: those kept and removed are `before`, those kept and added `after`, character for character.
 * Of a replaced passage what was removed comes first.
 */
export function wordRuns(
  before: string,
  after: string,
  budget: Budget = { left: COMPARISONS },
): readonly WordRun[] {
  const [old, young] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  const runs: WordRun[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of sequenceDifference(old, young, budget)) {
    add(runs, 'kept', old.slice(at, oldStart));
    add(runs, 'removed', old.slice(oldStart, oldEnd));
    add(runs, 'added', young.slice(newStart, newEnd));
    at = oldEnd;
  }
  add(runs, 'kept', old.slice(at));
  return joined(runs);
}

function add(runs: WordRun[], kind: WordRun['kind'], words: readonly string[]): void {
  if (words.length > 0) runs.push({ kind, text: words.join('') });
}

/** A blank between two changes belongs to both: one mark reads better than two. */
function joined(runs: readonly WordRun[]): readonly WordRun[] {
  const result: WordRun[] = [];
  let [removed, added] = ['', ''];
  const end = (): void => {
    add(result, 'removed', removed === '' ? [] : [removed]);
    add(result, 'added', added === '' ? [] : [added]);
    [removed, added] = ['', ''];
  };
  for (const [at, { kind, text }] of runs.entries()) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (removed !== '' && added !== '' && isBlankBeforeReplacement(runs, at)) {
      removed += text;
      added += text;
    } else {
      end();
      result.push({ kind, text });
    }
  }
  end();
  return result;
}

function isBlankBeforeReplacement(runs: readonly WordRun[], at: number): boolean {
  return runs[at]?.text.trim() === '' && runs[at + 1]?.kind === 'removed' && runs[at + 2]?.kind === 'added';
}

/** Items `oldStart` to `oldEnd` (not included) became those from `newStart` to `newEnd`. */
export interface Replaced {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** How many comparisons may still be made; shared by all the differences of one text, so that no text is too long. */
export interface Budget {
  left: number;
}

/** Changes past this many are one: marking them one by one would help nobody, and takes memory with their square. */
const MAX_CHANGES = 800;

/**
 * What was replaced to make `young` of `old`, in order; items between two are the same. As few changes as possible
 * (Myers), as far as the budget goes: past it, all between the first difference and the last is one change.
 */
export function sequenceDifference(
  old: readonly string[],
  young: readonly string[],
  budget: Budget,
): readonly Replaced[] {
  const inner = withoutSharedEnds(old, young);
  const { oldStart, oldEnd, newStart, newEnd } = inner;
  if (oldStart === oldEnd && newStart === newEnd) return [];
  if (oldStart === oldEnd || newStart === newEnd) return [inner];
  const pairs = commonPairs(old.slice(oldStart, oldEnd), young.slice(newStart, newEnd), budget);
  if (pairs === null) return [inner];
  return gapsBetween(
    pairs.map(([a, b]) => [a + oldStart, b + newStart]),
    inner,
  );
}

/** The smallest stretch of a text, in its UTF-16 units, and what takes its place to make `after` of it. */
export function spliceBetween(before: string, after: string) {
  const { oldStart, oldEnd, newEnd } = withoutSharedEnds(before, after);
  return { from: oldStart, to: oldEnd, text: after.slice(oldStart, newEnd) };
}

/** What of two lists lies between the items that both begin and end with. */
export function withoutSharedEnds<Item>(old: ArrayLike<Item>, young: ArrayLike<Item>): Replaced {
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1;
  let [oldEnd, newEnd] = [old.length, young.length];
  while (oldEnd > start && newEnd > start && old[oldEnd - 1] === young[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  return { oldStart: start, oldEnd, newStart: start, newEnd };
}

/** The places of one item in both lists. */
export type Pair = readonly [old: number, young: number];

/** What of a stretch lies between pairs, which are in the order of both lists. */
export function gapsBetween(pairs: readonly Pair[], { oldStart, oldEnd, newStart, newEnd }: Replaced) {
  const gaps: Replaced[] = [];
  let [a, b] = [oldStart, newStart];
  for (const [nextA, nextB] of [...pairs, [oldEnd, newEnd] as const]) {
    if (nextA > a || nextB > b) gaps.push({ oldStart: a, oldEnd: nextA, newStart: b, newEnd: nextB });
    [a, b] = [nextA + 1, nextB + 1];
  }
  return gaps;
}

/** The items both have, in order, by the shortest path of insertions and removals; null when it is too long to find. */
function commonPairs(
  old: readonly string[],
  young: readonly string[],
  budget: Budget,
): readonly Pair[] | null {
  const limit = Math.min(MAX_CHANGES, old.length + young.length);
  const reached: Int32Array[] = [];
  let last = new Int32Array([0]);
  for (let changes = 0; changes <= limit; changes += 1) {
    const now = new Int32Array(2 * changes + 1);
    for (let at = 0; at <= 2 * changes; at += 2) {
      const diagonal = at - changes;
      let a = firstOn(last, changes, at);
      const from = a;
      while (a < old.length && a - diagonal < young.length && old[a] === young[a - diagonal]) a += 1;
      budget.left -= 1 + a - from;
      now[at] = a;
      if (a >= old.length && a - diagonal >= young.length) return walkedBack(reached, { changes, at, a });
    }
    if (budget.left <= 0) return null;
    reached.push(now);
    last = now;
  }
  return null;
}

/** Where a diagonal is entered: `last` holds the ends of the paths with one change less. */
function firstOn(last: Int32Array, changes: number, at: number): number {
  if (changes === 0) return 0;
  const above = at < 2 * changes ? (last[at] ?? 0) : -1;
  const left = at > 0 ? (last[at - 2] ?? 0) + 1 : -1;
  return Math.max(above, left);
}

interface End {
  readonly changes: number;
  readonly at: number;
  readonly a: number;
}

function walkedBack(reached: readonly Int32Array[], end: End): readonly Pair[] {
  const pairs: Pair[] = [];
  let { at, a } = end;
  for (let { changes } = end; changes >= 0; changes -= 1) {
    const diagonal = at - changes;
    const last = reached[changes - 1];
    const from = last === undefined ? 0 : firstOn(last, changes, at);
    for (let item = a - 1; item >= from; item -= 1) pairs.push([item, item - diagonal]);
    const isInsertion = at < 2 * changes && last?.[at] === from;
    a = isInsertion ? from : from - 1;
    at = isInsertion ? at : at - 2;
  }
  return pairs.reverse();
}
