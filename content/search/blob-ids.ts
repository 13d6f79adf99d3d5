import { countOf, ID_BYTES, type Segment } from './segment.ts';

/** Hexadecimal digits of a blob id that are looked at first. */
const FIRST = 8;

/**
 * Finds the posts of a segment by blob id; -1 for one that it does not hold. Made where it is needed, in a millisecond for
 * ten thousand posts: as many strings would cost ten times that, and stay in memory.
 */
export function createBlobIdLookup(segment: Pick<Segment, 'ids' | 'lengths'>): (blobId: string) => number {
  const { ids } = segment;
  const count = countOf(segment);
  const mask = 2 ** Math.ceil(Math.log2(count * 2 + 1)) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
  for (let document = 0; document < count; document += 1) {
    // Ids are digests: their first bytes are as good as any hash of them.
    let slot = view.getUint32(document * ID_BYTES) & mask;
    while (slots[slot] !== -1) slot = (slot + 1) & mask;
    slots[slot] = document;
  }
  return (blobId) => {
    let slot = Number.parseInt(blobId.slice(0, FIRST), 16) & mask;
    for (; slots[slot] !== -1; slot = (slot + 1) & mask) {
      const document = slots[slot] ?? -1;
      if (isAt(ids, document * ID_BYTES, blobId)) return document;
    }
    return -1;
  };
}

function isAt(ids: Uint8Array, from: number, blobId: string): boolean {
  for (let at = 0; at < ID_BYTES; at += 1) {
    const byte = ids[from + at] ?? 0;
    if (blobId.charCodeAt(2 * at) !== digit(byte >> 4)) return false;
    if (blobId.charCodeAt(2 * at + 1) !== digit(byte & 15)) return false;
  }
  return true;
}

/** The character of a hexadecimal digit, lowercase. */
function digit(value: number): number {
  return value < 10 ? 48 + value : 87 + value;
}
