import { constants, crc32, inflateSync } from 'node:zlib';
import { ContentError } from '../../model/errors.ts';
import { createBreathing } from '../breathe.ts';
import { applyDelta, DeltaError, deltaResultSize } from '../objects/delta.ts';
import { type ObjectType, objectId } from '../objects/object-id.ts';
import type { NewObject } from '../objects/object-writing.ts';
import { DEFAULT_MAX_OBJECT_BYTES } from '../objects/objects.ts';
import type { PackBytes } from '../objects/pack-bytes.ts';
import { inflateEntry, type PackEntry, PackEntryError, readPackEntry } from '../objects/pack-entry.ts';
import { checkObject } from './check-object.ts';
import { remoteError } from './http-exchange.ts';
import type { IndexedEntry } from './pack-index-writing.ts';
import { createPackLinks, type PackLinks } from './pack-links.ts';
import { garbled } from './pkt-line.ts';

const HEADER = 12;
const CHECKSUM = 20;
/** git's own packs go to 50 (pack.depth), at most 4095. */
const MAX_DEPTH = 4095;
/** What was inflated to find where the next entry starts is kept up to here: nearly all of an ordinary history, once. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** A body takes at least so much memory, however short. */
const KEPT_AT_LEAST = 128;

export interface IndexedPack {
  readonly entries: readonly IndexedEntry[];
  /** The objects themselves, when they are few. */
  readonly kept: readonly NewObject[] | null;
  readonly links: PackLinks;
}

interface Options {
  /** Told how many objects were checked so far. */
  readonly onObject: (done: number) => void;
  /** Below this many objects they are kept. */
  readonly keepBelow: number;
}

type Delta = Exclude<PackEntry, { readonly kind: 'whole' }>;

interface Placed<Entry extends PackEntry = PackEntry> {
  readonly offset: number;
  readonly crc: number;
  readonly entry: Entry;
  /** What it inflates to, unless that took too much memory. */
  readonly body: Buffer | null;
}

interface Resolved {
  readonly at: Placed;
  readonly type: ObjectType;
  readonly bytes: Buffer;
  readonly depth: number;
}

/**
 * Reads a self-contained pack from its first byte to its last, and checks every object of it (check-object.ts): what git
 * index-pack --strict does. Throws ContentError 'remote', 'corrupt' when anything does not fit.
 */
export async function indexPack(bytes: PackBytes, options: Options): Promise<IndexedPack> {
  try {
    return await index(bytes, options);
  } catch (error) {
    if (error instanceof ContentError && error.code !== 'corrupt') throw error;
    if (isDamage(error)) throw remoteError('corrupt', { cause: error });
    throw error;
  }
}

async function index(bytes: PackBytes, { onObject, keepBelow }: Options): Promise<IndexedPack> {
  const count = countObjects(bytes);
  const kept: NewObject[] | null = count < keepBelow ? [] : null;
  const entries: IndexedEntry[] = [];
  const breathe = createBreathing();
  const { whole, deltas } = await readEntries(bytes, count);
  const children = byBase(deltas);
  const links = createPackLinks();

  /** Checks one object, and gives what was made from it. */
  function settle({ at, type, bytes: body }: Resolved): readonly Placed<Delta>[] {
    const id = objectId(type, body);
    checkObject({ id, type, bytes: body }, links.needs);
    links.has(id, type);
    entries.push({ id, offset: at.offset, crc: at.crc });
    kept?.push({ type, bytes: body });
    onObject(entries.length);
    return [...(children.get(at.offset) ?? []), ...(children.get(id) ?? [])];
  }

  for (const at of whole) {
    const stack: Resolved[] = [{ at, type: at.entry.type, bytes: bodyOf(bytes, at), depth: 0 }];
    for (let base = stack.pop(); base !== undefined; base = stack.pop()) {
      for (const child of settle(base)) stack.push(resolve(bytes, base, child));
      await breathe();
    }
  }
  if (entries.length !== count) throw garbled();
  return { entries, kept, links };
}

