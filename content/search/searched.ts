import { createBlobIdLookup } from './blob-ids.ts';
import type { SearchedView } from './post-list.ts';
import { createPostingCursor } from './postings.ts';
import { countOf, type Segment, termIn } from './segment.ts';

/** A segment as one view of the content sees it. */
export interface Searched {
  readonly segment: Segment;
  /** For each post of the segment, its place in the list of public posts, or -1: readers may not see it, or it is old. */
  readonly shown: Int32Array;
  /** Where else in that list the same bytes are, by the post of the segment: files may be copies of each other. */
  readonly copies: ReadonlyMap<number, readonly number[]>;
  /** Public posts among them. */
  readonly count: number;
  /** Words of their texts, on average. */
  readonly meanLength: number;
}

/** How many public posts of a view the segments do not hold, too. Of two segments that hold one, the first counts. */
export function searchedIn(
  segments: readonly Segment[],
  { posts }: Pick<SearchedView, 'posts'>,
): { readonly searched: readonly Searched[]; readonly missing: number } {
  const gatherings = segments.map(createGathering);
  let missing = 0;
  for (const [place, { revision }] of posts.entries())
    if (!gatherings.some((gathering) => gathering.show(revision, place))) missing += 1;
  return { searched: gatherings.map((gathering) => gathering.searched()), missing };
}

/** Notes which posts of a segment a view shows. */
function createGathering(segment: Segment) {
  const find = createBlobIdLookup(segment);
  const shown = new Int32Array(countOf(segment)).fill(-1);
  const copies = new Map<number, number[]>();
  let count = 0;
  let words = 0;
  return {
    /** Whether the segment holds it. */
    show(blobId: string, place: number): boolean {
      const document = find(blobId);
      if (document === -1) return false;
      const others = copies.get(document);
      if (shown[document] === -1) shown[document] = place;
      else if (others === undefined) copies.set(document, [place]);
      else others.push(place);
      count += 1;
      words += segment.lengths[document] ?? 0;
      return true;
    },
    searched: (): Searched => ({
      ...{ segment, shown, copies, count },
      meanLength: count === 0 ? 1 : Math.max(1, words / count),
    }),
  };
}

/** Whether a public post holds the stem. */
export function isShown({ segment, shown }: Searched, term: number): boolean {
  if (term === -1) return false;
  const cursor = createPostingCursor(segment, term);
  while (cursor.advance()) if (shown[cursor.document] !== -1) return true;
  return false;
}

/** The same, by the stem itself, in any of them. */
export function isKnown(searched: readonly Searched[], term: string): boolean {
  return searched.some((one) => isShown(one, termIn(one.segment, term)));
}
