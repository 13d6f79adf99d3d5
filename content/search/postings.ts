import { type Bytes, createByteReader } from './bytes.ts';
import type { Segment } from './segment.ts';

/** That a post holds a stem: where beside its text, how often in it, and at which positions. */
export interface Posting {
  readonly document: number;
  readonly flags: number;
  readonly inText: number;
  readonly positions: readonly number[];
}

/** Writes the postings of one stem, by rising numbers of posts. */
export function writePosting(bytes: Bytes, before: number, posting: Posting, scratch: Bytes): void {
  scratch.clear();
  let last = 0;
  for (const position of posting.positions) {
    scratch.number(position - last);
    last = position;
  }
  bytes.number(posting.document - before);
  bytes.number(posting.flags);
  bytes.number(posting.inText);
  bytes.number(scratch.length());
  bytes.append(scratch.view());
}

/** Goes through the postings of one stem; positions are read only where they are asked for. */
export function createPostingCursor({ postings, postingFrom, frequencies }: Segment, term: number) {
  const reader = createByteReader(postings, postingFrom[term] ?? 0);
  let left = frequencies[term] ?? 0;
  let next = reader.at();
  let document = 0;
  const cursor = {
    /** -1 before the first. */
    document: -1,
    flags: 0,
    inText: 0,
    /** Goes on to the next post; false after the last. */
    advance(): boolean {
      if (left === 0) return false;
      left -= 1;
      reader.skip(next - reader.at());
      document += reader.number();
      cursor.document = document;
      cursor.flags = reader.number();
      cursor.inText = reader.number();
      const size = reader.number();
      next = reader.at() + size;
      return true;
    },
    /** Goes on to a post, or to the first one after it; whether it is that post. */
    seek(wanted: number): boolean {
      while (cursor.document < wanted) if (!cursor.advance()) return false;
      return cursor.document === wanted;
    },
    /** Gives the positions in the post, rising, once. */
    forEachPosition(note: (position: number) => void): void {
      let last = 0;
      while (reader.at() < next) {
        last += reader.number();
        note(last);
      }
    },
  };
  return cursor;
}

/** All of them. */
export function positionsAt(cursor: ReturnType<typeof createPostingCursor>): readonly number[] {
  const positions: number[] = [];
  cursor.forEachPosition((position) => positions.push(position));
  return positions;
}
