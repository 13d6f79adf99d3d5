import { createHash } from 'node:crypto';
import { encodeName } from '#content/git/tree.ts';
import type { FileStamp, IndexEntry } from './index-entry.ts';

const HEADER_BYTES = 12;
const FIXED_BYTES = 62;
const SUM_BYTES = 20;
const LONG_NAME = 0xfff;

/**
 * The bytes of an index with these entries, in git's order: version 3 where one needs it, else 2, without extensions (git
 * makes them again).
 */
export function formatIndex(entries: readonly IndexEntry[]): Buffer {
  const named = entries.map((entry) => ({ entry, name: encodeName(entry.path) }));
  named.sort((a, b) => Buffer.compare(a.name, b.name) || a.entry.stage - b.entry.stage);
  const length = named.reduce((sum, { entry, name }) => sum + entryBytes(entry, name), HEADER_BYTES);
  // One piece for all: ten thousand small ones at each save leave the process's memory full of holes.
  const bytes = Buffer.alloc(length + SUM_BYTES);
  bytes.write('DIRC', 'latin1');
  bytes.writeUInt32BE(entries.some(isExtended) ? 3 : 2, 4);
  bytes.writeUInt32BE(entries.length, 8);
  let at = HEADER_BYTES;
  for (const { entry, name } of named) {
    const end = at + entryBytes(entry, name);
    writeEntry(bytes.subarray(at, end), entry, name);
    at = end;
  }
  createHash('sha1').update(bytes.subarray(0, length)).digest().copy(bytes, length);
  return bytes;
}

function isExtended({ isSkipped, isIntended }: IndexEntry): boolean {
  return isSkipped || isIntended;
}

function nameStart(entry: IndexEntry): number {
  return FIXED_BYTES + (isExtended(entry) ? 2 : 0);
}

/** With one to eight zeros at its end. */
function entryBytes(entry: IndexEntry, name: Buffer): number {
  return (nameStart(entry) + name.length + 8) & ~7;
}

function writeEntry(bytes: Buffer, entry: IndexEntry, name: Buffer): void {
  writeStamp(bytes, entry.stamp);
  bytes.writeUInt32BE(entry.mode, 24);
  bytes.write(entry.id, 40, 'hex');
  const flags =
    (entry.isAssumedUnchanged ? 0x8000 : 0) |
    (isExtended(entry) ? 0x4000 : 0) |
    (entry.stage << 12) |
    Math.min(name.length, LONG_NAME);
  bytes.writeUInt16BE(flags, 60);
  if (isExtended(entry))
    bytes.writeUInt16BE((entry.isSkipped ? 0x4000 : 0) | (entry.isIntended ? 0x2000 : 0), FIXED_BYTES);
  name.copy(bytes, nameStart(entry));
}

function writeStamp(bytes: Buffer, stamp: FileStamp): void {
  bytes.writeUInt32BE(stamp.ctimeSeconds, 0);
  bytes.writeUInt32BE(stamp.ctimeNanoseconds, 4);
  bytes.writeUInt32BE(stamp.mtimeSeconds, 8);
  bytes.writeUInt32BE(stamp.mtimeNanoseconds, 12);
  bytes.writeUInt32BE(stamp.device, 16);
  bytes.writeUInt32BE(stamp.inode, 20);
  bytes.writeUInt32BE(stamp.uid, 28);
  bytes.writeUInt32BE(stamp.gid, 32);
  bytes.writeUInt32BE(stamp.size, 36);
}
