import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ContentError, hasCode } from '#content/model/errors.ts';
import { type Commit, parseCommit } from '../commit-object.ts';
import { createBreathing, createRescan, runLimited } from '../concurrency.ts';
import { ifThere, isSystemError, readOnTheSpot } from '../system-error.ts';
import { parseTree, type TreeEntry } from '../tree.ts';
import { alternatePaths } from './alternates.ts';
import { createByteCache } from './byte-cache.ts';
import {
  type NewObject,
  type ObjectSize,
  readLooseFile,
  readLooseSize,
  refreshLooseObject,
  writeLooseObjects,
} from './loose-objects.ts';
import { EMPTY_TREE_ID, type GitObject, isObjectId, objectId } from './object-id.ts';
import { openPack, type Pack } from './pack.ts';
import { listPacks, readSoundIndex } from './pack-index.ts';

/** An object larger than this is not read: no file of a content repository comes near. */
export const DEFAULT_MAX_OBJECT_BYTES = 128 * 1024 * 1024;
/** Files read at once: descriptors are few. */
const MAX_PARALLEL = 32;
/** How much of what deltas are made from is kept in memory. */
const DELTA_BASE_BYTES = 16 * 1024 * 1024;
/** Entries of trees that are kept, of some 150 bytes each: enough for two folders of an old blog's pictures, before and after a commit. */
const KEPT_ENTRIES = 60_000;

/** Git follows alternates of alternates this deep (its object-file.c, link_alt_odb_entries). */
const MAX_DEPTH = 6;

/** The objects of a repository, wherever git keeps them: alone, in packs, in the repositories it borrows from. */
export interface ObjectStore {
  /** Throws ContentError 'corrupt' when the object is absent or damaged, 'invalid' when it is above the limit. */
  read(id: string): Promise<GitObject>;
  /** The same, but `null` when absent. A loose object that is empty or torn counts as absent (docs/design.md, How objects are written). */
  tryRead(id: string): Promise<GitObject | null>;
  /** Type and size from the header, the body unread; `null` when absent. */
  sizeOf(id: string): Promise<ObjectSize | null>;
  /** The last ones are kept: one that a commit changed is read for the snapshot, for history, by a merge, and again for the next commit. */
  readTree(id: string): Promise<readonly TreeEntry[]>;
  /** One at which a shallow clone ends has no parents, as git reads it. */
  readCommit(id: string): Promise<Commit>;
  /** How many reads met an object that is absent or damaged, so far: what was sound before may no longer be. */
  failures(): number;
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
  /** A folder that is looked into first: what a push brings waits in one of its own. */
  readonly quarantine?: string | undefined;
  readonly maxObjectBytes?: number;
}

interface Found<Value> {
  readonly value: Value | null;
  /** What is wrong with copies that were passed over. */
  readonly damage: readonly ContentError[];
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
  const objectsFolder = path.resolve(options.gitDir, 'objects');
  const roots = [
    ...(options.quarantine === undefined ? [] : [path.resolve(options.quarantine)]),
    objectsFolder,
  ];
  const bases = createByteCache<GitObject>({
    maxBytes: DELTA_BASE_BYTES,
    sizeOf: (object) => object.bytes.length,
  });
  const trees = createByteCache<readonly TreeEntry[]>({
    maxBytes: KEPT_ENTRIES,
    sizeOf: (entries) => entries.length + 1,
  });
  /** The packs of each folder, as they were when it was last looked at. */
  const folders = new Map<string, ReadonlyMap<string, Pack>>();
  const packs = (): readonly Pack[] => [...folders.values()].flatMap((some) => [...some.values()]);
  const breathe = createBreathing();
  /** Where a shallow clone ends, as of then. */
  let shallow: ReadonlySet<string> = new Set();

  /** `git gc` and pushes add packs and take others away. */
  const refresh = createRescan(async () => {
    shallow = endsOf(await readShallow(options.gitDir));
    const listed = await listObjectFolders(roots);
    for (const folder of new Set([...listed, ...folders.keys()])) {
      const before: ReadonlyMap<string, Pack> = folders.get(folder) ?? new Map();
      const now = new Map<string, Pack>();
      for (const file of await listPacks(folder)) {
        const pack = before.get(file) ?? (await loadPack(file));
        if (pack !== null) now.set(file, pack);
      }
      for (const [file, pack] of before) if (!now.has(file)) pack.close();
      folders.set(folder, now);
    }
  });

  /** Whether a shallow clone ends there. Where one did, it may have been made whole since. */
  async function isEnd(commit: string): Promise<boolean> {
    if (!shallow.has(commit)) return false;
    shallow = endsOf(await readShallow(options.gitDir));
    return shallow.has(commit);
  }

  /** Null for one whose index is damaged, as if it were not there: other packs may hold the same objects. */
  async function loadPack(file: string): Promise<Pack | null> {
    const index = await readSoundIndex(file);
    return index && openPack({ file: `${file}.pack`, index, bases, maxObjectBytes });
  }

  /** What is found first. A damaged copy is passed over, for a sound one may follow. */
  async function findKnown<Value>({ packed, loose }: Lookup<Value>): Promise<Found<Value>> {
    const damage: ContentError[] = [];
    for (const pack of packs()) {
      const known = damage.length;
      const value = passingOver(damage, () => packed(pack));
      if (value !== null) return { value, damage };
      // A damaged pack that was made anew may have the same name: the file is looked at again.
      if (damage.length > known) pack.close();
    }
    for (const folder of folders.keys()) {
      const value = await loose(folder).catch((error: unknown) => note(damage, error));
      if (value !== null) return { value, damage };
    }
    return { value: null, damage };
  }

