import { createBreathing } from './concurrency.ts';
import type { ObjectStore } from './objects/objects.ts';
import { FOLDER_MODE, isFolder, isLink, isRegularFile, type TreeEntry } from './tree.ts';

type Objects = Pick<ObjectStore, 'readTree'>;

/** A regular file that is not the same in two trees. */
export interface Difference {
  readonly path: string;
  /** Blob ids; null where there is no file. */
  readonly was: string | null;
  readonly is: string | null;
}

/** A file, link or submodule that is not the same in two trees: its bytes, its mode, its being there (null: it is not). */
export interface EntryDifference {
  readonly path: string;
  readonly was: TreeEntry | null;
  readonly is: TreeEntry | null;
}

interface Compared {
  /** Null: the empty tree. */
  readonly before: string | null;
  readonly after: string | null;
  /** What else is passed over, folders with all that is in them; all is looked at when absent. */
  readonly isWanted?: ((path: string) => boolean) | undefined;
  /** Where the two are; '' for the root. */
  readonly path?: string;
}

/** The regular files whose bytes differ between two trees. */
export async function* treeDifferences(objects: Objects, compared: Compared): AsyncGenerator<Difference> {
  for await (const { path, was, is } of entryDifferences(objects, compared)) {
    const file = { path, was: fileId(was), is: fileId(is) };
    if (file.was !== file.is) yield file;
  }
}

/** The files, executable or not, and the links that differ: what a commit must hold so that nothing of a foreign tree is lost. */
export async function* blobDifferences(
  objects: Objects,
  compared: Compared,
): AsyncGenerator<EntryDifference> {
  for await (const { path, was, is } of entryDifferences(objects, compared)) {
    const blob = { path, was: blobOf(was), is: blobOf(is) };
    if (blob.was !== null || blob.is !== null) yield blob;
  }
}

/** All that differs between two trees. Folders with one id are not read. Others have their turn between two of thousands. */
export async function* entryDifferences(
  objects: Objects,
  { isWanted, ...compared }: Compared,
): AsyncGenerator<EntryDifference> {
  const breathe = createBreathing();
  /** The folders that are being compared, each below the one before it. */
  const open = [await folderDifferences(objects, compared)];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const { value } = folder.next();
    if (value === undefined) continue;
    open.push(folder);
    await breathe();
    if (isWanted?.(value.path) === false) continue;
    const entry = { path: value.path, was: unlessFolder(value.was), is: unlessFolder(value.is) };
    const [was, is] = [folderId(value.was), folderId(value.is)];
    if (was === is) {
      if (entry.was !== null || entry.is !== null) yield entry;
      continue;
    }
    // A file that a folder takes the place of, or the other way round, comes after what is in the folder.
    if (entry.was !== null || entry.is !== null) open.push([entry].values());
    open.push(await folderDifferences(objects, { before: was, after: is, path: value.path }));
  }
}

/** What differs of what two folders hold themselves, folders among it. */
async function folderDifferences(
  objects: Objects,
  { before, after, path = '' }: Compared,
): Promise<Iterator<EntryDifference, undefined>> {
  if (before === after) return [].values();
  return differing(path, await entriesOf(objects, before), await entriesOf(objects, after));
}

function* differing(
  path: string,
  old: ReadonlyMap<string, TreeEntry>,
  young: ReadonlyMap<string, TreeEntry>,
): Generator<EntryDifference, undefined> {
  const place = (name: string): string => (path === '' ? name : `${path}/${name}`);
  for (const [name, was] of old) {
    const is = young.get(name) ?? null;
    if (was.id !== is?.id || was.mode !== is.mode) yield { path: place(name), was, is };
  }
  for (const [name, is] of young) if (!old.has(name)) yield { path: place(name), was: null, is };
}

/** What these names, one after the other, lead to in a tree; null when nothing. A name may hold a slash: not all are git's. */
export async function entryAt(
  objects: Objects,
  tree: string,
  names: readonly string[],
): Promise<TreeEntry | null> {
  let found: TreeEntry | null = { mode: FOLDER_MODE, name: '', id: tree };
  for (const name of names) {
    if (found === null || !isFolder(found)) return null;
    found = (await objects.readTree(found.id)).find((entry) => entry.name === name) ?? null;
  }
  return found;
}

/** {@link entryAt} for many paths of one tree: each folder is read once, and its names are looked up. */
export function createEntryLookup(
  objects: Objects,
  tree: string,
): (path: string) => Promise<TreeEntry | null> {
  const folders = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>();
  function entries(folder: string): Promise<ReadonlyMap<string, TreeEntry>> {
    const known = folders.get(folder) ?? entriesOf(objects, folder);
    folders.set(folder, known);
    return known;
  }
  return async (path) => {
    let found: TreeEntry | null = { mode: FOLDER_MODE, name: '', id: tree };
    for (const name of path.split('/')) {
      if (found === null || !isFolder(found)) return null;
      found = (await entries(found.id)).get(name) ?? null;
    }
    return found;
  };
}

/** The blob id of the regular file at a path; null where there is none. */
export async function fileIdIn(objects: Objects, tree: string, path: string): Promise<string | null> {
  return fileId(await entryAt(objects, tree, path.split('/')));
}

async function entriesOf(objects: Objects, tree: string | null): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = tree === null ? [] : await objects.readTree(tree);
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function folderId(entry: TreeEntry | null): string | null {
  return entry !== null && isFolder(entry) ? entry.id : null;
}

function unlessFolder(entry: TreeEntry | null): TreeEntry | null {
  return entry === null || isFolder(entry) ? null : entry;
}

/** A regular file or a link; null for everything else. */
export function blobOf(entry: TreeEntry | null): TreeEntry | null {
  return entry !== null && (isRegularFile(entry) || isLink(entry)) ? entry : null;
}

/** The blob id of a regular file; null for everything else. */
export function fileId(entry: Pick<TreeEntry, 'id' | 'mode'> | null): string | null {
  return entry !== null && isRegularFile(entry) ? entry.id : null;
}

/**
 * The blob id of a file at a commit, or null when there is none. A snapshot may serve an older version of a file that
 * cannot be read: whoever writes over a file asks here what it is.
 */
export async function fileIdAt(
  objects: Pick<ObjectStore, 'readCommit' | 'readTree'>,
  { commit, path }: { readonly commit: string; readonly path: string },
): Promise<string | null> {
  return fileIdIn(objects, await treeOf(objects, commit), path);
}

/** The tree of a commit. */
export async function treeOf(objects: Pick<ObjectStore, 'readCommit'>, commit: string): Promise<string> {
  return (await objects.readCommit(commit)).tree;
}
