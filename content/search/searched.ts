import type { PublicView, SnapshotPost } from '../model/snapshot.ts';
import { createPostingCursor } from './postings.ts';
import { blobIdAt, countOf, type Segment, termIn } from './segment.ts';

/** A segment as one view of the content sees it. */
export interface Searched {
  readonly segment: Segment;
  /** For each post of the segment, its place in the list of public posts, or -1: readers may not see it, or it is old. */
  readonly shown: Int32Array;
  /** Public posts among them. */
  readonly count: number;
  /** Words of their texts, on average. */
  readonly meanLength: number;
}

/** The public posts of a view that the segments do not hold, too. Of two segments that hold one, the first counts. */
export function searchedIn(
  segments: readonly Segment[],
  { posts }: Pick<PublicView, 'posts'>,
): { readonly searched: readonly Searched[]; readonly missing: readonly SnapshotPost[] } {
  const places = new Map<string, number>();
  for (const [place, post] of posts.entries()) {
    // Two files may hold the same bytes: the first is found.
    if (!places.has(post.revision)) places.set(post.revision, place);
  }
  const searched = segments.map((segment) => showIn(segment, places));
  return { searched, missing: [...places.values()].flatMap((place) => posts[place] ?? []) };
}

function showIn(segment: Segment, places: Map<string, number>): Searched {
  const shown = new Int32Array(countOf(segment)).fill(-1);
  let count = 0;
  let words = 0;
  for (let document = 0; document < shown.length; document += 1) {
    const blobId = blobIdAt(segment, document);
    const place = places.get(blobId);
    if (place === undefined) continue;
    places.delete(blobId);
    shown[document] = place;
    count += 1;
    words += segment.lengths[document] ?? 0;
  }
  return { segment, shown, count, meanLength: count === 0 ? 1 : Math.max(1, words / count) };
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