  /** Looks once more, at the packs of now, before it says that an object is absent or damaged. */
  async function find<Value>(lookup: Lookup<Value>): Promise<Value | null> {
    if (folders.size === 0) await refresh();
    const known = await findKnown(lookup);
    if (known.value !== null) return known.value;
    await refresh();
    const { value, damage } = await findKnown(lookup);
    if (value === null && damage[0] !== undefined) throw damage[0];
    return value;
  }

  const lookupOf = (id: string): Lookup<GitObject> => ({
    packed: (pack) => pack.read(id),
    loose: async (folder) => (await readLooseFile(folder, id, maxObjectBytes))?.object ?? null,
  });

  /** What `failure` denied: as git does, by another copy of an object that its pack makes it from. */
  async function mend(id: string, failure: unknown): Promise<GitObject> {
    if (!(failure instanceof ContentError)) throw failure;
    for (const pack of packs()) {
      for (const base of pack.basesOf(id)) {
        const { value: copy } = await findKnown(lookupOf(base));
        const object = copy && passingOver([], () => pack.read(id, { ...copy, id: base }));
        if (object !== null) return object;
      }
    }
    throw failure;
  }

  async function tryRead(id: string): Promise<GitObject | null> {
    if (!isObjectId(id)) return null;
    await breathe(); // Reads on the spot never leave the loop to others: who reads thousands does.
    const object = await find(lookupOf(id)).catch((error: unknown) => mend(id, error));
    return object === null && id === EMPTY_TREE_ID ? { type: 'tree', bytes: Buffer.alloc(0) } : object;
  }

  async function sizeOf(id: string): Promise<ObjectSize | null> {
    if (!isObjectId(id)) return null;
    const lookup: Lookup<ObjectSize> = {
      packed: (pack) => pack.sizeOf(id),
      loose: (folder) => readLooseSize(folder, id),
    };
    return find(lookup).catch(async (error: unknown) => {
      const { type, bytes } = await mend(id, error);
      return { type, size: bytes.length };
    });
  }

  let failures = 0;
  async function read(id: string): Promise<GitObject> {
    try {
      const object = await tryRead(id);
      if (object === null) throw new ContentError('corrupt', { what: `object ${id}` });
      return object;
    } catch (error) {
      if (hasCode(error, 'corrupt')) failures += 1;
      throw error;
    }
  }

  async function readAs(type: GitObject['type'], id: string): Promise<Buffer> {
    const object = await read(id);
    if (object.type !== type) throw new ContentError('corrupt', { what: `${type} ${id}` });
    return object.bytes;
  }

  async function readTree(id: string): Promise<readonly TreeEntry[]> {
    const known = trees.get(id);
    if (known !== undefined) return known;
    const entries = parseTree(await readAs('tree', id), `tree ${id}`);
    trees.set(id, entries);
    return entries;
  }

  /** Whether `write` may leave the object as it is: every copy that is believed in is read, by git's rules too. */
  async function isStored(id: string): Promise<boolean> {
    if (packs().some((pack) => passingOver([], () => pack.keeps(id)))) return true;
    const own = await readLooseFile(objectsFolder, id, maxObjectBytes).catch((error: unknown) =>
      note([], error),
    );
    return own !== null && !own.hasRest && (await refreshLooseObject(objectsFolder, id));
  }

  return {
    read,
    tryRead,
    sizeOf,
    readTree,
    readCommit: async (id) => {
      const commit = parseCommit(id, await readAs('commit', id));
      return (await isEnd(id)) ? { ...commit, parents: [] } : commit;
    },
    failures: () => failures,
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
      for (const { id, entries } of distinct) if (entries !== undefined) trees.set(id, entries);
      return named.map(({ id }) => id);
    },
    close: () => {
      for (const pack of packs()) pack.close();
      folders.clear();
    },
  };
}

function passingOver<Value>(damage: ContentError[], look: () => Value | null): Value | null {
  try {
    return look();
  } catch (error) {
    return note(damage, error);
  }
}

/** A damaged copy, or a pack that has just vanished, is noted and counts as absent here. */
function note(damage: ContentError[], error: unknown): null {
  if (isSystemError(error, 'ENOENT')) return null;
  if (!hasCode(error, 'corrupt') && !hasCode(error, 'invalid')) throw error;
  damage.push(error);
  return null;
}

/** The object folders to read from: `roots` first, then those they borrow from, each once. */
async function listObjectFolders(roots: readonly string[]): Promise<readonly string[]> {
  const found = new Set(roots);
  let level = [...found];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const borrowed = (await Promise.all(level.map(readAlternates))).flat();
    level = borrowed.filter((candidate) => !found.has(candidate));
    for (const candidate of level) found.add(candidate);
  }
  return [...found];
}

/** The commits at which a shallow clone ends, one a line; '' for another one (gitrepository-layout(5), shallow). */
export async function readShallow(gitDir: string): Promise<string> {
  const bytes = await readOnTheSpot(path.join(gitDir, 'shallow'));
  return bytes === null ? '' : bytes.toString('latin1');
}

function endsOf(shallow: string): ReadonlySet<string> {
  return new Set(shallow.split(/\s+/));
}

async function readAlternates(folder: string): Promise<readonly string[]> {
  const bytes = await ifThere(readFile(path.join(folder, 'info', 'alternates')), Buffer.alloc(0));
  const lines = alternatePaths(bytes);
  // Of a folder that is a link git follows relative ones from where it leads.
  const from = lines.length === 0 ? folder : await realpath(folder);
  return lines.map((line) => path.resolve(from, line));
}
