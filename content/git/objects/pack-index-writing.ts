import { createHash } from 'node:crypto';

/** Where an object is in a pack. */
export interface IndexedEntry {
  readonly id: string;
  readonly offset: number;
  /** CRC-32 of the entry as the pack holds it. */
  readonly crc: number;
}

/** The bytes of a version 2 index (gitformat-pack(5)) of a pack below 2 GB with this checksum. */
export function formatPackIndex(entries: readonly IndexedEntry[], packChecksum: Buffer): Buffer {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const head = Buffer.alloc(8 + 256 * 4);
  head.writeUInt32BE(0xff744f63, 0);
  head.writeUInt32BE(2, 4);
  const counts = new Uint32Array(256);
  for (const { id } of sorted) {
    const first = Number.parseInt(id.slice(0, 2), 16);
    counts[first] = (counts[first] ?? 0) + 1;
  }
  let total = 0;
  for (const [first, count] of counts.entries()) {
    total += count;
    head.writeUInt32BE(total, 8 + first * 4);
  }
  const names = Buffer.concat(sorted.map(({ id }) => Buffer.from(id, 'hex')));
  const crcs = numbers(sorted.map(({ crc }) => crc));
  const offsets = numbers(sorted.map(({ offset }) => offset));
  const body = Buffer.concat([head, names, crcs, offsets, packChecksum]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
