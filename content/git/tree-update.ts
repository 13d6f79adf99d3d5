import type { FileChange } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { arrangeChanges, type ChangeNode, writesAnything } from './change-tree.ts';
import { EMPTY_TREE_ID, objectId } from './objects/object-id.ts';
import type { NewObject } from './objects/object-writing.ts';
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

/**
 * Makes changes to a tree (null: the empty one), in memory. Only folders on the way to a change are read or made again; all
 * else keeps its id. Throws ContentError 'conflict' where a folder stands in the way of a file, or a file of a folder;
 * 'invalid' for changes that no tree can hold ({@link arrangeChanges}).
 */
export async function treeWith(
  objects: Pick<ObjectStore, 'readTree'>,
  tree: string | null,
  changes: readonly FileChange[],
): Promise<MadeTree> {
  const entry = tree === null ? null : { mode: FOLDER_MODE, name: '', id: tree };
  const updated = await updateFolder(objects, entry, arrangeChanges(changes));
  const files = changes.flatMap(({ bytes }) => (bytes === null ? [] : [{ type: 'blob' as const, bytes }]));
  if (updated.entry !== null) return { id: updated.entry.id, objects: [...files, ...updated.trees] };
  return { id: EMPTY_TREE_ID, objects: [...files, { type: 'tree', bytes: Buffer.alloc(0) }] };
}

/** A folder of which nothing is left is left out itself: git keeps no empty folders. */
async function updateFolder(
  objects: Pick<ObjectStore, 'readTree'>,
  folder: TreeEntry | null,
  node: ChangeNode,
): Promise<EntryUpdate> {
  const entries = folder === null ? [] : await objects.readTree(folder.id);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const trees: NewObject[] = [];
  for (const [name, child] of node.children) {
    const updated = await updateEntry(objects, byName.get(name) ?? null, child);
    trees.push(...updated.trees);
    if (updated.entry === null) byName.delete(name);
    else byName.set(name, updated.entry);
  }
  if (byName.size === 0) return { entry: null, trees: [] };
  const bytes = formatTree([...byName.values()]);
  const id = objectId('tree', bytes);
  if (id === folder?.id) return { entry: folder, trees: [] };
  const name = node.path.slice(node.path.lastIndexOf('/') + 1);
  return {
    entry: { mode: folder?.mode ?? FOLDER_MODE, name, id },
    trees: [...trees, { type: 'tree', bytes }],
  };
}

async function updateEntry(
  objects: Pick<ObjectStore, 'readTree'>,
  entry: TreeEntry | null,
  node: ChangeNode,
): Promise<EntryUpdate> {
  const folder = entry !== null && isFolder(entry) ? entry : null;
  const file = folder === null ? entry : null;
  const below =
    node.children.size > 0 ? await updateFolder(objects, folder, node) : { entry: folder, trees: [] };
  const left = node.file === undefined ? file : fileAfter(node, file);
  if (left !== null && below.entry !== null) throw new ContentError('conflict', { path: firstWritten(node) });
  return below.entry === null ? { entry: left, trees: [] } : below;
}

/** The file of this name after the change. One that stays regular keeps its executable bit, unless another mode is asked. */
function fileAfter(node: ChangeNode, file: TreeEntry | null): TreeEntry | null {
  if (typeof node.file !== 'string') return null;
  const mode = node.mode ?? (file !== null && isRegularFile(file) ? file.mode : FILE_MODE);
  return { mode, name: node.path.slice(node.path.lastIndexOf('/') + 1), id: node.file };
}

function firstWritten(node: ChangeNode): string {
  if (typeof node.file === 'string') return node.path;
  const child = [...node.children.values()].find(writesAnything);
  return child === undefined ? node.path : firstWritten(child);
}
