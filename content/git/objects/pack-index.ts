import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ContentError, ifSound } from '#content/model/errors.ts';
import { ifThere } from '../system-error.ts';

const ID_BYTES = 20;
const FANOUT_BYTES = 256 * 4;
/** Two checksums, the pack's and then the index's own. */
const TRAILER = 2 * ID_BYTES;
/** How version 2 begins; the numbers of version 1 never do. */
const MAGIC = 0xff744f63;
const LARGE = 0x80000000;

export interface PackIndex {
  readonly count: number;
  readonly packChecksum: Buffer;
  /** Where the object with this id (20 bytes) starts in the pack, or null when the pack does not hold it. */
  find(id: Buffer): number | null;
  has(id: Buffer): boolean;
  /** Which object starts at this offset: asked rarely, for each is looked at. */
  idAt(offset: number): string | null;
  /** Every id, in order. */
  ids(): Iterable<string>;
}

/** Where the parts of an index are (gitformat-pack(5), "pack-*.idx files have the following format"). */
interface Layout {
  readonly count: number;
  readonly fanoutAt: number;
  /** The first id, and how far it is from one to the next. */
  readonly idsAt: number;
  readonly step: number;
  offsetAt(position: number): number | null;
}

/** Reads an index, version 1 or 2, out of its bytes, which are kept. Throws ContentError 'corrupt' when they are no such file. */
export function parsePackIndex(bytes: Buffer, what: string): PackIndex {
  const layout = layoutOf(bytes);
  if (layout === null) throw new ContentError('corrupt', { what });
  const { count, idsAt, step } = layout;

  function idOf(position: number): string {
    const at = idsAt + position * step;
    return bytes.toString('hex', at, at + ID_BYTES);
  }

  return {
    count,
    packChecksum: bytes.subarray(-TRAILER, -ID_BYTES),
    find: (id) => {
      const position = positionOf(bytes, layout, id);
      if (position === null) return null;
      const offset = layout.offsetAt(position);
      if (offset === null) throw new ContentError('corrupt', { what });
      return offset;
    },
    has: (id) => positionOf(bytes, layout, id) !== null,
    idAt: (offset) => {
      for (let position = 0; position < count; position += 1)
        if (layout.offsetAt(position) === offset) return idOf(position);
      return null;
    },
    *ids() {
      for (let position = 0; position < count; position += 1) yield idOf(position);
    },
  };
}

/** Null when the bytes are not an index that git reads either. */
function layoutOf(bytes: Buffer): Layout | null {
  if (bytes.length < FANOUT_BYTES + TRAILER) return null;
  if (bytes.readUInt32BE(0) !== MAGIC) return firstVersion(bytes);
  return bytes.readUInt32BE(4) === 2 ? secondVersion(bytes) : null;
}

/** Version 1: the offset of each object before its id. */
function firstVersion(bytes: Buffer): Layout | null {
  const step = 4 + ID_BYTES;
  const count = countObjects(bytes, 0);
  if (count === null || bytes.length !== FANOUT_BYTES + count * step + TRAILER) return null;
  return {
    count,
    step,
    fanoutAt: 0,
    idsAt: FANOUT_BYTES + 4,
    offsetAt: (position) => bytes.readUInt32BE(FANOUT_BYTES + position * step),
  };
}

/** Version 2: ids, CRCs, offsets of 31 bits, and longer ones for those that need it. */
function secondVersion(bytes: Buffer): Layout | null {
  const fanoutAt = 8;
  const idsAt = fanoutAt + FANOUT_BYTES;
  const end = bytes.length - TRAILER;
  const count = bytes.length < idsAt + TRAILER ? null : countObjects(bytes, fanoutAt);
  if (count === null) return null;
  const offsetsAt = idsAt + count * (ID_BYTES + 4);
  const largeAt = offsetsAt + count * 4;
  if (end < largeAt || end > largeAt + Math.max(0, count - 1) * 8) return null;
  return {
    count,
    fanoutAt,
    idsAt,
    step: ID_BYTES,
    offsetAt: (position) => {
      const offset = bytes.readUInt32BE(offsetsAt + position * 4);
      if (offset < LARGE) return offset;
      const at = largeAt + (offset - LARGE) * 8;
      return at + 8 > end ? null : Number(bytes.readBigUInt64BE(at));
    },
  };
}

/** How many objects the fanout counts; null when it does not count up. */
function countObjects(bytes: Buffer, fanoutAt: number): number | null {
  let count = 0;
  for (let at = fanoutAt; at < fanoutAt + FANOUT_BYTES; at += 4) {
    const next = bytes.readUInt32BE(at);
    if (next < count) return null;
    count = next;
  }
  return count;
}

function positionOf(bytes: Buffer, { fanoutAt, idsAt, step }: Layout, id: Buffer): number | null {
  const first = id.readUInt8(0);
  let low = first === 0 ? 0 : bytes.readUInt32BE(fanoutAt + (first - 1) * 4);
  let high = bytes.readUInt32BE(fanoutAt + first * 4);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = idsAt + middle * step;
    const order = bytes.compare(id, 0, ID_BYTES, at, at + ID_BYTES);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}

/** The packs that have an index, by their paths without ending, in the order of the folder. Git names the index last. */
export async function listPacks(objectsFolder: string): Promise<readonly string[]> {
  const folder = path.join(objectsFolder, 'pack');
  const names = new Set(await ifThere(readdir(folder), []));
  return [...names]
    .filter((name) => name.endsWith('.idx') && names.has(name.replace(/\.idx$/, '.pack')))
    .map((name) => path.join(folder, name.slice(0, -'.idx'.length)));
}

/** The index of each pack, but for damaged ones. */
export async function* packIndexes(objectsFolder: string): AsyncIterable<PackIndex> {
  for (const pack of await listPacks(objectsFolder)) {
    const index = await readSoundIndex(pack);
    if (index !== null) yield index;
  }
}

/** The index of a pack; null when it is damaged, or gone since the folder was listed. */
export async function readSoundIndex(pack: string): Promise<PackIndex | null> {
  const file = `${pack}.idx`;
  const reading = readFile(file).then((bytes) => parsePackIndex(bytes, path.basename(file)));
  return ifSound(ifThere(reading, null), null);
}

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