function resolve(bytes: PackBytes, base: Resolved, at: Placed<Delta>): Resolved {
  if (base.depth >= MAX_DEPTH) throw garbled();
  const delta = bodyOf(bytes, at);
  if (deltaResultSize(delta) > DEFAULT_MAX_OBJECT_BYTES) throw remoteError('too-large');
  return { at, type: base.type, bytes: applyDelta(base.bytes, delta), depth: base.depth + 1 };
}

function bodyOf(bytes: PackBytes, { entry, body }: Placed): Buffer {
  return body ?? inflateEntry(bytes, entry);
}

/** How many objects a pack says it holds. */
export function countObjects(bytes: PackBytes): number {
  const head = bytes.read(0, HEADER);
  if (head.length < HEADER || head.toString('latin1', 0, 4) !== 'PACK' || head.readUInt32BE(4) !== 2)
    throw garbled();
  return head.readUInt32BE(8);
}

interface Entries {
  readonly whole: readonly Placed<Extract<PackEntry, { readonly kind: 'whole' }>>[];
  readonly deltas: readonly Placed<Delta>[];
}

async function readEntries(bytes: PackBytes, count: number): Promise<Entries> {
  const whole: Entries['whole'][number][] = [];
  const deltas: Placed<Delta>[] = [];
  const breathe = createBreathing();
  const end = bytes.size() - CHECKSUM;
  let offset = HEADER;
  let memory = 0;
  for (let number = 0; number < count; number++) {
    if (offset >= end) throw garbled();
    const entry = readPackEntry(bytes, offset);
    if (entry.size > DEFAULT_MAX_OBJECT_BYTES) throw remoteError('too-large');
    const { taken, inflated } = measure(bytes, entry);
    const next = entry.bodyAt + taken;
    const crc = crc32(bytes.read(offset, next - offset));
    const body = memory < KEPT_BYTES ? inflated : null;
    memory += body === null ? 0 : Math.max(body.length, KEPT_AT_LEAST);
    if (entry.kind === 'whole') whole.push({ offset, crc, entry, body });
    else deltas.push({ offset, crc, entry, body });
    offset = next;
    await breathe();
  }
  if (offset !== end) throw garbled();
  return { whole, deltas };
}

interface Measured {
  /** How many bytes the compressed body takes. */
  readonly taken: number;
  readonly inflated: Buffer;
}

function measure(bytes: PackBytes, entry: PackEntry): Measured {
  const rest = bytes.size() - CHECKSUM - entry.bodyAt;
  for (let length = entry.size + (entry.size >>> 9) + 64; ; length *= 2) {
    const measured = tryMeasure(bytes.read(entry.bodyAt, Math.min(length, rest)), entry.size);
    if (measured !== null) return measured;
    if (length >= rest) throw garbled();
  }
}

function tryMeasure(compressed: Buffer, size: number): Measured | null {
  try {
    // One byte more than needed: zlib then ends in the first chunk, which is also all that is kept in memory.
    const chunkSize = Math.max(size + 1, constants.Z_MIN_CHUNK);
    // Node's types leave out what `info` adds to the answer.
    const inflated = inflateSync(compressed, {
      info: true,
      chunkSize,
      maxOutputLength: chunkSize,
    }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    if (inflated.buffer.length !== size) throw garbled();
    return { taken: inflated.engine.bytesWritten, inflated: inflated.buffer };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR') return null;
    throw error;
  }
}

/** Deltas by what they are made from: an offset, or an id. */
function byBase(deltas: readonly Placed<Delta>[]): ReadonlyMap<number | string, readonly Placed<Delta>[]> {
  const children = new Map<number | string, Placed<Delta>[]>();
  for (const delta of deltas) {
    const { entry } = delta;
    const base = entry.kind === 'offset-delta' ? entry.baseAt : entry.baseId.toString('hex');
    const group = children.get(base) ?? [];
    children.set(base, group);
    group.push(delta);
  }
  return children;
}

function isDamage(error: unknown): boolean {
  if (error instanceof PackEntryError || error instanceof DeltaError || error instanceof RangeError)
    return true;
  if (error instanceof ContentError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE';
}
