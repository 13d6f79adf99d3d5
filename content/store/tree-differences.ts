import type { ObjectStore } from './objects.ts';
import { isFolder, isRegularFile, type TreeEntry } from './tree.ts';

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

/** The files that differ between two trees (null: the empty one). Folders with one id are not read. */
export async function* treeDifferences(
  objects: Objects,
  { path = '', before, after }: Folders,
): AsyncGenerator<Difference> {
  if (before === after) return;
  const [old, young] = [await entriesOf(objects, before), await entriesOf(objects, after)];
  for (const name of new Set([...old.keys(), ...young.keys()])) {
    const [was, is] = [old.get(name), young.get(name)];
    if (was?.id === is?.id) continue;
    const below = path === '' ? name : `${path}/${name}`;
    yield* treeDifferences(objects, { path: below, before: folderId(was), after: folderId(is) });
    const file = { path: below, was: fileId(was), is: fileId(is) };
    if (file.was !== null || file.is !== null) yield file;
  }
}

async function entriesOf(objects: Objects, tree: string | null): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = tree === null ? [] : await objects.readTree(tree);
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function folderId(entry: TreeEntry | undefined): string | null {
  return entry !== undefined && isFolder(entry) ? entry.id : null;
}

function fileId(entry: TreeEntry | undefined): string | null {
  return entry !== undefined && isRegularFile(entry) ? entry.id : null;
}
