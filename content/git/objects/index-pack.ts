import { crc32 } from 'node:zlib';
import { ContentError, hasCode } from '#content/model/errors.ts';
import { createBreathing } from '../concurrency.ts';
import { createByteCache } from './byte-cache.ts';
import { type GitObject, objectId } from './object-id.ts';
import { DEFAULT_MAX_OBJECT_BYTES } from './objects.ts';
import { createEntryReader, isPackDamage } from './pack.ts';
import {
  countPacked,
  inflateEntry,
  openPackBytes,
  PACK_CHECKSUM,
  PACK_HEADER,
  type PackBytes,
  readPackEntry,
} from './pack-entry.ts';
import { formatPackIndex, type IndexedEntry } from './pack-index.ts';

/** git's own packs go to 50 (pack.depth), at most 4095. */
const MAX_DEPTH = 4095;
/** What deltas are made from is kept up to here: nearly all of an ordinary history is read once. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Told of each object of a pack, how many there were so far, of how many; may throw. */
export type OnObject = (object: GitObject & { readonly id: string }, done: number, total: number) => void;

/**
 * Reads a self-contained pack from its first byte to its last, as git index-pack does, and answers its index. Throws
 * ContentError 'corrupt' when anything does not fit, 'too-large' for an object that is not read at all.
 */
export async function indexPack(file: string, onObject: OnObject = () => undefined): Promise<Buffer> {
  const bytes = openPackBytes(file);
  try {
    const entries = await readEntries(bytes, onObject);
    return formatPackIndex(entries, bytes.read(bytes.size() - PACK_CHECKSUM, PACK_CHECKSUM));
  } catch (error) {
    if (isPackDamage(error)) throw damaged({ cause: error });
    if (hasCode(error, 'invalid')) throw tooLarge();
    throw error;
  } finally {
    bytes.close();
  }
}

async function readEntries(bytes: PackBytes, onObject: OnObject): Promise<readonly IndexedEntry[]> {
  const count = countPacked(bytes);
  if (count === null) throw damaged();
  const end = bytes.size() - PACK_CHECKSUM;
  const objects = resolving(bytes, (object, done) => onObject(object, done, count));
  const breathe = createBreathing();
  let offset = PACK_HEADER;
  for (let number = 0; number < count; number++) {
    if (offset >= end) throw damaged();
    const entry = readPackEntry(bytes, offset);
    if (entry.size > DEFAULT_MAX_OBJECT_BYTES) throw tooLarge();
    const next = entry.bodyAt + inflateEntry(bytes, entry, end).taken;
    objects.add(offset, crc32(bytes.read(offset, next - offset)));
    offset = next;
    await breathe();
  }
  const entries = objects.resolved();
  if (offset !== end || entries.length !== count) throw damaged();
  return entries;
}

/** The objects of a pack, entry after entry; a delta whose base comes later waits for it. */
function resolving(
  bytes: PackBytes,
  onObject: (object: GitObject & { readonly id: string }, done: number) => void,
) {
  const entries: IndexedEntry[] = [];
  const depths = new Map<number, number>();
  const offsets = new Map<string, number>();
  const waiting = new Map<number | string, { readonly offset: number; readonly crc: number }[]>();
  const reader = createEntryReader({
    bytes,
    find: (id) => offsets.get(id.toString('hex')) ?? null,
    bases: createByteCache<GitObject>({ maxBytes: KEPT_BYTES, sizeOf: (object) => object.bytes.length }),
    keyOf: String,
    maxObjectBytes: DEFAULT_MAX_OBJECT_BYTES,
  });

  /** What the entry has to wait for; null when it can be read now. */
  function lackingFor(offset: number): number | string | null {
    const entry = readPackEntry(bytes, offset);
    const base =
      entry.kind === 'whole'
        ? null
        : entry.kind === 'offset-delta'
          ? entry.baseAt
          : entry.baseId.toString('hex');
    const baseAt = typeof base === 'string' ? offsets.get(base) : base;
    const depth = baseAt === null ? 0 : depths.get(baseAt ?? -1);
    if (depth === undefined) return base;
    if (depth > MAX_DEPTH) throw damaged();
    depths.set(offset, depth + 1);
    return null;
  }

  return {
    add(first: number, firstCrc: number): void {
      const ready = [{ offset: first, crc: firstCrc }];
      for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
        const { offset, crc } = next;
        const base = lackingFor(offset);
        if (base !== null) {
          const others = waiting.get(base) ?? [];
          waiting.set(base, others);
          others.push(next);
          continue;
        }
        const object = reader.readAt(offset, 'pack');
        const id = objectId(object.type, object.bytes);
        entries.push({ id, offset, crc });
        offsets.set(id, offset);
        onObject({ ...object, id }, entries.length);
        for (const key of [id, offset]) {
          ready.push(...(waiting.get(key) ?? []));
          waiting.delete(key);
        }
      }
    },
    resolved: (): readonly IndexedEntry[] => entries,
  };
}

function damaged(options?: ErrorOptions): ContentError<'corrupt'> {
  return new ContentError('corrupt', { what: 'pack' }, options);
}

function tooLarge(): ContentError<'too-large'> {
  return new ContentError('too-large', { limit: `${DEFAULT_MAX_OBJECT_BYTES} octets` });
}
