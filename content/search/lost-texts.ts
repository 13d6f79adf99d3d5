import { createBlobIdLookup } from './blob-ids.ts';
import type { KeptSegment } from './kept-segment.ts';

/** Remembers the posts whose texts their segment’s file no longer gives: they are to be read anew. */
export function createLostTexts() {
  const lost = new WeakMap<KeptSegment, Set<number>>();
  return {
    /** Takes note of one; false when it was known. */
    note(kept: KeptSegment, document: number): boolean {
      const documents = lost.get(kept) ?? new Set();
      if (documents.has(document)) return false;
      lost.set(kept, documents.add(document));
      return true;
    },
    /** Whether a segment has a post, text and all. */
    lookupIn(kept: KeptSegment): (blobId: string) => boolean {
      const find = createBlobIdLookup(kept.segment);
      const documents = lost.get(kept);
      return (blobId) => {
        const document = find(blobId);
        return document !== -1 && documents?.has(document) !== true;
      };
    },
  };
}
