import type { ObjectStore } from '../objects/objects.ts';
import { isFolder, type TreeEntry } from '../tree.ts';

/** A file, link or submodule of a tree. */
export interface TreeFile {
  readonly id: string;
  /** As the index writes it: 0o100644, 0o100755, 0o120000, 0o160000. */
  readonly mode: number;
}

/** What is not the same in two trees; null where there is nothing. */
export interface EntryDifference {
  readonly path: string;
  readonly was: TreeFile | null;
  readonly is: TreeFile | null;
}

interface Folders {
  /** Where the two are; '' for the root. */
  readonly path?: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** All that differs between two trees (null: the empty one), links and submodules too. Equal folders are not read. */
export async function* entryDifferences(
  objects: Pick<ObjectStore, 'readTree'>,
  { path = '', before, after }: Folders,
): AsyncGenerator<EntryDifference> {
  if (before === after) return;
  const [old, young] = [await entriesOf(objects, before), await entriesOf(objects, after)];
  for (const name of new Set([...old.keys(), ...young.keys()])) {
    const [was, is] = [old.get(name), young.get(name)];
    if (was?.id === is?.id && was?.mode === is?.mode) continue;
    const below = path === '' ? name : `${path}/${name}`;
    yield* entryDifferences(objects, { path: below, before: folderId(was), after: folderId(is) });
    const file = { path: below, was: fileOf(was), is: fileOf(is) };
    if (file.was !== null || file.is !== null) yield file;
  }
}

/** Git knows two modes of regular files; old trees hold others. */
function fileOf(entry: TreeEntry | undefined): TreeFile | null {
  if (entry === undefined || isFolder(entry)) return null;
  const mode = Number.parseInt(entry.mode, 8);
  const isRegular = (mode & 0o170000) === 0o100000;
  return { id: entry.id, mode: isRegular ? ((mode & 0o100) === 0 ? 0o100644 : 0o100755) : mode };
}

/** Whether it is a file with content of its own: neither a link nor a submodule. */
export function isRegularMode(mode: number): boolean {
  return (mode & 0o170000) === 0o100000;
}

async function entriesOf(
  objects: Pick<ObjectStore, 'readTree'>,
  tree: string | null,
): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = tree === null ? [] : await objects.readTree(tree);
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function folderId(entry: TreeEntry | undefined): string | null {
  return entry !== undefined && isFolder(entry) ? entry.id : null;
}
