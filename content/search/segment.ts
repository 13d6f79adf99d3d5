import { indexIn, type StringTable } from './string-table.ts';

/**
 * A part of the index that never changes once it is made: some posts, and where each word is in them. Numbers lie side by
 * side in typed arrays, as they do in the file: nothing is parsed when one is read.
 */
export interface Segment {
  /** Blob ids of the posts, twenty bytes each. */
  readonly ids: Uint8Array;
  /** Words of the text of each post. */
  readonly lengths: Uint32Array;
  /** Where the places of each post begin in `placeStarts`, and where the last one's end. */
  readonly placeFrom: Uint32Array;
  /** The first position of each place (place.ts), post after post. */
  readonly placeStarts: Uint32Array;
  /** Stems, sorted. */
  readonly terms: StringTable;
  /** How many posts hold each. */
  readonly frequencies: Uint32Array;
  /** Where the postings of each begin, and where the last one's end. */
  readonly postingFrom: Uint32Array;
  /** See postings.ts. */
  readonly postings: Uint8Array;
  /** Words as they were folded, sorted; for those being typed, and those mistyped. */
  readonly words: StringTable;
  /** The stem of each. */
  readonly wordTerms: Uint32Array;
  /** Each as a text writes it, with its accents. */
  readonly written: StringTable;
}

export const ID_BYTES = 20;

export function countOf({ lengths }: Pick<Segment, 'lengths'>): number {
  return lengths.length;
}

export function blobIdAt({ ids }: Pick<Segment, 'ids'>, document: number): string {
  const from = document * ID_BYTES;
  return Buffer.from(ids.buffer, ids.byteOffset + from, ID_BYTES).toString('hex');
}

/** The number of a stem, or -1. */
export function termIn({ terms }: Pick<Segment, 'terms'>, term: string): number {
  return indexIn(terms, term);
}
