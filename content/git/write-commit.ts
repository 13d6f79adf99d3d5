import type { FileChange } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { type Commit, formatCommit } from './commit-object.ts';
import { repositoryPathParts } from './entry-names.ts';
import type { NewObject } from './objects/loose-objects.ts';
import { EMPTY_TREE_ID, objectId } from './objects/object-id.ts';
import type { ObjectStore } from './objects/objects.ts';
import {
  FILE_MODE,
  FOLDER_MODE,
  formatTree,
  isFolder,
  isRegularFile,
  parseTree,
  type TreeEntry,
} from './tree.ts';

interface NewCommit extends Omit<Commit, 'id' | 'tree'> {
  readonly tree: MadeTree;
}

/** Writes a commit with its tree and its files; answers its id once all is on disk. No ref moves. */
export async function writeCommit(
  objects: Pick<ObjectStore, 'write'>,
  { tree, ...commit }: NewCommit,
): Promise<string> {
  const bytes = formatCommit({ ...commit, tree: tree.id });
  await objects.write([...tree.objects, { type: 'commit', bytes }]);
  return objectId('commit', bytes);
}

/** A tree with what it needs and did not exist before, to be written: its folders and files. */
export interface MadeTree {
  readonly id: string;
  readonly objects: readonly NewObject[];
}

/** The objects of a repository, with a tree that is not written there. */
export function withMade(objects: Pick<ObjectStore, 'read' | 'readTree'>, made: MadeTree) {
  const trees = new Map(
    made.objects.flatMap(({ type, bytes }) =>
      type === 'tree' ? [[objectId('tree', bytes), Buffer.from(bytes)] as const] : [],
    ),
  );
  return {
    read: objects.read,
    readTree: async (id: string) => {
      const bytes = trees.get(id);
      return bytes === undefined ? objects.readTree(id) : parseTree(bytes, id);
    },
  };
}

interface EntryUpdate {
  readonly entry: TreeEntry | null;
  readonly trees: readonly NewObject[];
}

/** A change, and the names on the way to its file. */
interface PlacedChange extends FileChange {
  readonly names: readonly string[];
}

/** What is done to the file or the folder of a name, so many folders down. */
interface NamedChanges {
  readonly name: string;
  readonly depth: number;
  readonly changes: readonly PlacedChange[];
}

/**
 * Makes changes to a tree (null: the empty one), in memory. Only folders on the way to a change are read or made again; all
 * else keeps its id. Throws ContentError 'conflict' where a folder stands in the way of a file, or a file of a folder;
 * 'invalid' for a path that must never be in a tree, the same path twice, and a file written where another one needs a folder.
 */
export async function treeWith(
  objects: Pick<ObjectStore, 'readTree'>,
  tree: string | null,
  changes: readonly FileChange[],
): Promise<MadeTree> {
  const entry = tree === null ? null : { mode: FOLDER_MODE, name: '', id: tree };
  const placed = changes.map((change) => ({ ...change, names: repositoryPathParts(change.path) }));
  const paths = new Set<string>();
  for (const { path } of changes) {
    if (paths.has(path)) throw refused(path, 'ce chemin est donné deux fois');
    paths.add(path);
  }
  const updated = await updateFolder(objects, entry, { name: '', depth: 0, changes: placed });
  const files = changes.flatMap(({ bytes }) => (bytes === null ? [] : [{ type: 'blob' as const, bytes }]));
  if (updated.entry !== null) return { id: updated.entry.id, objects: [...files, ...updated.trees] };
  return { id: EMPTY_TREE_ID, objects: [...files, { type: 'tree', bytes: Buffer.alloc(0) }] };
}

/** A folder of which nothing is left is left out itself: git keeps no empty folders. */
async function updateFolder(
  objects: Pick<ObjectStore, 'readTree'>,
  folder: TreeEntry | null,
  { name: folderName, depth, changes }: NamedChanges,
): Promise<EntryUpdate> {
  const entries = folder === null ? [] : await objects.readTree(folder.id);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const trees: NewObject[] = [];
  const named = new Map<string, PlacedChange[]>();
  for (const change of changes) {
    const name = change.names[depth] ?? '';
    const others = named.get(name);
    if (others === undefined) named.set(name, [change]);
    else others.push(change);
  }
  for (const [name, some] of named) {
    const below = { name, depth: depth + 1, changes: some };
    const updated = await updateEntry(objects, byName.get(name) ?? null, below);
    trees.push(...updated.trees);
    if (updated.entry === null) byName.delete(name);
    else byName.set(name, updated.entry);
  }
  if (byName.size === 0) return { entry: null, trees: [] };
  const bytes = formatTree([...byName.values()]);
  const id = objectId('tree', bytes);
  if (id === folder?.id) return { entry: folder, trees: [] };
  const entry = { mode: folder?.mode ?? FOLDER_MODE, name: folderName, id };
  return { entry, trees: [...trees, { type: 'tree', bytes }] };
}

async function updateEntry(
  objects: Pick<ObjectStore, 'readTree'>,
  entry: TreeEntry | null,
  { name, depth, changes }: NamedChanges,
): Promise<EntryUpdate> {
  const folder = entry !== null && isFolder(entry) ? entry : null;
  const file = folder === null ? entry : null;
  const own = changes.find(({ names }) => names.length === depth);
  const inside = changes.filter((change) => change !== own);
  // A removal of what is not there needs no folder.
  const written = changes.filter(({ bytes }) => bytes !== null);
  if (own !== undefined && own.bytes !== null && written.length > 1)
    throw refused(own.path, 'ce nom est à la fois un fichier et un dossier');
  const below =
    inside.length > 0
      ? await updateFolder(objects, folder, { name, depth, changes: inside })
      : { entry: folder, trees: [] };
  const left = own === undefined ? file : fileAfter(own, file);
  if (left === null || below.entry === null) return below.entry === null ? { entry: left, trees: [] } : below;
  throw new ContentError('conflict', { path: written[0]?.path ?? name });
}

/** The file of this name after the change. One that stays regular keeps its executable bit, unless another mode is asked. */
function fileAfter({ names, bytes, mode }: PlacedChange, file: TreeEntry | null): TreeEntry | null {
  if (bytes === null) return null;
  const kept = file !== null && isRegularFile(file) ? file.mode : FILE_MODE;
  return { mode: mode ?? kept, name: names.at(-1) ?? '', id: objectId('blob', bytes) };
}

function refused(path: string, reason: string): ContentError<'invalid'> {
  return new ContentError('invalid', { path, reason });
}
