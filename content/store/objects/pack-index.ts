import { ContentError } from '../../model/errors.ts';

/** gitformat-pack(5), "Version 2 pack-*.idx files". */
const MAGIC = 0xff744f63;
const FANOUT_AT = 8;
const NAMES_AT = FANOUT_AT + 256 * 4;
const TRAILER = 40;
const LARGE = 0x80000000;

export interface PackIndex {
  readonly count: number;
  /** Where the object with this id (20 bytes) starts in the pack, or null when the pack does not hold it. */
  find(id: Buffer): number | null;
  /** Every id, in order. */
  ids(): Iterable<string>;
}

/** Reads a version 2 index out of its bytes, which are kept. Throws ContentError 'corrupt' when they are no such file. */
export function parsePackIndex(bytes: Buffer, what: string): PackIndex {
  const count = countObjects(bytes);
  if (count === null) throw new ContentError('corrupt', { what });
  const offsetsAt = NAMES_AT + count * 24;
  const largeAt = offsetsAt + count * 4;

  function offsetAt(position: number): number {
    const offset = bytes.readUInt32BE(offsetsAt + position * 4);
    if (offset < LARGE) return offset;
    const at = largeAt + (offset - LARGE) * 8;
    if (at + 8 > bytes.length - TRAILER) throw new ContentError('corrupt', { what });
    return Number(bytes.readBigUInt64BE(at));
  }

  return {
    count,
    find: (id) => {
      const position = positionOf(bytes, id);
      return position === null ? null : offsetAt(position);
    },
    *ids() {
      for (let at = NAMES_AT; at < NAMES_AT + count * 20; at += 20) yield bytes.toString('hex', at, at + 20);
    },
  };
}

/** How many objects the index lists, or null when the bytes are not an index we can use. */
function countObjects(bytes: Buffer): number | null {
  if (bytes.length < NAMES_AT + TRAILER || bytes.readUInt32BE(0) !== MAGIC || bytes.readUInt32BE(4) !== 2)
    return null;
  let count = 0;
  for (let at = FANOUT_AT; at < NAMES_AT; at += 4) {
    const next = bytes.readUInt32BE(at);
    if (next < count) return null;
    count = next;
  }
  return bytes.length < NAMES_AT + count * 28 + TRAILER ? null : count;
}

function positionOf(bytes: Buffer, id: Buffer): number | null {
  const first = id.readUInt8(0);
  let low = first === 0 ? 0 : bytes.readUInt32BE(FANOUT_AT + (first - 1) * 4);
  let high = bytes.readUInt32BE(FANOUT_AT + first * 4);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = NAMES_AT + middle * 20;
    const order = bytes.compare(id, 0, 20, at, at + 20);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}
