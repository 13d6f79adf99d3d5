import { existsSync, utimesSync } from 'node:fs';
import { ContentError } from '#content/model/errors.ts';
import type { ByteCache } from './byte-cache.ts';
import { isZlibError } from './inflating.ts';
import { type ObjectSize, tooLarge } from './loose-objects.ts';
import { type GitObject, type ObjectType, objectId } from './object-id.ts';
import {
  applyDelta,
  countPacked,
  DELTA_HEADER_BYTES,
  type DeltaEntry,
  deltaResultSize,
  inflateEntry,
  inflateStart,
  openPackBytes,
  PACK_CHECKSUM,
  type PackBytes,
  PackEntryError,
  readPackEntry,
} from './pack-entry.ts';
import type { PackIndex } from './pack-index.ts';

type Lendable = GitObject & { readonly id: string };

/** One pack file. Every call is synchronous; `null` means that the pack does not hold the object. */
export interface Pack {
  /** With `base`, deltas of that object are made from it, whatever the pack has in its place. */
  read(id: string, base?: Lendable): GitObject | null;
  sizeOf(id: string): ObjectSize | null;
  /**
   * Whether git reads the object from here too, and goes on to: it refuses a whole pack that does not fit its index. The pack is
   * made young, for what is unused goes with an old one. Throws as `read` does.
   */
  keeps(id: string): boolean;
  /** What an object is made from, as far down as the heads of entries can be read, the nearest first. */
  basesOf(id: string): readonly string[];
  /** Until the next read, which opens the file anew. */
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

/** What stands for the entry at an offset. */
interface Lent {
  readonly at: number;
  readonly object: GitObject;
}

/**
 * Opens a pack for reading by position; it is never loaded whole. Damage is ContentError 'corrupt', an object above
 * the limit ContentError 'invalid', a pack file that has vanished the system's ENOENT. What is read has the id asked for.
 */
export function openPack({ file, index, bases, maxObjectBytes }: PackOptions): Pack {
  const bytes = openPackBytes(file);
  let isWhole: boolean | null = null;
  let opening = 0;
  const reader = createEntryReader({
    bytes,
    find: index.find,
    bases,
    keyOf: (at) => `${file}:${opening}:${at}`,
    maxObjectBytes,
  });
  const find = (id: string): number | null => index.find(Buffer.from(id, 'hex'));

  function sizeAt(offset: number): ObjectSize {
    const entry = readPackEntry(bytes, offset);
    if (entry.kind === 'whole') return { type: entry.type, size: entry.size };
    const size = deltaResultSize(inflateStart(bytes, entry, DELTA_HEADER_BYTES));
    return { type: reader.typeAt(offset), size };
  }

  function read(id: string, base: Lendable | null): GitObject | null {
    const offset = find(id);
    const at = base === null ? null : find(base.id);
    const lent = base === null || at === null ? null : { at, object: base };
    if (offset === null) return null;
    return blaming(id, () => {
      const object = reader.readAt(offset, id, lent);
      if (objectId(object.type, object.bytes) !== id) throw new PackEntryError('entry of another object');
      return object;
    });
  }

  function fitsIndex(): boolean {
    // git removes the objects of such a pack one by one, however young it is (gitformat-pack(5), cruft packs).
    if (existsSync(file.replace(/pack$/, 'mtimes'))) return false;
    const checksum = bytes.read(Math.max(0, bytes.size() - PACK_CHECKSUM), PACK_CHECKSUM);
    return checksum.equals(index.packChecksum) && countPacked(bytes) === index.count;
  }

  return {
    read: (id, base) => read(id, base ?? null),
    sizeOf: (id) => {
      const offset = find(id);
      return offset === null ? null : blaming(id, () => sizeAt(offset));
    },
    keeps: (id) => {
      if (find(id) === null || !freshen(file)) return false;
      isWhole ??= fitsIndex();
      return isWhole && read(id, null) !== null;
    },
    basesOf: (id) => {
      const offset = find(id);
      const offsets = offset === null ? [] : reader.basesBelow(offset);
      return offsets.flatMap((at) => index.idAt(at) ?? []);
    },
    close: () => {
      bytes.close();
      isWhole = null;
      opening += 1;
    },
  };
}

/** One that was removed is still read here, by a file that is open. Of one that is not ours to touch, objects are written again. */
function freshen(file: string): boolean {
  const now = new Date();
  try {
    utimesSync(file, now, now);
    return true;
  } catch {
    return false;
  }
}

interface EntryReading {
  readonly bytes: PackBytes;
  /** Where the object of an id (20 bytes) starts; null when it is not there. */
  readonly find: (id: Buffer) => number | null;
  readonly bases: ByteCache<GitObject>;
  /** Names an offset in `bases`. */
  readonly keyOf: (offset: number) => string;
  readonly maxObjectBytes: number;
}

/** Reads the objects of a pack by where their entries start. Throws what {@link isPackDamage} knows. */
export function createEntryReader({ bytes, find, bases, keyOf, maxObjectBytes }: EntryReading) {
  /** Offsets from `offset` down to the entry that is whole, as it is told which each is made from. */
  function createPath(offset: number) {
    const seen = new Set<number>();
    let at = offset;
    return {
      at: () => at,
      /** A reference that leads back into its own chain is damage. */
      down: (entry: DeltaEntry): void => {
        if (seen.has(at)) throw new PackEntryError('delta that is its own base');
        seen.add(at);
        const base = entry.kind === 'offset-delta' ? entry.baseAt : find(entry.baseId);
        if (base === null) throw new PackEntryError('delta whose base is not in the pack');
        at = base;
      },
    };
  }

  function applyAll(
    base: GitObject,
    deltas: readonly { readonly at: number; readonly bytes: Buffer }[],
    id: string,
  ): GitObject {
    let object = base;
    for (const delta of deltas.toReversed()) {
      const size = deltaResultSize(delta.bytes);
      if (size > maxObjectBytes) throw tooLarge(id, size);
      object = { type: object.type, bytes: applyDelta(object.bytes, delta.bytes) };
      bases.set(keyOf(delta.at), object);
    }
    return object;
  }

  return {
    /** The object at `offset`, which a refusal calls `id`. */
    readAt(offset: number, id: string, lent: Lent | null = null): GitObject {
      const deltas: { readonly at: number; readonly bytes: Buffer }[] = [];
      for (const path = createPath(offset); ; ) {
        const at = path.at();
        const known = lent?.at === at ? lent.object : bases.get(keyOf(at));
        if (known !== undefined) return applyAll(known, deltas, id);
        const entry = readPackEntry(bytes, at);
        if (entry.size > maxObjectBytes) throw tooLarge(id, entry.size);
        const body = inflateEntry(bytes, entry).bytes;
        if (entry.kind === 'whole') {
          const base = { type: entry.type, bytes: body };
          if (deltas.length > 0) bases.set(keyOf(at), base);
          return applyAll(base, deltas, id);
        }
        path.down(entry);
        deltas.push({ at, bytes: body });
      }
    },
    typeAt(offset: number): ObjectType {
      for (const path = createPath(offset); ; ) {
        const entry = readPackEntry(bytes, path.at());
        if (entry.kind === 'whole') return entry.type;
        path.down(entry);
      }
    },
    /** Where what an entry is made from starts, as far down as can be told. */
    basesBelow(offset: number): readonly number[] {
      const offsets: number[] = [];
      try {
        for (const path = createPath(offset); ; offsets.push(path.at())) {
          const entry = readPackEntry(bytes, path.at());
          if (entry.kind === 'whole') return offsets;
          path.down(entry);
        }
      } catch (error) {
        if (isPackDamage(error)) return offsets;
        throw error;
      }
    },
  };
}

/** Turns what decoding finds wrong into ContentError 'corrupt' for this object. */
function blaming<Value>(id: string, decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    if (isPackDamage(error)) throw new ContentError('corrupt', { what: `object ${id}` }, { cause: error });
    throw error;
  }
}

/** Whether decoding found the pack itself to be wrong. */
export function isPackDamage(error: unknown): boolean {
  return error instanceof PackEntryError || isZlibError(error);
}
