import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { endsWithSum } from '#content/git/objects/object-id.ts';
import { decodeName, encodeName } from '#content/git/tree.ts';

/** What git's index remembers of a file on disk, to tell cheaply that it has not changed. All are 32-bit numbers. */
export interface FileStamp {
  readonly ctimeSeconds: number;
  readonly ctimeNanoseconds: number;
  readonly mtimeSeconds: number;
  readonly mtimeNanoseconds: number;
  readonly device: number;
  readonly inode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
}

/** An entry of git's index (gitformat-index(5)). */
export interface IndexEntry {
  /** Bytes that are not UTF-8 stand as in the names of trees (tree.ts). */
  readonly path: string;
  readonly id: string;
  /** 0o100644, 0o100755, 0o120000 (symlink) or 0o160000 (submodule). */
  readonly mode: number;
  /** 0, or 1 to 3 for the sides of a merge that is not resolved. */
  readonly stage: number;
  readonly stamp: FileStamp;
  readonly isAssumedUnchanged: boolean;
  /** The file is not in the work tree, and that is as it should be (skip-worktree). */
  readonly isSkipped: boolean;
  /** `git add -N`: the path is announced, its content is not. */
  readonly isIntended: boolean;
}

/** Of a file that must be read before anything is said of it. */
export const NO_STAMP = readStamp(Buffer.alloc(40), 0);

/** The entry of a file of a commit. */
export function indexEntry(
  path: string,
  { id, mode }: Pick<IndexEntry, 'id' | 'mode'>,
  { stamp, isSkipped }: Pick<IndexEntry, 'stamp' | 'isSkipped'>,
): IndexEntry {
  return { path, id, mode, stage: 0, stamp, isAssumedUnchanged: false, isSkipped, isIntended: false };
}

const SECOND = 1_000_000_000n;

/** The stamp of a file as it is on disk, as git makes it on this system. */
export function stampOf(stats: BigIntStats, platform: NodeJS.Platform = process.platform): FileStamp {
  const isWindows = platform === 'win32';
  // Git for Windows takes the moment of creation for ctime, and knows neither inodes nor owners.
  const ctime = isWindows ? stats.birthtimeNs : stats.ctimeNs;
  return {
    ctimeSeconds: low32(ctime / SECOND),
    ctimeNanoseconds: Number(ctime % SECOND),
    mtimeSeconds: low32(stats.mtimeNs / SECOND),
    mtimeNanoseconds: Number(stats.mtimeNs % SECOND),
    device: isWindows ? 0 : low32(stats.dev),
    inode: isWindows ? 0 : low32(stats.ino),
    uid: isWindows ? 0 : low32(stats.uid),
    gid: isWindows ? 0 : low32(stats.gid),
    size: low32(stats.size),
  };
}

/** Whether two stamps are of one file that nobody wrote to in between. */
export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return (
    a.size === b.size &&
    a.mtimeSeconds === b.mtimeSeconds &&
    a.mtimeNanoseconds === b.mtimeNanoseconds &&
    a.ctimeSeconds === b.ctimeSeconds &&
    a.ctimeNanoseconds === b.ctimeNanoseconds &&
    a.inode === b.inode
  );
}

/** Clocks of file systems tick this slowly at worst, in milliseconds. */
const TICK_MS = 20;

/**
 * Whether a file may have changed after its entry was made without its stamp showing it: it was written in the moment in
 * which the index was (git's "racy git").
 */
export function isRacy({ mtimeSeconds, mtimeNanoseconds }: FileStamp, indexWrittenMs: number): boolean {
  return mtimeSeconds * 1000 + mtimeNanoseconds / 1e6 >= indexWrittenMs - TICK_MS;
}

function low32(value: bigint): number {
  return Number(BigInt.asUintN(32, value));
}

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
  return bytes.subarray(-ID_BYTES).every((byte) => byte === 0) || endsWithSum(bytes);
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

/**
 * The bytes of an index with these entries, in git's order: version 3 where one needs it, else 2, without extensions (git
 * makes them again).
 */
export function formatIndex(entries: readonly IndexEntry[]): Buffer {
  const length = entries.reduce((sum, entry) => sum + entryBytes(entry), HEADER_BYTES);
  // One piece for all, and none for each entry: ten thousand at each save leave the process's memory full of holes.
  const bytes = Buffer.alloc(length + ID_BYTES);
  bytes.write('DIRC', 'latin1');
  bytes.writeUInt32BE(entries.some(isExtended) ? 3 : 2, 4);
  bytes.writeUInt32BE(entries.length, 8);
  let at = HEADER_BYTES;
  for (const entry of entries.toSorted(inOrder)) {
    writeEntry(bytes, at, entry);
    at += entryBytes(entry);
  }
  createHash('sha1').update(bytes.subarray(0, length)).digest().copy(bytes, length);
  return bytes;
}

/** Where the order of UTF-16 may not be that of bytes. */
const ODD = /[\uD800-\uFFFF]/;

function inOrder(a: IndexEntry, b: IndexEntry): number {
  if (a.path === b.path) return a.stage - b.stage;
  if (ODD.test(a.path) || ODD.test(b.path)) return Buffer.compare(encodeName(a.path), encodeName(b.path));
  return a.path < b.path ? -1 : 1;
}

function isExtended({ isSkipped, isIntended }: IndexEntry): boolean {
  return isSkipped || isIntended;
}

function nameStart(entry: IndexEntry): number {
  return FIXED_BYTES + (isExtended(entry) ? 2 : 0);
}

function nameBytes({ path }: IndexEntry): number {
  return ODD.test(path) ? encodeName(path).length : Buffer.byteLength(path);
}

/** With one to eight zeros at its end. */
function entryBytes(entry: IndexEntry): number {
  return (nameStart(entry) + nameBytes(entry) + 8) & ~7;
}

function writeEntry(bytes: Buffer, at: number, entry: IndexEntry): void {
  const { path, id, mode, stage, stamp, isAssumedUnchanged, isSkipped, isIntended } = entry;
  writeStamp(bytes, at, stamp);
  bytes.writeUInt32BE(mode, at + 24);
  bytes.write(id, at + 40, 'hex');
  const flags =
    (isAssumedUnchanged ? 0x8000 : 0) |
    (isExtended(entry) ? 0x4000 : 0) |
    (stage << 12) |
    Math.min(nameBytes(entry), LONG_NAME);
  bytes.writeUInt16BE(flags, at + 60);
  if (isExtended(entry))
    bytes.writeUInt16BE((isSkipped ? 0x4000 : 0) | (isIntended ? 0x2000 : 0), at + FIXED_BYTES);
  if (ODD.test(path)) encodeName(path).copy(bytes, at + nameStart(entry));
  else bytes.write(path, at + nameStart(entry));
}

function writeStamp(bytes: Buffer, at: number, stamp: FileStamp): void {
  bytes.writeUInt32BE(stamp.ctimeSeconds, at);
  bytes.writeUInt32BE(stamp.ctimeNanoseconds, at + 4);
  bytes.writeUInt32BE(stamp.mtimeSeconds, at + 8);
  bytes.writeUInt32BE(stamp.mtimeNanoseconds, at + 12);
  bytes.writeUInt32BE(stamp.device, at + 16);
  bytes.writeUInt32BE(stamp.inode, at + 20);
  bytes.writeUInt32BE(stamp.uid, at + 28);
  bytes.writeUInt32BE(stamp.gid, at + 32);
  bytes.writeUInt32BE(stamp.size, at + 36);
}
