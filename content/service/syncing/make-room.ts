import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isFolder, type TreeEntry } from '#content/git/tree.ts';
import { treeDifferences } from '#content/git/tree-differences.ts';
import type { FileChange } from '../../model/change-set.ts';

type Objects = Pick<ObjectStore, 'readTree'>;

/** A file that had to be written beside where it was. */
export interface Displaced {
  readonly from: string;
  readonly to: string;
  readonly bytes: Uint8Array;
}

export interface Room {
  readonly changes: readonly FileChange[];
  readonly displaced: readonly Displaced[];
}

/**
 * The changes, with a file that a folder of the tree stands in the way of, or a folder that a file does, beside it:
 * `notes-2`. What the changes remove is in nobody's way.
 */
export async function makeRoom(
  objects: Objects,
  tree: string,
  changes: readonly FileChange[],
): Promise<Room> {
  const entryOf = createLookup(objects, tree);
  const removed = new Set(changes.flatMap(({ path, bytes }) => (bytes === null ? [path] : [])));
  const written = new Set(changes.flatMap(({ path, bytes }) => (bytes === null ? [] : [path])));

  async function isBlocked(path: string, isWhole: boolean): Promise<boolean> {
    const entry = await entryOf(path);
    if (entry === null) return false;
    if (!isFolder(entry)) return !isWhole && !removed.has(path);
    if (!isWhole) return false;
    for await (const below of treeDifferences(objects, { path, before: null, after: entry.id }))
      if (!removed.has(below.path)) return true;
    return false;
  }

  async function freeFor(path: string): Promise<string> {
    const parts = path.split('/');
    for (let length = 1; length <= parts.length; length += 1) {
      const start = parts.slice(0, length).join('/');
      if (!(await isBlocked(start, length === parts.length))) continue;
      for (let number = 2; ; number += 1) {
        const beside = [numbered(start, number), ...parts.slice(length)].join('/');
        if ((await entryOf(numbered(start, number))) === null && !written.has(beside)) return beside;
      }
    }
    return path;
  }

  const displaced: Displaced[] = [];
  const kept: FileChange[] = [];
  for (const change of changes) {
    const to = change.bytes === null ? change.path : await freeFor(change.path);
    if (change.bytes !== null && to !== change.path)
      displaced.push({ from: change.path, to, bytes: change.bytes });
    kept.push({ ...change, path: to });
  }
  return { changes: kept, displaced };
}

function numbered(path: string, number: number): string {
  return path.replace(/(\.[^./]+)?$/, `-${number}$1`);
}

/** Looks entries of a tree up by path; each folder is read once. */
function createLookup(objects: Objects, tree: string): (path: string) => Promise<TreeEntry | null> {
  const folders = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>();
  async function read(id: string): Promise<ReadonlyMap<string, TreeEntry>> {
    return new Map((await objects.readTree(id)).map((entry) => [entry.name, entry]));
  }
  return async (path) => {
    let id = tree;
    let entry: TreeEntry | null = null;
    for (const name of path.split('/')) {
      if (entry !== null && !isFolder(entry)) return null;
      const folder: Promise<ReadonlyMap<string, TreeEntry>> = folders.get(id) ?? read(id);
      folders.set(id, folder);
      entry = (await folder).get(name) ?? null;
      if (entry === null) return null;
      id = entry.id;
    }
    return entry;
  };
}
