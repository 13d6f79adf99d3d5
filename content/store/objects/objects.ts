import path from 'node:path';
import { ContentError } from '../../model/errors.ts';
import { type Commit, parseCommit } from '../commit-object.ts';
import { runLimited } from '../run-limited.ts';
import { createRescan } from '../snapshots/rescan.ts';
import { isSystemError } from '../system-error.ts';
import { parseTree, type TreeEntry } from '../tree.ts';
import { listObjectFolders } from './alternates.ts';
import { createByteCache } from './byte-cache.ts';
import { type ObjectSize, readLooseObject, readLooseSize } from './loose-objects.ts';
import { EMPTY_TREE_ID, type GitObject, isObjectId, objectId } from './object-id.ts';
import { type NewObject, refreshLooseObject, writeLooseObjects } from './object-writing.ts';
import type { Pack } from './pack.ts';
import { createPackFolder, type PackFolder } from './pack-folder.ts';

/** An object larger than this is not read: no file of a content repository comes near. */
export const DEFAULT_MAX_OBJECT_BYTES = 128 * 1024 * 1024;
/** Files read at once: descriptors are few. */
const MAX_PARALLEL = 32;
const DELTA_BASE_BYTES = 16 * 1024 * 1024;

/** The objects of a repository, wherever git keeps them: alone, in packs, in the repositories it borrows from. */
export interface ObjectStore {
  /** Throws ContentError 'corrupt' when the object is absent or damaged, 'invalid' when it is above the limit. */
  read(id: string): Promise<GitObject>;
  /** The same, but `null` when absent. A loose object that is empty or torn counts as absent (FACTS.md 6). */
  tryRead(id: string): Promise<GitObject | null>;
  /** Type and size from the header, the body unread; `null` when absent. */
  sizeOf(id: string): Promise<ObjectSize | null>;
  readTree(id: string): Promise<readonly TreeEntry[]>;
  readCommit(id: string): Promise<Commit>;
  /** Whether the object is there; a loose one is read to be sure. */
  has(id: string): Promise<boolean>;
  /**
   * Stores objects and answers their ids, in order; all of them are on disk then. One that is there and sound is not
   * written again, a damaged one is repaired.
   */
  write(objects: readonly NewObject[]): Promise<readonly string[]>;
  /** Closes the packs; a later read opens them again. */
  close(): void;
}

export interface ObjectStoreOptions {
  readonly gitDir: string;
  /** Where they are when it is not `objects` of gitDir: what a push brings waits in a folder of its own. */
  readonly objectsFolder?: string;
  readonly maxObjectBytes?: number;
  /** How much of what deltas are made from is kept in memory. */
  readonly deltaBaseBytes?: number;
}

interface ObjectFolder {
  readonly folder: string;
  readonly packs: PackFolder;
}

/** Where an object may be: asks one pack or one folder of loose objects. */
interface Lookup<Value> {
  readonly packed: (pack: Pack) => Value | null;
  readonly loose: (folder: string) => Promise<Value | null>;
}

/**
 * The objects of a repository, packed, loose or borrowed from its alternates. Promises what {@link ObjectStore} says;
 * an object larger than `maxObjectBytes` is refused. The caller closes it.
 */
