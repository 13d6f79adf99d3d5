import { pairsAlike } from '#content/model/difference/pairs-alike.ts';
import { splitSentences } from './paragraphs.ts';
import { type Span, type Token, wordsOf } from './tokens.ts';

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

/** This part of the sentences of a paragraph come from another one, of which it was cut off. */
const MOSTLY = 0.5;

const READING = {
  keyOf: ({ key }: Token) => key,
  wordsOf,
  mayPair: (one: Token, other: Token) => one.kind === other.kind,
  keepsOrder: true,
};

/** What became of the tokens of the base in a side, in order; what has no link was taken away, or added. */
export function linksBetween(base: readonly Token[], side: readonly Token[]): readonly Link[] {
  const lists = { base, side };
  const same = pairsAlike([base, side], READING).map(([at, other]) => ({ base: at, side: other }));
  const pairs = withRewritten(lists, same);
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
