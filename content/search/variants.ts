import { allowedDistance, nearTexts } from './nearly.ts';
import type { QueryWord } from './query.ts';
import { isKnown, isShown, type Searched } from './searched.ts';
import { stem } from './stem.ts';
import { rangeOf, stringAt } from './string-table.ts';

/** A stem that stands for a word of the question, and how well. */
export interface Variant {
  readonly term: string;
  /** 1 for the word itself. */
  readonly weight: number;
}

export interface Resolved {
  readonly variants: readonly Variant[];
  /** How a text writes the word that was probably meant; null when the one typed is known. */
  readonly proposal: string | null;
}

const WEIGHTS = { joined: 0.9, begun: 0.6, begunToo: 0.3, near: 0.7, nearer: 0.5, root: 0.5 } as const;
/** Most words that a beginning stands for, the most frequent first, and that a mistyped one does. */
const MAX_BEGUN = 24;
const MAX_NEAR = 4;
/** A word may be longer than the known stem it begins with: « investisse ». */
const MIN_ROOT = 5;
/** The two words of a joined one: shorter ones are in too many words by chance. */
const MIN_SPLIT = 4;
const ELISION = /^(?:[dl]|qu)(?=[aeiouyh])/;

/** What a word of a question stands for among the words that public posts hold: itself, else what it nearly is. */
export function resolveWord(word: QueryWord, searched: readonly Searched[]): Resolved {
  const same = isKnown(searched, word.term) ? [{ term: word.term, weight: 1 }] : [];
  const joined = word.joined
    .filter((term) => term !== word.term && isKnown(searched, term))
    .map((term) => ({ term, weight: WEIGHTS.joined }));
  const found = [...same, ...joined];
  const weight = found.length === 0 ? WEIGHTS.begun : WEIGHTS.begunToo;
  const begun = word.isBeginning ? begunTerms(word.folded, searched).map((term) => ({ term, weight })) : [];
  const variants = best([...found, ...begun]);
  if (variants.length > 0) return { variants, proposal: null };
  return nearVariants(word, searched) ?? { variants: rootVariants(word, searched), proposal: null };
}

function begunTerms(folded: string, searched: readonly Searched[]): readonly string[] {
  const frequencies = new Map<string, number>();
  for (const one of searched) {
    const { segment } = one;
    const [from, to] = rangeOf(segment.words, folded);
    for (const number of new Set(segment.wordTerms.subarray(from, to))) {
      const term = stringAt(segment.terms, number);
      frequencies.set(term, (frequencies.get(term) ?? 0) + (segment.frequencies[number] ?? 0));
    }
  }
  const common = [...frequencies].sort(([, a], [, b]) => b - a).map(([term]) => term);
  return common.slice(0, MAX_BEGUN);
}

interface NearWord {
  readonly term: string;
  readonly written: string;
  readonly distance: number;
  readonly frequency: number;
}

function nearVariants({ folded }: QueryWord, searched: readonly Searched[]): Resolved | null {
  const limit = /\d/.test(folded) ? 0 : allowedDistance(folded.length);
  if (limit === 0) return null;
  const near = searched.flatMap((one) => nearWords(one, folded, limit));
  const least = Math.min(...near.map(({ distance }) => distance));
  const nearest = near
    .filter(({ distance }) => distance === least)
    .sort((a, b) => likeness(b, folded) - likeness(a, folded) || b.frequency - a.frequency)
    .slice(0, MAX_NEAR);
  if (nearest.length === 0) return null;
  const weight = least === 1 ? WEIGHTS.near : WEIGHTS.nearer;
  return {
    variants: best(nearest.map(({ term }) => ({ term, weight }))),
    proposal: nearest[0]?.written ?? null,
  };
}

/** Hands seldom miss the first letter. */
function likeness({ written }: NearWord, folded: string): number {
  return written.charAt(0) === folded.charAt(0) ? 1 : 0;
}

function nearWords(one: Searched, folded: string, limit: number): readonly NearWord[] {
  const { segment } = one;
  return nearTexts(segment.words, folded, limit)
    .map(({ index, distance }) => ({ index, distance, number: segment.wordTerms[index] ?? 0 }))
    .filter(({ number }) => isShown(one, number))
    .map(({ index, distance, number }) => ({
      term: stringAt(segment.terms, number),
      written: stringAt(segment.written, index),
      distance,
      frequency: segment.frequencies[number] ?? 0,
    }));
}

/**
 * A word of the question as the two known words that it is when a blank was left out, the second one without what it was
 * elided to: « chefdœuvre »; null when it is no such thing.
 */
export function splitWord(word: QueryWord, searched: readonly Searched[]): readonly [string, string] | null {
  const { folded, typed } = word;
  // Cut as it was typed, accents and all, where each letter is one.
  const text = typed.length === folded.length ? typed : folded;
  for (let length = folded.length - MIN_SPLIT; length >= MIN_SPLIT; length -= 1) {
    const first = folded.slice(0, length);
    const second = folded.slice(length).replace(ELISION, '');
    if (second.length >= MIN_SPLIT && isKnown(searched, stem(first)) && isKnown(searched, stem(second)))
      return [text.slice(0, length), text.slice(folded.length - second.length)];
  }
  return null;
}

/** The longest known stem that the word begins with. */
function rootVariants({ folded }: QueryWord, searched: readonly Searched[]): readonly Variant[] {
  for (let length = folded.length - 1; length >= MIN_ROOT && length * 2 > folded.length; length -= 1) {
    const term = folded.slice(0, length);
    if (isKnown(searched, term)) return [{ term, weight: WEIGHTS.root }];
  }
  return [];
}

/** Each stem once, with its best weight. */
function best(variants: readonly Variant[]): readonly Variant[] {
  const weights = new Map<string, number>();
  for (const { term, weight } of variants) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  return [...weights].map(([term, weight]) => ({ term, weight }));
}
