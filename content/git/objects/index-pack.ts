import { crc32 } from 'node:zlib';
import { ContentError } from '#content/model/errors.ts';
import { createBreathing } from '../concurrency.ts';
import { checkObject } from './check-object.ts';
import { applyDelta, DeltaError, deltaResultSize } from './delta.ts';
import { isZlibError } from './inflating.ts';
import { type ObjectType, objectId } from './object-id.ts';
import { DEFAULT_MAX_OBJECT_BYTES } from './objects.ts';
import {
  countPacked,
  inflateEntry,
  PACK_CHECKSUM,
  PACK_HEADER,
  type PackBytes,
  type PackEntry,
  PackEntryError,
  readPackEntry,
} from './pack-entry.ts';
import type { IndexedEntry } from './pack-index.ts';
import { createPackLinks, type PackLinks } from './pack-links.ts';

/** git's own packs go to 50 (pack.depth), at most 4095. */
const MAX_DEPTH = 4095;
/** What was inflated to find where the next entry starts is kept up to here: nearly all of an ordinary history, once. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** A body takes at least so much memory, however short. */
const KEPT_AT_LEAST = 128;

export interface IndexedPack {
  readonly entries: readonly IndexedEntry[];
  readonly links: PackLinks;
}

/** Told how many objects were checked so far, of how many. */
type OnObject = (done: number, total: number) => void;

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
 * index-pack --strict does. Throws ContentError 'corrupt' when anything does not fit, 'too-large' for an object
 * that is not read at all.
 */
export async function indexPack(
  bytes: PackBytes,
  onObject: OnObject = () => undefined,
): Promise<IndexedPack> {
  try {
    return await index(bytes, onObject);
  } catch (error) {
    if (error instanceof PackEntryError || error instanceof DeltaError || isZlibError(error))
      throw damaged({ cause: error });
    throw error;
  }
}

async function index(bytes: PackBytes, onObject: OnObject): Promise<IndexedPack> {
  const count = countObjects(bytes);
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
    onObject(entries.length, count);
    return [...(children.get(at.offset) ?? []), ...(children.get(id) ?? [])];
  }

  for (const at of whole) {
    const stack: Resolved[] = [{ at, type: at.entry.type, bytes: bodyOf(bytes, at), depth: 0 }];
    for (let base = stack.pop(); base !== undefined; base = stack.pop()) {
      for (const child of settle(base)) stack.push(resolve(bytes, base, child));
      await breathe();
    }
  }
  if (entries.length !== count) throw damaged();
  return { entries, links };
}

function resolve(bytes: PackBytes, base: Resolved, at: Placed<Delta>): Resolved {
  if (base.depth >= MAX_DEPTH) throw damaged();
  const delta = bodyOf(bytes, at);
  if (deltaResultSize(delta) > DEFAULT_MAX_OBJECT_BYTES) throw tooLarge();
  return { at, type: base.type, bytes: applyDelta(base.bytes, delta), depth: base.depth + 1 };
}

function bodyOf(bytes: PackBytes, { entry, body }: Placed): Buffer {
  return body ?? inflateEntry(bytes, entry).bytes;
}

/** How many objects a pack says it holds. */
function countObjects(bytes: PackBytes): number {
  const count = countPacked(bytes);
  if (count === null) throw damaged();
  return count;
}

interface Entries {
  readonly whole: readonly Placed<Extract<PackEntry, { readonly kind: 'whole' }>>[];
  readonly deltas: readonly Placed<Delta>[];
}

async function readEntries(bytes: PackBytes, count: number): Promise<Entries> {
  const whole: Entries['whole'][number][] = [];
  const deltas: Placed<Delta>[] = [];
  const breathe = createBreathing();
  const end = bytes.size() - PACK_CHECKSUM;
  let offset = PACK_HEADER;
  let memory = 0;
  for (let number = 0; number < count; number++) {
    if (offset >= end) throw damaged();
    const entry = readPackEntry(bytes, offset);
    if (entry.size > DEFAULT_MAX_OBJECT_BYTES) throw tooLarge();
    const inflated = inflateEntry(bytes, entry, end);
    const next = entry.bodyAt + inflated.taken;
    const crc = crc32(bytes.read(offset, next - offset));
    const body = memory < KEPT_BYTES ? inflated.bytes : null;
    memory += body === null ? 0 : Math.max(body.length, KEPT_AT_LEAST);
    if (entry.kind === 'whole') whole.push({ offset, crc, entry, body });
    else deltas.push({ offset, crc, entry, body });
    offset = next;
    await breathe();
  }
  if (offset !== end) throw damaged();
  return { whole, deltas };
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

function damaged(options?: ErrorOptions): ContentError<'corrupt'> {
  return new ContentError('corrupt', { what: 'pack' }, options);
}

function tooLarge(): ContentError<'too-large'> {
  return new ContentError('too-large', { limit: `${DEFAULT_MAX_OBJECT_BYTES} octets` });
}
