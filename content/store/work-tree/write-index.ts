import { createHash } from 'node:crypto';
import { encodeName } from '../tree.ts';
import type { FileStamp, IndexEntry } from './index-entry.ts';

const FIXED_BYTES = 62;
const LONG_NAME = 0xfff;

/**
 * The bytes of an index with these entries, in git's order: version 3 where one needs it, else 2, without extensions (git
 * makes them again).
 */
export function formatIndex(entries: readonly IndexEntry[]): Buffer {
  const named = entries.map((entry) => ({ entry, name: encodeName(entry.path) }));
  named.sort((a, b) => Buffer.compare(a.name, b.name) || a.entry.stage - b.entry.stage);
  const header = Buffer.alloc(12);
  header.write('DIRC', 'latin1');
  header.writeUInt32BE(entries.some(isExtended) ? 3 : 2, 4);
  header.writeUInt32BE(entries.length, 8);
  const body = Buffer.concat([header, ...named.map(({ entry, name }) => formatEntry(entry, name))]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function isExtended({ isSkipped, isIntended }: IndexEntry): boolean {
  return isSkipped || isIntended;
}

function formatEntry(entry: IndexEntry, name: Buffer): Buffer {
  const start = FIXED_BYTES + (isExtended(entry) ? 2 : 0);
  const bytes = Buffer.alloc((start + name.length + 8) & ~7);
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
  name.copy(bytes, start);
  return bytes;
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
