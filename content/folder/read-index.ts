import { createHash } from 'node:crypto';
import { decodeName } from '#content/git/tree.ts';
import type { FileStamp, IndexEntry } from './index-entry.ts';

/** What the bytes of an index are. */
export type IndexReading =
  | { readonly kind: 'entries'; readonly entries: readonly IndexEntry[] }
  /** Torn, or not an index at all: it is made again. */
  | { readonly kind: 'damaged' }
  /** Sound, and of a form we do not know: it is left alone. `what` names it. */
  | { readonly kind: 'unsupported'; readonly what: string };

const ID_BYTES = 20;
const HEADER_BYTES = 12;
/** Stamp, mode, id, flags. */
const FIXED_BYTES = 62;
const LONG_NAME = 0xfff;
/**
 * No system has longer paths, in bytes. Version 4 repeats what two have in common without saying it again: a small file of long
 * ones would fill the memory.
 */
const LONGEST_PATH = 4 * 4096;
const DAMAGED: IndexReading = { kind: 'damaged' };

/**
 * Reads git's index, versions 2, 3 and 4. Extensions in capitals are passed over: git makes them again. One in small
 * letters changes what the entries mean (split or sparse index): 'unsupported'.
 */
export function readIndex(bytes: Buffer): IndexReading {
  if (bytes.length < HEADER_BYTES + ID_BYTES || bytes.toString('latin1', 0, 4) !== 'DIRC') return DAMAGED;
  if (!hasSoundSum(bytes)) return DAMAGED;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return { kind: 'unsupported', what: `version ${version}` };
  const end = bytes.length - ID_BYTES;
  const entries: IndexEntry[] = [];
  let at = HEADER_BYTES;
  let path: Buffer = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const read = readEntry(bytes, { at, end, version, before: path });
    if (read === null) return DAMAGED;
    ({ at, path } = read);
    entries.push(read.entry);
  }
  const what = mandatoryExtension(bytes, at, end);
  return what === null ? { kind: 'entries', entries } : { kind: 'unsupported', what };
}

/** index.skipHash leaves zeros where the sum would be. */
function hasSoundSum(bytes: Buffer): boolean {
  const sum = bytes.subarray(-ID_BYTES);
  if (sum.every((byte) => byte === 0)) return true;
  return createHash('sha1').update(bytes.subarray(0, -ID_BYTES)).digest().equals(sum);
}

interface Place {
  readonly at: number;
  readonly end: number;
  readonly version: number;
  /** The path of the entry before: version 4 writes what differs. */
  readonly before: Buffer;
}

interface ReadEntry {
  readonly entry: IndexEntry;
  readonly path: Buffer;
  /** Where the next one begins. */
  readonly at: number;
}

function readEntry(bytes: Buffer, { at, end, version, before }: Place): ReadEntry | null {
  if (at + FIXED_BYTES > end) return null;
  const flags = bytes.readUInt16BE(at + 60);
  const isExtended = (flags & 0x4000) !== 0;
  if (isExtended && (version < 3 || at + FIXED_BYTES + 2 > end)) return null;
  const extended = isExtended ? bytes.readUInt16BE(at + FIXED_BYTES) : 0;
  const start = at + FIXED_BYTES + (isExtended ? 2 : 0);
  const name = version === 4 ? readShortened(bytes, start, before) : readPadded(bytes, { at, start, flags });
  if (name === null || name.next > end) return null;
  const entry: IndexEntry = {
    path: decodeName(name.path),
    id: bytes.toString('hex', at + 40, at + 60),
    mode: bytes.readUInt32BE(at + 24),
    stage: (flags >> 12) & 3,
    stamp: readStamp(bytes, at),
    isAssumedUnchanged: (flags & 0x8000) !== 0,
    isSkipped: (extended & 0x4000) !== 0,
    isIntended: (extended & 0x2000) !== 0,
  };
  return { entry, path: name.path, at: name.next };
}

function readStamp(bytes: Buffer, at: number): FileStamp {
  return {
    ctimeSeconds: bytes.readUInt32BE(at),
    ctimeNanoseconds: bytes.readUInt32BE(at + 4),
    mtimeSeconds: bytes.readUInt32BE(at + 8),
    mtimeNanoseconds: bytes.readUInt32BE(at + 12),
    device: bytes.readUInt32BE(at + 16),
    inode: bytes.readUInt32BE(at + 20),
    uid: bytes.readUInt32BE(at + 28),
    gid: bytes.readUInt32BE(at + 32),
    size: bytes.readUInt32BE(at + 36),
  };
}

interface ReadName {
  readonly path: Buffer;
  readonly next: number;
}

/** Versions 2 and 3: the whole path, then one to eight zeros up to a multiple of eight. */
function readPadded(
  bytes: Buffer,
  { at, start, flags }: { readonly at: number; readonly start: number; readonly flags: number },
): ReadName | null {
  const length = flags & LONG_NAME;
  const stop = length < LONG_NAME ? start + length : bytes.indexOf(0, start);
  if (stop < start || stop >= bytes.length || bytes[stop] !== 0) return null;
  return { path: bytes.subarray(start, stop), next: at + ((stop - at + 8) & ~7) };
}

/** Version 4: how much of the path before is left out, as a number of git's, then the rest, ended by a zero. */
function readShortened(bytes: Buffer, start: number, before: Buffer): ReadName | null {
  let at = start;
  let byte = bytes[at++] ?? 0;
  let removed = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++] ?? 0;
    removed = ((removed + 1) << 7) | (byte & 0x7f);
    if (removed > before.length) return null;
  }
  const stop = bytes.indexOf(0, at);
  if (removed > before.length || stop < 0) return null;
  if (before.length - removed + stop - at > LONGEST_PATH) return null;
  const path = Buffer.concat([before.subarray(0, before.length - removed), bytes.subarray(at, stop)]);
  return { path, next: stop + 1 };
}

/** The first extension that must be understood; null when all may be passed over. */
function mandatoryExtension(bytes: Buffer, start: number, end: number): string | null {
  let at = start;
  while (at + 8 <= end) {
    const name = bytes.toString('latin1', at, at + 4);
    if (!/^[A-Z]/.test(name)) return `extension ${name}`;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return null;
}
