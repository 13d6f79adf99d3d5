import type { Segment } from './segment.ts';

/**
 * The parts of a post, in the order of their positions: title, tags, category, excerpt, then for each section its heading
 * and its text. Between two of them positions leave a gap, so that no quoted phrase reaches over it.
 */
export const PLACES = { title: 0, tags: 1, category: 2, excerpt: 3, sections: 4 } as const;
export const GAP = 16;

/** Where a word is in a post, beside its text: one bit for each. */
export const FLAGS = { title: 1, tags: 2, category: 4, excerpt: 8, heading: 16 } as const;

/** The flag of a place; 0 for the text of a section. */
export function flagOf(place: number): number {
  if (place < PLACES.sections) return 1 << place;
  return isHeading(place) ? FLAGS.heading : 0;
}

export function isHeading(place: number): boolean {
  return place >= PLACES.sections && (place - PLACES.sections) % 2 === 0;
}

/** Which section a place is in, counted from 0; null for what stands above the text. */
export function sectionOf(place: number): number | null {
  return place < PLACES.sections ? null : (place - PLACES.sections) >> 1;
}

/** The place of a position of a post. */
export function placeAt({ placeFrom, placeStarts }: Segment, document: number, position: number): number {
  const from = placeFrom[document] ?? 0;
  let low = from;
  let high = placeFrom[document + 1] ?? from;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((placeStarts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low - from;
}
