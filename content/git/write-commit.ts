import { isRemoval, type Person, type TreeChange } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { type Commit, formatCommit, signatureOf } from './commit-object.ts';
import { repositoryPathParts } from './entry-names.ts';
import type { NewObject } from './objects/loose-objects.ts';
import { EMPTY_TREE_ID, objectId } from './objects/object-id.ts';
import type { ObjectStore } from './objects/objects.ts';
import type { Repository } from './repository.ts';
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

interface TreeCommit extends Pick<NewCommit, 'tree' | 'parents' | 'message'> {
  /** Encrier itself when absent. */
  readonly author?: Person;
}

/** The same of this moment, made by Encrier for its author. */
export function commitTree(
  { objects, committer, clock }: Pick<Repository, 'objects' | 'committer' | 'clock'>,
  { author = committer, ...commit }: TreeCommit,
): Promise<string> {
  const now = new Date(clock());
  const signed = { author: signatureOf(author, now), committer: signatureOf(committer, now) };
  return writeCommit(objects, { ...commit, ...signed });
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

/**
 * Makes changes to a tree (null: the empty one), in memory. Only folders on the way to a change are read or made again; all
 * else keeps its id. Throws ContentError 'conflict' where a folder stands in the way of a file, or a file of a folder;
 * 'invalid' for changes that no tree can hold ({@link arrangeChanges}).
 */
export async function treeWith(
  objects: Pick<ObjectStore, 'readTree'>,
  tree: string | null,
  changes: readonly TreeChange[],
): Promise<MadeTree> {
  const entry = tree === null ? null : { mode: FOLDER_MODE, name: '', id: tree };
  const updated = await updateFolder(objects, entry, arrangeChanges(changes));
  const files = changes.flatMap((change) =>
    'blob' in change || change.bytes === null ? [] : [{ type: 'blob' as const, bytes: change.bytes }],
  );
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
  const entry = { mode: folder?.mode ?? FOLDER_MODE, name: nameOf(node.path), id };
  return { entry, trees: [...trees, { type: 'tree', bytes }] };
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
  const left = node.change === undefined ? file : fileAfter(node.change, file);
  if (left !== null && below.entry !== null) throw new ContentError('conflict', { path: firstWritten(node) });
  return below.entry === null ? { entry: left, trees: [] } : below;
}

/** The file of this name after the change. One that stays regular keeps its executable bit, unless another mode is asked. */
function fileAfter(change: TreeChange, file: TreeEntry | null): TreeEntry | null {
  const id = blobAfter(change);
  if (id === null) return null;
  const kept = file !== null && isRegularFile(file) ? file.mode : FILE_MODE;
  return { mode: change.mode ?? kept, name: nameOf(change.path), id };
}

/** The blob of the file that a change leaves; null where it takes the file away. */
export function blobAfter(change: TreeChange): string | null {
  if ('blob' in change) return change.blob;
  return change.bytes === null ? null : objectId('blob', change.bytes);
}

function firstWritten(node: ChangeNode): string {
  if (writes(node)) return node.path;
  const child = [...node.children.values()].find(writesAnything);
  return child === undefined ? node.path : firstWritten(child);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What a change set does at one name of a folder: to the file of that name, and to what is below it. */
interface ChangeNode {
  readonly path: string;
  readonly change: TreeChange | undefined;
  readonly children: Map<string, ChangeNode>;
}

/**
 * Arranges changes by folder. Throws ContentError 'invalid' for a path that must never be in a tree, the same path
 * twice, and a file written where another one needs a folder.
 */
function arrangeChanges(changes: readonly TreeChange[]): ChangeNode {
  const root: ChangeNode = { path: '', change: undefined, children: new Map() };
  const nodes: ChangeNode[] = [];
  for (const change of changes) {
    const parts = repositoryPathParts(change.path);
    const name = parts.at(-1) ?? '';
    const folder = parts.slice(0, -1).reduce(childOf, root);
    const { children, change: before } = childOf(folder, name);
    if (before !== undefined) throw refused(change.path, 'ce chemin est donné deux fois');
    const node = { path: change.path, change, children };
    folder.children.set(name, node);
    nodes.push(node);
  }
  const both = nodes.find((node) => writes(node) && [...node.children.values()].some(writesAnything));
  if (both !== undefined) throw refused(both.path, 'ce nom est à la fois un fichier et un dossier');
  return root;
}

/** What is done at a name of a folder, so far. */
function childOf({ path, children }: ChangeNode, name: string): ChangeNode {
  const known = children.get(name);
  if (known !== undefined) return known;
  const child = { path: path === '' ? name : `${path}/${name}`, change: undefined, children: new Map() };
  children.set(name, child);
  return child;
}

function writes({ change }: ChangeNode): boolean {
  return change !== undefined && !isRemoval(change);
}

/** Whether anything is written at this node or below: a removal of what is not there needs no folder. */
function writesAnything(node: ChangeNode): boolean {
  return writes(node) || [...node.children.values()].some(writesAnything);
}

function refused(path: string, reason: string): ContentError<'invalid'> {
  return new ContentError('invalid', { path, reason });
}
