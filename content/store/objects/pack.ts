import { ContentError } from '../../model/errors.ts';
import { isSystemError } from '../system-error.ts';
import type { ByteCache } from './byte-cache.ts';
import { applyDelta, DELTA_HEADER_BYTES, DeltaError, deltaResultSize } from './delta.ts';
import { type ObjectSize, tooLarge } from './loose-objects.ts';
import type { GitObject, ObjectType } from './object-id.ts';
import { openPackBytes } from './pack-bytes.ts';
import { inflateEntry, inflateStart, type PackEntry, PackEntryError, readPackEntry } from './pack-entry.ts';
import type { PackIndex } from './pack-index.ts';

/** One pack file. Every call is synchronous; `null` means that the pack does not hold the object. */
export interface Pack {
  read(id: string): GitObject | null;
  sizeOf(id: string): ObjectSize | null;
  has(id: string): boolean;
  close(): void;
}

export interface PackOptions {
  /** Path of the .pack file. */
  readonly file: string;
  readonly index: PackIndex;
  /** Bases of deltas, shared by all packs of a store. */
  readonly bases: ByteCache<GitObject>;
  readonly maxObjectBytes: number;
}

interface Delta {
  readonly at: number;
  readonly bytes: Buffer;
}

/**
 * Opens a pack for reading by position; it is never loaded whole. Damage is ContentError 'corrupt', an object above
 * the limit ContentError 'invalid', a pack file that has vanished the system's ENOENT.
 */
export function openPack(options: PackOptions): Pack {
  const { file, index, bases } = options;
  const bytes = openPackBytes(file);

  function baseOf(entry: Exclude<PackEntry, { readonly kind: 'whole' }>): number {
    if (entry.kind === 'offset-delta') return entry.baseAt;
    const at = index.find(entry.baseId);
    if (at === null) throw new PackEntryError('delta whose base is not in the pack');
    return at;
  }

  /** Entries from `offset` down to the one that is whole. A reference that leads back into its own chain is damage. */
  function typeOf(offset: number): ObjectType {
    const seen = new Set<number>();
    let at = offset;
    for (;;) {
      const entry = readPackEntry(bytes, at);
      if (entry.kind === 'whole') return entry.type;
      if (seen.has(at)) throw new PackEntryError('delta that is its own base');
      seen.add(at);
      at = baseOf(entry);
    }
  }

  function readAt(offset: number, id: string): GitObject {
    const deltas: Delta[] = [];
    const seen = new Set<number>();
    let at = offset;
    for (;;) {
      const known = bases.get(keyOf(at));
      if (known !== undefined) return applyAll(known, deltas, id);
      const entry = readPackEntry(bytes, at);
      if (entry.size > options.maxObjectBytes) throw tooLarge(id, entry.size);
      const body = inflateEntry(bytes, entry);
      if (entry.kind === 'whole') {
        const base = { type: entry.type, bytes: body };
        if (deltas.length > 0) bases.set(keyOf(at), base);
        return applyAll(base, deltas, id);
      }
      if (seen.has(at)) throw new PackEntryError('delta that is its own base');
      seen.add(at);
      deltas.push({ at, bytes: body });
      at = baseOf(entry);
    }
  }

  function applyAll(base: GitObject, deltas: readonly Delta[], id: string): GitObject {
    let object = base;
    for (const delta of deltas.toReversed()) {
      const size = deltaResultSize(delta.bytes);
      if (size > options.maxObjectBytes) throw tooLarge(id, size);
      object = { type: object.type, bytes: applyDelta(object.bytes, delta.bytes) };
      bases.set(keyOf(delta.at), object);
    }
    return object;
  }

  function sizeAt(offset: number): ObjectSize {
    const entry = readPackEntry(bytes, offset);
    if (entry.kind === 'whole') return { type: entry.type, size: entry.size };
    const size = deltaResultSize(inflateStart(bytes, entry, DELTA_HEADER_BYTES));
    return { type: typeOf(baseOf(entry)), size };
  }

  const keyOf = (at: number): string => `${file}:${at}`;
  const find = (id: string): number | null => index.find(Buffer.from(id, 'hex'));

  return {
    read: (id) => {
      const offset = find(id);
      return offset === null ? null : blaming(id, () => readAt(offset, id));
    },
    sizeOf: (id) => {
      const offset = find(id);
      return offset === null ? null : blaming(id, () => sizeAt(offset));
    },
    has: (id) => find(id) !== null,
    close: () => bytes.close(),
  };
}

/** Turns what decoding finds wrong into ContentError 'corrupt' for this object. */
function blaming<Value>(id: string, decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    if (error instanceof ContentError || isSystemError(error, 'ENOENT')) throw error;
    if (error instanceof PackEntryError || error instanceof DeltaError || isZlibError(error)) {
      throw new ContentError('corrupt', { what: `object ${id}` }, { cause: error });
    }
    throw error;
  }
}

function isZlibError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return String(error.code).startsWith('Z_') || error.code === 'ERR_BUFFER_TOO_LARGE';
}
