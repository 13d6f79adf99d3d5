import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isSystemError } from '../system-error.ts';
import { canInflateTo, type Inflated, inflateExactly, inflatePiece, START_BYTES } from './inflating.ts';
import type { ObjectType } from './object-id.ts';

/** What the head of an entry says: a whole object, or a delta and where its base is (gitformat-pack(5)). */
export type PackEntry = {
  /** Size of what the entry inflates to: the object, or the delta. */
  readonly size: number;
  /** Where the compressed bytes start. */
  readonly bodyAt: number;
} & (
  | { readonly kind: 'whole'; readonly type: ObjectType }
  | { readonly kind: 'offset-delta'; readonly baseAt: number }
  | { readonly kind: 'reference-delta'; readonly baseId: Buffer }
);

export type DeltaEntry = Exclude<PackEntry, { readonly kind: 'whole' }>;

/** Thrown by this file only; pack.ts says which object is to blame. */
export class PackEntryError extends Error {}

/** Ten bytes of size, then an offset of ten bytes or an id of twenty. */
const MAX_HEAD = 32;
const TYPES: readonly (ObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag'];
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;

/** Bytes before the first entry, and those of the checksum after the last. */
export const PACK_HEADER = 12;
export const PACK_CHECKSUM = 20;

/** How many objects a pack says it holds; null when it does not begin as packs do. */
export function countPacked(bytes: PackBytes): number | null {
  const head = bytes.read(0, PACK_HEADER);
  if (head.length < PACK_HEADER || head.toString('latin1', 0, 4) !== 'PACK') return null;
  return [2, 3].includes(head.readUInt32BE(4)) ? head.readUInt32BE(8) : null;
}

/** Reads the head of the entry at `offset`. */
export function readPackEntry(bytes: PackBytes, offset: number): PackEntry {
  const head = bytes.read(offset, MAX_HEAD);
  const first = byteAt(head, 0);
  const kind = (first >> 4) & 7;
  const more = first & 0x80 ? readSize(head, 1) : { size: 0, next: 1 };
  const [size, next] = [(first & 15) + more.size * 16, more.next];
  const type = TYPES[kind];
  if (type !== undefined) return { kind: 'whole', type, size, bodyAt: offset + next };
  if (kind === OFFSET_DELTA) {
    const back = readBackwards(head, next);
    if (back.distance <= 0 || back.distance > offset) throw new PackEntryError('delta without a base');
    return { kind: 'offset-delta', baseAt: offset - back.distance, size, bodyAt: offset + back.next };
  }
  if (kind !== REFERENCE_DELTA || head.length < next + 20) throw new PackEntryError('entry of no known type');
  const baseId = Buffer.from(head.subarray(next, next + 20));
  return { kind: 'reference-delta', baseId, size, bodyAt: offset + next + 20 };
}

/**
 * Inflates the body of an entry, which ends before `end`, reading no more of the file than zlib can need for this size. Throws
 * PackEntryError, or zlib's own error (isZlibError).
 */
export function inflateEntry(bytes: PackBytes, entry: PackEntry, end = bytes.size()): Inflated {
  const rest = end - entry.bodyAt;
  if (!canInflateTo(entry.size, rest)) throw new PackEntryError('entry larger than its pack can hold');
  // zlib's own bound for a body that cannot be compressed; more is read only from a writer that wasted space.
  for (let length = entry.size + (entry.size >>> 9) + 64; ; length *= 2) {
    const body = tryInflate(bytes.read(entry.bodyAt, Math.min(length, rest)), entry.size);
    if (body !== null) return body;
    if (length >= rest) throw new PackEntryError('entry cut short');
  }
}

/** The first bytes of a delta's body, at least `wanted` of them unless it is shorter. */
export function inflateStart(bytes: PackBytes, entry: PackEntry, wanted: number): Buffer {
  const start = inflatePiece(bytes.read(entry.bodyAt, wanted + START_BYTES));
  return start.length >= Math.min(wanted, entry.size) ? start : inflateEntry(bytes, entry).bytes;
}

/** Null when there was not enough input. */
function tryInflate(compressed: Buffer, size: number): Inflated | null {
  try {
    const body = inflateExactly(compressed, size);
    if (body === null) throw new PackEntryError('entry of another size than stated');
    return body;
  } catch (error) {
    if (isSystemError(error, 'Z_BUF_ERROR')) return null;
    throw error;
  }
}

/** The distance back to the base: seven bits a byte, each continuation adding one so that no value has two forms. */
function readBackwards(head: Buffer, at: number): { readonly distance: number; readonly next: number } {
  let next = at;
  let byte = byteAt(head, next++);
  let distance = byte & 0x7f;
  while (byte & 0x80) {
    byte = byteAt(head, next++);
    distance = (distance + 1) * 128 + (byte & 0x7f);
  }
  return { distance, next };
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new PackEntryError('entry or delta cut short');
  return byte;
}

/** What one read from the disk brings at least: neighbours in a pack are usually asked for together. */
const READ_AHEAD = 32 * 1024;
const NOTHING: Buffer = Buffer.alloc(0);

/** The bytes of a pack, read where they are asked for; the file is opened at the first read. */
export interface PackBytes {
  /** Length of the file. Throws the system's error when the file cannot be opened. */
  size(): number;
  /** At most `length` bytes from `position` on, fewer at the end. Valid until the next read only. */
  read(position: number, length: number): Buffer;
  close(): void;
}

/** Reads are synchronous on purpose: from the page cache they cost less than the way to a thread and back. */
export function openPackBytes(file: string): PackBytes {
  let opened: { readonly descriptor: number; readonly size: number } | null = null;
  let room: Buffer | null = null;
  let window = NOTHING;
  let windowAt = 0;

  function open(): { readonly descriptor: number; readonly size: number } {
    if (opened !== null) return opened;
    const descriptor = openSync(file, 'r');
    opened = { descriptor, size: fstatSync(descriptor).size };
    return opened;
  }

  function fill(bytes: Buffer, position: number): Buffer {
    const { descriptor } = open();
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(descriptor, bytes, filled, bytes.length - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  }

  return {
    size: () => open().size,
    read: (position, length) => {
      const wanted = Math.max(0, Math.min(length, open().size - position));
      // Where half a file is left an index leads beyond its end.
      if (wanted === 0) return NOTHING;
      if (wanted > READ_AHEAD) return fill(Buffer.allocUnsafe(wanted), position);
      if (position < windowAt || position + wanted > windowAt + window.length) {
        room ??= Buffer.allocUnsafeSlow(READ_AHEAD);
        window = NOTHING; // As long as reading fails.
        window = fill(room, position);
        windowAt = position;
      }
      return window.subarray(position - windowAt, position - windowAt + wanted);
    },
    close: () => {
      if (opened !== null) closeSync(opened.descriptor);
      opened = null;
      room = null;
      window = NOTHING;
    },
  };
}

/** Bytes of a delta that certainly hold both sizes of its header. */
export const DELTA_HEADER_BYTES = 20;

/** Git takes nothing shorter for a delta (its delta.h). */
const SHORTEST = 4;

/** The size of what a delta makes, from its header (gitformat-pack(5), "Deltified representation"). */
export function deltaResultSize(delta: Buffer): number {
  return readSize(delta, readSize(delta, 0).next).size;
}

/** What `delta` makes of `base`. Throws when it was not made for this base or is damaged. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const from = readSize(delta, 0);
  const to = readSize(delta, from.next);
  if (delta.length < SHORTEST) throw new PackEntryError('delta ends too early');
  if (from.size !== base.length) throw new PackEntryError('delta made for another base');
  // Each byte copies all of the base at most, or inserts one: what claims more is wrong before memory is taken for it.
  if (to.size > delta.length * Math.max(base.length, 1)) throw new PackEntryError('delta claims too much');
  const result = Buffer.allocUnsafe(to.size);
  let read = to.next;
  let written = 0;
  while (read < delta.length) {
    const instruction = delta.readUInt8(read);
    const step =
      instruction & 0x80 ? copyFromBase(instruction, delta, read + 1) : insertion(instruction, read + 1);
    const source = step.from === 'base' ? base : delta;
    if (step.start + step.length > source.length || written + step.length > result.length) {
      throw new PackEntryError('delta reaches out of bounds');
    }
    source.copy(result, written, step.start, step.start + step.length);
    written += step.length;
    read = step.next;
  }
  if (written !== result.length) throw new PackEntryError('delta ends too early');
  return result;
}

interface Step {
  readonly from: 'base' | 'delta';
  readonly start: number;
  readonly length: number;
  /** Where the next instruction is. */
  readonly next: number;
}

function insertion(length: number, at: number): Step {
  if (length === 0) throw new PackEntryError('delta with a reserved instruction');
  return { from: 'delta', start: at, length, next: at + length };
}

/** A copy: bits 0 to 3 of the instruction say which bytes of the start follow, bits 4 to 6 which of the length. */
function copyFromBase(instruction: number, delta: Buffer, at: number): Step {
  let next = at;
  let start = 0;
  let length = 0;
  for (let bit = 0; bit < 7; bit++) {
    if ((instruction & (1 << bit)) === 0) continue;
    const value = byteAt(delta, next++);
    if (bit < 4) start += value * 2 ** (8 * bit);
    else length += value * 2 ** (8 * (bit - 4));
  }
  return { from: 'base', start, length: length === 0 ? 0x10000 : length, next };
}

/** A number of seven bits a byte, the lowest first. */
function readSize(bytes: Buffer, at: number): { readonly size: number; readonly next: number } {
  let size = 0;
  let next = at;
  let scale = 1;
  for (;;) {
    const byte = byteAt(bytes, next++);
    size += (byte & 0x7f) * scale;
    if (!Number.isSafeInteger(size)) throw new PackEntryError('entry or delta of an impossible size');
    if ((byte & 0x80) === 0) return { size, next };
    scale *= 128;
  }
}
