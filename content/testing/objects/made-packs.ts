import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ObjectType } from '#content/git/objects/object-id.ts';
import type { Random } from '../random.ts';
import { zlibForm } from './zlib-forms.ts';

/** What goes into a pack: an object whole, or as a delta of one that is in it. */
export interface PackedObject {
  readonly id: string;
  readonly type: ObjectType;
  readonly body: Buffer;
  readonly base: { readonly id: string; readonly by: 'offset' | 'reference' } | null;
}

export interface MadePack {
  readonly bytes: Buffer;
  readonly checksum: Buffer;
  readonly entries: readonly MadeEntry[];
}

interface MadeEntry {
  readonly id: string;
  readonly offset: number;
  readonly crc: number;
}

/** What git writes, and what it only reads: long offsets where short ones would do. */
export type IndexForm = 1 | 2 | '2-long';

const KINDS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const LONG = 0x80000000;

/** The bytes of a pack (gitformat-pack(5)) of version 2 or 3; an offset goes back only to what comes before. */
export function makePack(objects: readonly PackedObject[], random: Random): MadePack {
  const header = Buffer.from('PACK\0\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt32BE(random.oneIn(4) ? 3 : 2, 4);
  header.writeUInt32BE(objects.length, 8);
  const entries: MadeEntry[] = [];
  const places = new Map<string, number>();
  const pieces = [header];
  let offset = header.length;
  for (const object of objects) {
    const entry = Buffer.concat([
      head(object, places, offset),
      zlibForm(object.body, random.below(5000), random),
    ]);
    entries.push({ id: object.id, offset, crc: crc32(entry) });
    places.set(object.id, offset);
    pieces.push(entry);
    offset += entry.length;
  }
  const body = Buffer.concat(pieces);
  const checksum = createHash('sha1').update(body).digest();
  return { bytes: Buffer.concat([body, checksum]), checksum, entries };
}

function head(object: PackedObject, places: ReadonlyMap<string, number>, offset: number): Buffer {
  const { base, body } = object;
  if (base === null) return typeAndSize(KINDS[object.type], body.length);
  const at = places.get(base.id);
  if (base.by === 'reference' || at === undefined)
    return Buffer.concat([typeAndSize(7, body.length), Buffer.from(base.id, 'hex')]);
  return Buffer.concat([typeAndSize(6, body.length), distanceBytes(offset - at)]);
}

function typeAndSize(kind: number, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (kind << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.of(...bytes, byte);
}

function distanceBytes(distance: number): Buffer {
  const bytes = [distance & 0x7f];
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1;
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return Buffer.from(bytes);
}

/** The index of a pack. */
export function makeIndex({ entries, checksum }: MadePack, form: IndexForm): Buffer {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));
  const parts = form === 1 ? firstVersion(sorted) : secondVersion(sorted, form);
  const body = Buffer.concat([...parts, checksum]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function firstVersion(sorted: readonly MadeEntry[]): readonly Buffer[] {
  const pairs = sorted.flatMap(({ id, offset }) => [numbers([offset]), Buffer.from(id, 'hex')]);
  return [fanout(sorted), ...pairs];
}

/** Git allows one long offset fewer than there are objects: the first entry of a pack never needs one. */
function secondVersion(sorted: readonly MadeEntry[], form: IndexForm): readonly Buffer[] {
  const long = form === 2 ? [] : sorted.filter(({ offset }) => offset > 12);
  const offsets = sorted.map((entry) => {
    const at = long.indexOf(entry);
    return at === -1 ? entry.offset : LONG + at;
  });
  return [
    Buffer.from('ff744f6300000002', 'hex'),
    fanout(sorted),
    ...sorted.map(({ id }) => Buffer.from(id, 'hex')),
    numbers(sorted.map(({ crc }) => crc)),
    numbers(offsets),
    numbers(long.flatMap(({ offset }) => [0, offset])),
  ];
}

function fanout(sorted: readonly MadeEntry[]): Buffer {
  return numbers(
    Array.from(
      { length: 256 },
      (_, first) => sorted.filter(({ id }) => Number.parseInt(id.slice(0, 2), 16) <= first).length,
    ),
  );
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
