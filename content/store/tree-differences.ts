import type { ObjectStore } from './objects/objects.ts';
import { isFolder, isLink, isRegularFile, type TreeEntry } from './tree.ts';

type Objects = Pick<ObjectStore, 'readTree'>;

/** A regular file that is not the same in two trees. */
export interface Difference {
  readonly path: string;
  /** Blob ids; null where there is no file. */
  readonly was: string | null;
  readonly is: string | null;
}

interface Folders {
  /** Where the two are; '' for the root. */
  readonly path?: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A file, executable or not, or a symbolic link, whose bytes or mode are not the same in two trees. */
export interface BlobDifference {
  readonly path: string;
  /** Null where there is none. */
  readonly was: TreeEntry | null;
  readonly is: TreeEntry | null;
}

/** The files that differ between two trees (null: the empty one). Folders with one id are not read. */
export async function* treeDifferences(objects: Objects, folders: Folders): AsyncGenerator<Difference> {
  for await (const { path, was, is } of blobDifferences(objects, folders)) {
    const file = { path, was: fileId(was), is: fileId(is) };
    if (file.was !== file.is) yield file;
  }
}

/** The same with modes and links: what a commit must hold so that nothing of a foreign tree is lost. */
export async function* blobDifferences(
  objects: Objects,
  { path = '', before, after }: Folders,
): AsyncGenerator<BlobDifference> {
  if (before === after) return;
  const [old, young] = [await entriesOf(objects, before), await entriesOf(objects, after)];
  for (const name of new Set([...old.keys(), ...young.keys()])) {
    const [was, is] = [old.get(name), young.get(name)];
    if (was?.id === is?.id && was?.mode === is?.mode) continue;
    const below = path === '' ? name : `${path}/${name}`;
    yield* blobDifferences(objects, { path: below, before: folderId(was), after: folderId(is) });
    const blob = { path: below, was: blobOf(was), is: blobOf(is) };
    if (blob.was !== null || blob.is !== null) yield blob;
  }
}

async function entriesOf(objects: Objects, tree: string | null): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = tree === null ? [] : await objects.readTree(tree);
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function folderId(entry: TreeEntry | undefined): string | null {
  return entry !== undefined && isFolder(entry) ? entry.id : null;
}

function blobOf(entry: TreeEntry | undefined): TreeEntry | null {
  return entry !== undefined && (isRegularFile(entry) || isLink(entry)) ? entry : null;
}

function fileId(entry: TreeEntry | null): string | null {
  return entry !== null && isRegularFile(entry) ? entry.id : null;
}
