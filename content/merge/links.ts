import { bestPairs, similarity } from '#content/model/difference/text-difference.ts';
import { splitSentences } from './paragraphs.ts';
import { ALIKE, type Span, type Token, wordsOf } from './tokens.ts';

/** One token in both versions, as it was or edited. */
interface Pair {
  readonly base: number;
  readonly side: number;
}

interface Lists {
  readonly base: readonly Token[];
  readonly side: readonly Token[];
}

/** What became of neighbouring tokens of the base: one, as it was or edited, or a paragraph cut in several or joined to others. */
export interface Link {
  readonly base: Span;
  readonly side: Span;
}

/** Tokens `baseStart` to `baseEnd` (not included) of the base, beside those of a side. */
interface Range {
  readonly baseStart: number;
  readonly baseEnd: number;
  readonly sideStart: number;
  readonly sideEnd: number;
}

/** Above this many comparisons, tokens that do not occur once only are paired when there are as many in both. */
const MAX_COMPARISONS = 6_400;
/** How often a stretch is cut at tokens that occur once in it. */
const MAX_DEPTH = 12;

/** This part of the sentences of a paragraph come from another one, of which it was cut off. */
const MOSTLY = 0.5;

/** What became of the tokens of the base in a side, in order; what has no link was taken away, or added. */
export function linksBetween(base: readonly Token[], side: readonly Token[]): readonly Link[] {
  const lists = { base, side };
  const whole = { baseStart: 0, baseEnd: base.length, sideStart: 0, sideEnd: side.length };
  const pairs = withRewritten(lists, pairsIn(lists, whole, 0));
  const links: Link[] = [];
  pairs.forEach((pair, at) => {
    const next = pairs[at + 1] ?? { base: base.length, side: side.length };
    const last = links.at(-1);
    const from = { base: last?.base.end ?? 0, side: last?.side.end ?? 0 };
    links.push(withParts(lists, { from, pair, next }));
  });
  return links;
}

/** The pairs, with each token that stands alone between two of them where another one stood alone. */
function withRewritten({ base, side }: Lists, pairs: readonly Pair[]): readonly Pair[] {
  let last: Pair = { base: -1, side: -1 };
  return [...pairs, { base: base.length, side: side.length }].flatMap((pair, at) => {
    const rewritten = { base: last.base + 1, side: last.side + 1 };
    const isRewritten = pair.base === rewritten.base + 1 && pair.side === rewritten.side + 1;
    last = pair;
    return [...(isRewritten ? [rewritten] : []), ...(at < pairs.length ? [pair] : [])];
  });
}

interface Room {
  /** Where the link before ends. */
  readonly from: Pair;
  readonly pair: Pair;
  readonly next: Pair;
}

/** A pair of paragraphs with the neighbours that were cut off it, or joined to it: its sentences stay in order. */
function withParts({ base, side }: Lists, { from, pair, next }: Room): Link {
  const [before, after] = [base[pair.base], side[pair.side]];
  const alone = {
    base: { start: pair.base, end: pair.base + 1 },
    side: { start: pair.side, end: pair.side + 1 },
  };
  if (before?.kind !== 'prose' || after?.kind !== 'prose' || before.key === after.key) return alone;
  const cut = partsAround(side, { start: pair.side, from: from.side, to: next.side }, before);
  if (cut.end - cut.start > 1) return { ...alone, side: cut };
  return { ...alone, base: partsAround(base, { start: pair.base, from: from.base, to: next.base }, after) };
}

/** The neighbours of the token at `start`, itself included, that are parts of `whole`. */
function partsAround(
  tokens: readonly Token[],
  { start, from, to }: { readonly start: number; readonly from: number; readonly to: number },
  whole: Token,
): Span {
  const sentences = new Set(sentenceKeys(whole));
  const isPart = (at: number): boolean => {
    const token = tokens[at];
    if (token?.kind !== 'prose') return false;
    const own = sentenceKeys(token);
    return own.filter((key) => sentences.has(key)).length > own.length * MOSTLY;
  };
  let [first, end] = [start, start + 1];
  while (first > from && isPart(first - 1)) first -= 1;
  while (end < to && isPart(end)) end += 1;
  return { start: first, end };
}

