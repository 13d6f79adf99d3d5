import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { createBreathing } from '../breathe.ts';
import { asDiskError } from '../durable-fs.ts';
import type { GitObject, ObjectType } from '../objects/object-id.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { makeDelta } from './make-delta.ts';
import type { NeededObject } from './new-objects.ts';

const TYPE_NUMBER: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const OFFSET_DELTA = 6;
const HEAD = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
/** As git's own packs (pack.depth). */
const MAX_DEPTH = 50;
const SMALL = 4096;
/** Written at once, at least. */
const WRITE_BYTES = 256 * 1024;

interface Written {
  readonly at: number;
  /** How many deltas it takes to make it. */
  readonly depth: number;
}

/**
 * Writes a pack of these objects into a new file, each as what makes it of the one it is like where that went before it. One
 * object at a time in memory. Throws ContentError 'disk-full'.
 */
export async function writePackFile(
  objects: Pick<ObjectStore, 'read'>,
  file: string,
  needed: AsyncIterable<NeededObject>,
): Promise<void> {
  try {
    const handle = await open(file, 'wx+');
    try {
      const count = await writeEntries(objects, handle, needed);
      const head = Buffer.alloc(4);
      head.writeUInt32BE(count);
      await handle.write(head, 0, head.length, HEAD.length - head.length);
      await handle.appendFile(await hashOf(file));
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw asDiskError(error);
  }
}

/** The entries after a head that does not say yet how many; that is answered. */
async function writeEntries(
  objects: Pick<ObjectStore, 'read'>,
  handle: FileHandle,
  needed: AsyncIterable<NeededObject>,
): Promise<number> {
  const breathe = createBreathing();
  const written = new Map<string, Written>();
  let waiting: Buffer[] = [HEAD];
  let [length, waits] = [HEAD.length, HEAD.length];
  for await (const one of needed) {
    const base = one.like === null ? undefined : written.get(one.like);
    const delta = base === undefined || base.depth >= MAX_DEPTH ? null : await deltaOf(objects, one);
    const entry =
      base === undefined || delta === null
        ? wholeEntry(one.tree === null ? await objects.read(one.id) : { type: 'tree', bytes: one.tree.bytes })
        : deltaEntry(delta, length - base.at);
    written.set(one.id, { at: length, depth: delta === null ? 0 : (base?.depth ?? 0) + 1 });
    waiting.push(entry);
    length += entry.length;
    waits += entry.length;
    if (waits >= WRITE_BYTES) {
      await handle.appendFile(Buffer.concat(waiting));
      [waiting, waits] = [[], 0];
    }
    await breathe();
  }
  await handle.appendFile(Buffer.concat(waiting));
  return written.size;
}

async function deltaOf(
  objects: Pick<ObjectStore, 'read'>,
  { id, like, tree }: NeededObject,
): Promise<Buffer | null> {
  if (like === null) return null;
  if (tree !== null) return tree.like === null ? null : makeDelta(tree.like, tree.bytes);
  return makeDelta((await objects.read(like)).bytes, (await objects.read(id)).bytes);
}

function wholeEntry({ type, bytes }: GitObject): Buffer {
  return Buffer.concat([entryHead(TYPE_NUMBER[type], bytes.length), compress(bytes)]);
}

function deltaEntry(delta: Buffer, back: number): Buffer {
  return Buffer.concat([entryHead(OFFSET_DELTA, delta.length), distance(back), compress(delta)]);
}

/** zlib clears a quarter of a megabyte for each body unless it is told how little it needs. */
function compress(bytes: Buffer): Buffer {
  return bytes.length < SMALL
    ? deflateSync(bytes, { windowBits: 12, memLevel: 5, chunkSize: SMALL * 2 })
    : deflateSync(bytes);
}

async function hashOf(file: string): Promise<Buffer> {
  const hash = createHash('sha1');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer); // a stream without an encoding gives bytes
  return hash.digest();
}

/** Type and size of an entry (gitformat-pack(5)): four bits of the size in the first byte, then seven in each. */
function entryHead(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (type << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.from([...bytes, byte]);
}

/** How far back the base is: seven bits in each byte, the highest first, each that goes on counting one more. */
function distance(back: number): Buffer {
  const bytes = [back & 0x7f];
  for (let rest = Math.floor(back / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1;
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return Buffer.from(bytes);
}