export function createObjectStore(options: ObjectStoreOptions): ObjectStore {
  const maxObjectBytes = options.maxObjectBytes ?? DEFAULT_MAX_OBJECT_BYTES;
  const objectsFolder = path.resolve(options.objectsFolder ?? path.join(options.gitDir, 'objects'));
  const bases = createByteCache<GitObject>({
    maxBytes: options.deltaBaseBytes ?? DELTA_BASE_BYTES,
    sizeOf: (object) => object.bytes.length,
  });
  const folders = new Map<string, ObjectFolder>();

  const refresh = createRescan(async () => {
    const listed = await listObjectFolders(objectsFolder);
    for (const folder of listed) {
      const packs = createPackFolder({ folder: path.join(folder, 'pack'), bases, maxObjectBytes });
      if (!folders.has(folder)) folders.set(folder, { folder, packs });
    }
    await Promise.all([...folders.values()].map(({ packs }) => packs.refresh()));
  });

  /** What is found first; a damaged copy is passed over as long as a sound one may follow. */
  async function findKnown<Value>(lookup: Lookup<Value>): Promise<Value | null> {
    const damage: unknown[] = [];
    for (const { packs } of folders.values()) {
      for (const pack of packs.packs()) {
        const value = passingOver(damage, () => lookup.packed(pack));
        if (value !== null) return value;
      }
    }
    for (const { folder } of folders.values()) {
      const value = await lookup.loose(folder);
      if (value !== null) return value;
    }
    if (damage.length > 0) throw damage[0];
    return null;
  }

  /** Looks once more, at the packs of now, before it says that an object is absent. */
  async function find<Value>(lookup: Lookup<Value>): Promise<Value | null> {
    if (folders.size === 0) await refresh();
    const value = await findKnown(lookup);
    if (value !== null) return value;
    await refresh();
    return findKnown(lookup);
  }

  async function tryRead(id: string): Promise<GitObject | null> {
    if (!isObjectId(id)) return null;
    const object = await find({
      packed: (pack) => pack.read(id),
      loose: (folder) => readLooseObject(folder, id, maxObjectBytes),
    });
    return object === null && id === EMPTY_TREE_ID ? { type: 'tree', bytes: Buffer.alloc(0) } : object;
  }

  async function read(id: string): Promise<GitObject> {
    const object = await tryRead(id);
    if (object === null) throw new ContentError('corrupt', { what: `object ${id}` });
    return object;
  }

  async function readAs(type: GitObject['type'], id: string): Promise<Buffer> {
    const object = await read(id);
    if (object.type !== type) throw new ContentError('corrupt', { what: `${type} ${id}` });
    return object.bytes;
  }

  /** Whether `write` may leave the object as it is. */
  async function isStored(id: string): Promise<boolean> {
    const found = await findKnown<'packed' | 'loose'>({
      packed: (pack) => (pack.has(id) ? 'packed' : null),
      loose: async (folder) =>
        (await readLooseObject(folder, id, maxObjectBytes)) === null ? null : 'loose',
    });
    if (found !== 'loose') return found === 'packed';
    return refreshLooseObject(objectsFolder, id);
  }

  return {
    read,
    tryRead,
    sizeOf: (id) =>
      isObjectId(id)
        ? find({ packed: (pack) => pack.sizeOf(id), loose: (folder) => readLooseSize(folder, id) })
        : Promise.resolve(null),
    readTree: async (id) => parseTree(await readAs('tree', id), `tree ${id}`),
    readCommit: async (id) => parseCommit(id, await readAs('commit', id)),
    has: async (id) => (await tryRead(id)) !== null,
    write: async (objects) => {
      if (folders.size === 0) await refresh();
      const named = objects.map((object) => ({ ...object, id: objectId(object.type, object.bytes) }));
      const distinct = [...new Map(named.map((object) => [object.id, object])).values()];
      const missing: (typeof distinct)[number][] = [];
      await runLimited(distinct, MAX_PARALLEL, async (object) => {
        if (!(await isStored(object.id))) missing.push(object);
      });
      await writeLooseObjects(objectsFolder, missing);
      return named.map(({ id }) => id);
    },
    close: () => {
      for (const { packs } of folders.values()) packs.close();
      folders.clear();
    },
  };
}

/** A damaged copy, or a pack that has just vanished, is noted and counts as absent here. */
function passingOver<Value>(damage: unknown[], look: () => Value | null): Value | null {
  try {
    return look();
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    if (!(error instanceof ContentError) || error.code !== 'corrupt') throw error;
    damage.push(error);
    return null;
  }
}
