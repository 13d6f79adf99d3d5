import type { Matches } from './match.ts';
import { createPostingCursor } from './postings.ts';
import type { Phrase } from './query.ts';
import type { Wanted } from './ranked.ts';
import { type Segment, termIn } from './segment.ts';
import type { Variant } from './variants.ts';

/**
 * Whether a post, whose words of the question are given as bits, holds all phrases of it as they stand. It is asked of
 * posts by rising numbers: postings are gone through once, and nothing is kept of posts that are passed.
 */
export function createPhraseFilter(
  { searched: { segment } }: Matches,
  wanted: readonly Wanted[],
  phrases: readonly Phrase[],
): (document: number, held: number) => boolean {
  if (phrases.length === 0) return () => true;
  const bits = phrases.flat().reduce((sum, { word }) => sum | (1 << word), 0);
  const readers = wanted.map(({ variants }) => createPositionReader(segment, variants));
  return (document, held) =>
    (held & bits) === bits &&
    phrases.every((phrase) =>
      holdsPhrase(phrase.map(({ word, offset }) => ({ offset, positions: readers[word]?.(document) ?? [] }))),
    );
}

interface Placed {
  readonly offset: number;
  readonly positions: readonly number[];
}

function holdsPhrase([first, ...others]: readonly Placed[]): boolean {
  let starts = first?.positions ?? [];
  for (const { offset, positions } of others) {
    if (starts.length === 0) return false;
    starts = followed(starts, positions, offset);
  }
  return starts.length > 0;
}

/** Those of the rising `starts` that have one of the rising `positions` at this distance. */
function followed(starts: readonly number[], positions: readonly number[], offset: number): number[] {
  let at = 0;
  return starts.filter((start) => {
    while ((positions[at] ?? Number.POSITIVE_INFINITY) < start + offset) at += 1;
    return positions[at] === start + offset;
  });
}

/** The rising positions of all that stands for a word, post by post. */
function createPositionReader(
  segment: Segment,
  variants: readonly Variant[],
): (document: number) => readonly number[] {
  const cursors = variants
    .map(({ term }) => termIn(segment, term))
    .filter((number) => number !== -1)
    .map((number) => createPostingCursor(segment, number));
  let read = { document: -1, positions: [] as readonly number[] };
  return (document) => {
    if (read.document === document) return read.positions;
    const positions: number[] = [];
    for (const cursor of cursors)
      if (cursor.seek(document)) cursor.forEachPosition((position) => positions.push(position));
    read = { document, positions: cursors.length > 1 ? positions.sort((a, b) => a - b) : positions };
    return read.positions;
  };
}