function sentenceKeys({ text }: Token): readonly string[] {
  return splitSentences(text).tokens.map(({ key }) => key);
}

/** Which tokens are the same: those at both ends, those that occur once (patience diff), then the most alike. */
function pairsIn(lists: Lists, range: Range, depth: number): readonly Pair[] {
  const inner = withoutSharedEnds(lists, range);
  const { baseStart, baseEnd, sideStart, sideEnd } = inner;
  return [
    ...inOrder(range.baseStart, range.sideStart, baseStart - range.baseStart),
    ...(baseStart === baseEnd || sideStart === sideEnd ? [] : innerPairs(lists, inner, depth)),
    ...inOrder(baseEnd, sideEnd, range.baseEnd - baseEnd),
  ];
}

function innerPairs(lists: Lists, range: Range, depth: number): readonly Pair[] {
  const anchors = depth < MAX_DEPTH ? anchorsIn(lists, range) : [];
  if (anchors.length === 0) return pairsAlike(lists, range);
  const pairs: Pair[] = [];
  let { baseStart, sideStart } = range;
  for (const anchor of anchors) {
    const gap = { baseStart, baseEnd: anchor.base, sideStart, sideEnd: anchor.side };
    for (const pair of pairsIn(lists, gap, depth + 1)) pairs.push(pair);
    pairs.push(anchor);
    baseStart = anchor.base + 1;
    sideStart = anchor.side + 1;
  }
  return [...pairs, ...pairsIn(lists, { ...range, baseStart, sideStart }, depth + 1)];
}

function inOrder(base: number, side: number, length: number): readonly Pair[] {
  return Array.from({ length }, (_, at) => ({ base: base + at, side: side + at }));
}

function withoutSharedEnds({ base, side }: Lists, range: Range): Range {
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

/** Tokens that occur once in each list, as many as follow one another in the same order in both. */
function anchorsIn({ base, side }: Lists, range: Range): readonly Pair[] {
  const inSide = placesOfUnique(side, range.sideStart, range.sideEnd);
  const common = [...placesOfUnique(base, range.baseStart, range.baseEnd)].flatMap(([key, at]) => {
    const other = inSide.get(key);
    return other === undefined ? [] : [{ base: at, side: other }];
  });
  return longestRising(common);
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

/** As many pairs as rise in both lists; `pairs` rise in the base. */
function longestRising(pairs: readonly Pair[]): readonly Pair[] {
  interface Link {
    readonly pair: Pair;
    readonly previous: Link | null;
  }
  const ends: Link[] = [];
  for (const pair of pairs) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.pair.side ?? 0) < pair.side) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, previous: ends[low - 1] ?? null };
  }
  const rising: Pair[] = [];
  for (let link = ends.at(-1) ?? null; link !== null; link = link.previous) rising.push(link.pair);
  return rising.reverse();
}

/** The pairs, in order in both, that are alike and together most alike. */
function pairsAlike({ base, side }: Lists, range: Range): readonly Pair[] {
  const { baseStart, baseEnd, sideStart, sideEnd } = range;
  const [rows, columns] = [baseEnd - baseStart, sideEnd - sideStart];
  if (rows * columns > MAX_COMPARISONS) return rows === columns ? inOrder(baseStart, sideStart, rows) : [];
  const alike = likenesses(base.slice(baseStart, baseEnd), side.slice(sideStart, sideEnd));
  const pairs = bestPairs(rows, columns, (row, column) => alike[row]?.[column] ?? 0);
  return pairs.map(([row, column]) => ({ base: baseStart + row, side: sideStart + column }));
}

/** How alike each two of one kind are: 2 the same, 0 too little to be one text. */
function likenesses(base: readonly Token[], side: readonly Token[]): readonly (readonly number[])[] {
  const others = side.map((token) => ({ token, words: wordsOf(token) }));
  return base.map((token) => {
    const words = wordsOf(token);
    return others.map((other) => {
      if (token.key === other.token.key) return 2;
      const shared = token.kind === other.token.kind ? similarity(words, other.words) : 0;
      return shared >= ALIKE ? shared : 0;
    });
  });
}
