import { FLAGS } from './places.ts';
import { createPostingCursor } from './postings.ts';
import type { Searched } from './searched.ts';
import { countOf, termIn } from './segment.ts';
import type { Variant } from './variants.ts';

/** How well the posts of a segment match the words of a question. */
export interface Matches {
  readonly searched: Searched;
  /** For each post, one bit for each word it holds. */
  readonly words: Uint16Array;
  readonly scores: Float32Array;
}

/** What a word counts where it stands: a title says more than a line of the text. */
const WEIGHTS = { title: 10, tags: 5, category: 3, excerpt: 3, heading: 5 } as const;
/** A strength of which half is already half of what there is to gain. */
const HALF = 4;
const LEAST_RARITY = 0.05;

export function createMatches(searched: Searched): Matches {
  const count = countOf(searched.segment);
  return { searched, words: new Uint16Array(count), scores: new Float32Array(count) };
}

/**
 * Adds one word of a question, by all that stands for it, to the matches of each segment. Answers how rare it is: what
 * few posts hold tells them apart from the others.
 */
export function matchWord(matches: readonly Matches[], word: number, variants: readonly Variant[]): number {
  const strengths = matches.map(({ searched }) => strengthsIn(searched, variants));
  const posts = matches.reduce((sum, { searched }) => sum + searched.count, 0);
  const holders = strengths.reduce((sum, { count }) => sum + count, 0);
  const rarity = Math.max(LEAST_RARITY, Math.log(1 + (posts - holders + 0.5) / (holders + 0.5)));
  for (const [index, { words, scores }] of matches.entries()) {
    const { of } = strengths[index] ?? { of: new Float32Array(0) };
    for (let document = 0; document < of.length; document += 1) {
      const strength = of[document] ?? 0;
      if (strength === 0) continue;
      words[document] = (words[document] ?? 0) | (1 << word);
      scores[document] = (scores[document] ?? 0) + rarity * strength;
    }
  }
  return rarity;
}

/** How much each public post is about what the variants stand for, from 0 to 1, and how many are at all. */
function strengthsIn({ segment, shown, meanLength }: Searched, variants: readonly Variant[]) {
  const of = new Float32Array(countOf(segment));
  let count = 0;
  for (const { term, weight } of variants) {
    const number = termIn(segment, term);
    if (number === -1) continue;
    const cursor = createPostingCursor(segment, number);
    while (cursor.advance()) {
      const { document } = cursor;
      if (shown[document] === -1) continue;
      const length = (segment.lengths[document] ?? 0) / meanLength;
      const strength = weight * strengthOf(cursor.flags, cursor.inText, length);
      const before = of[document] ?? 0;
      if (before === 0) count += 1;
      if (strength > before) of[document] = strength;
    }
  }
  return { of, count };
}

/** `length` is that of the post's text, 1 being usual: in a long text a word is there more easily. */
function strengthOf(flags: number, inText: number, length: number): number {
  let sum = inText / (0.6 + 0.4 * length);
  if (flags !== 0) {
    if (flags & FLAGS.title) sum += WEIGHTS.title;
    if (flags & FLAGS.tags) sum += WEIGHTS.tags;
    if (flags & FLAGS.category) sum += WEIGHTS.category;
    if (flags & FLAGS.excerpt) sum += WEIGHTS.excerpt;
    if (flags & FLAGS.heading) sum += WEIGHTS.heading;
  }
  return sum / (sum + HALF);
}

/** Where in these posts each word of a question stands: for each post one list of positions for each word. */
export function positionsOf(
  { segment }: Searched,
  documents: readonly number[],
  words: readonly (readonly Variant[])[],
): ReadonlyMap<number, readonly (readonly number[])[]> {
  const wanted = new Uint8Array(countOf(segment));
  for (const document of documents) wanted[document] = 1;
  const last = documents.reduce((most, document) => Math.max(most, document), -1);
  const found = new Map(documents.map((document) => [document, words.map((): number[] => [])]));
  for (const [word, variants] of words.entries()) {
    for (const { term } of variants) {
      const number = termIn(segment, term);
      if (number === -1) continue;
      const cursor = createPostingCursor(segment, number);
      while (cursor.document < last && cursor.advance()) {
        if (wanted[cursor.document] === 0) continue;
        const list = found.get(cursor.document)?.[word];
        cursor.forEachPosition((position) => list?.push(position));
      }
    }
  }
  if (words.some((variants) => variants.length > 1))
    for (const lists of found.values()) for (const list of lists) list.sort((a, b) => a - b);
  return found;
}
