import { isRemoval, type Person, type TreeChange } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { groupedBy } from '#content/model/grouped.ts';
import { type Commit, formatCommit, signatureOf } from './commit-object.ts';
import { createBreathing } from './concurrency.ts';
import { pathEscapeFault, pathFault } from './entry-names.ts';
import type { NewObject } from './objects/loose-objects.ts';
import { EMPTY_TREE_ID, objectId } from './objects/object-id.ts';
import type { ObjectStore } from './objects/objects.ts';
import type { Repository } from './repository.ts';
import {
  FILE_MODE,
  FOLDER_MODE,
  formatTree,
  inTreeOrder,
  isFolder,
  isRegularFile,
  parseTree,
  type TreeEntry,
} from './tree.ts';
import { createEntryLookup, entryAt } from './tree-differences.ts';

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
    made.objects.flatMap((object) =>
      object.type === 'tree' ? [[objectId('tree', object.bytes), object] as const] : [],
    ),
  );
  return {
    read: objects.read,
    readTree: async (id: string) => {
      const tree = trees.get(id);
      return tree === undefined
        ? objects.readTree(id)
        : (tree.entries ?? parseTree(Buffer.from(tree.bytes), id));
    },
  };
}

interface EntryUpdate {
  readonly entry: TreeEntry | null;
  readonly trees: readonly NewObject[];
}

/** A change, and the names that lead to its file from a folder. */
interface ChangeBelow {
  readonly change: TreeChange;
  readonly names: readonly string[];
}

/**
 * Makes changes to a tree (null: the empty one), in memory. Only folders on the way to a change are read or made again; all
 * else keeps its id. Throws ContentError 'conflict' where a folder stands in the way of a file, or a file of a folder;
 * 'invalid' for a path that must never be in a tree, the same path twice, and a file written where another one needs a folder.
 */
export async function treeWith(
  objects: Pick<ObjectStore, 'readTree'>,
  tree: string | null,
  changes: readonly TreeChange[],
): Promise<MadeTree> {
  const entry = tree === null ? null : { mode: FOLDER_MODE, name: '', id: tree };
  const modes = await modesBefore(objects, tree, changes);
  const written = new Set(changes.flatMap((change) => (isRemoval(change) ? [] : change.path)));
  // A path that one file leaves and another takes is written.
  const lasting = changes.filter((change) => !isRemoval(change) || !written.has(change.path));
  const moded = lasting.map((change) => ({ ...modes.get(change.from ?? ''), ...change }));
  const below = moded.map((change) => ({ change, names: namesOf(change.path) }));
  const breathing = { readTree: objects.readTree, breathe: createBreathing() };
  const updated = await updateFolder(breathing, { entry, name: '' }, below);
  const files = changes.flatMap((change) =>
    'blob' in change || change.bytes === null ? [] : [{ type: 'blob' as const, bytes: change.bytes }],
  );
  if (updated.entry !== null) return { id: updated.entry.id, objects: [...files, ...updated.trees] };
  return { id: EMPTY_TREE_ID, objects: [...files, { type: 'tree', bytes: Buffer.alloc(0) }] };
}

function namesOf(path: string): readonly string[] {
  const reason = pathEscapeFault(path);
  if (reason !== null) throw refused(path, reason);
  return path.split('/');
}

/**
 * Refuses new bytes (ContentError 'invalid') under a name that no program should be made to create. What a tree has already may change, and
 * what git brought may go where it is to be.
 */
export async function refuseOddNames(
  objects: Pick<ObjectStore, 'readTree'>,
  tree: string | null,
  changes: readonly TreeChange[],
): Promise<void> {
  const entryOf = tree === null ? () => null : createEntryLookup(objects, tree);
  for (const change of changes) {
    const { path } = change;
    if ('blob' in change || change.bytes === null || pathFault(path) === null) continue;
    const names = path.split('/');
    let known = names.length;
    while (known > 0 && (await entryOf(names.slice(0, known).join('/'))) === null) known -= 1;
    const reason = pathFault(path, known);
    if (reason !== null) throw refused(path, reason);
  }
}

/** By the path that a change comes from, the mode of the file that is there. */
async function modesBefore(
  objects: Pick<ObjectStore, 'readTree'>,
  tree: string | null,
  changes: readonly TreeChange[],
): Promise<ReadonlyMap<string, Pick<TreeEntry, 'mode'>>> {
  const modes = new Map<string, Pick<TreeEntry, 'mode'>>();
  if (tree === null) return modes;
  for (const { from } of changes) {
    const entry = from === undefined ? null : await entryAt(objects, tree, from.split('/'));
    if (from !== undefined && entry !== null && isRegularFile(entry)) modes.set(from, { mode: entry.mode });
  }
  return modes;
}

interface Updating extends Pick<ObjectStore, 'readTree'> {
  readonly breathe: () => Promise<void> | undefined;
}

/** Null where there is none of that name yet. */
interface Named {
  readonly entry: TreeEntry | null;
  readonly name: string;
}

/** A folder of which nothing is left is left out itself: git keeps no empty folders. */
async function updateFolder(
  objects: Updating,
  { entry: folder, name }: Named,
  changes: readonly ChangeBelow[],
): Promise<EntryUpdate> {
  const entries = folder === null ? [] : await objects.readTree(folder.id);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const trees: NewObject[] = [];
  for (const [child, own] of groupedBy(changes, ({ names: [first = ''] }) => first)) {
    const updated = await updateEntry(objects, { entry: byName.get(child) ?? null, name: child }, own);
    trees.push(...updated.trees);
    if (updated.entry === null) byName.delete(child);
    else byName.set(child, updated.entry);
  }
  if (byName.size === 0) return { entry: null, trees: [] };
  await objects.breathe(); // An old blog has ten thousand pictures in one.
  const sorted = inTreeOrder([...byName.values()]);
  const bytes = formatTree(sorted);
  const id = objectId('tree', bytes);
  if (id === folder?.id) return { entry: folder, trees: [] };
  const entry = { mode: folder?.mode ?? FOLDER_MODE, name, id };
  return { entry, trees: [...trees, { type: 'tree', bytes, entries: sorted }] };
}

async function updateEntry(
  objects: Updating,
  { entry, name }: Named,
  changes: readonly ChangeBelow[],
): Promise<EntryUpdate> {
  const [own, again] = changes.flatMap(({ change, names }) => (names.length === 1 ? change : []));
  const inside = changes.flatMap(({ change, names }) =>
    names.length === 1 ? [] : [{ change, names: names.slice(1) }],
  );
  if (again !== undefined) throw refused(again.path, 'ce chemin est donné deux fois');
  // A removal of what is not there needs no folder.
  const written = inside.find(({ change }) => !isRemoval(change))?.change;
  if (own !== undefined && !isRemoval(own) && written !== undefined)
    throw refused(own.path, 'ce nom est à la fois un fichier et un dossier');
  const folder = entry !== null && isFolder(entry) ? entry : null;
  const file = folder === null ? entry : null;
  const below =
    inside.length > 0
      ? await updateFolder(objects, { entry: folder, name }, inside)
      : { entry: folder, trees: [] };
  const left = own === undefined ? file : fileAfter(own, { file, name });
  if (left !== null && below.entry !== null)
    throw new ContentError('conflict', { path: (own ?? written)?.path ?? name });
  return below.entry === null ? { entry: left, trees: [] } : below;
}

/** The file of this name after the change. One that stays regular keeps its executable bit, unless another mode is asked. */
function fileAfter(
  change: TreeChange,
  { file, name }: { readonly file: TreeEntry | null; readonly name: string },
): TreeEntry | null {
  const id = blobAfter(change);
  if (id === null) return null;
  const kept = file !== null && isRegularFile(file) ? file.mode : FILE_MODE;
  return { mode: change.mode ?? kept, name, id };
}

/** The blob of the file that a change leaves; null where it takes the file away. */
export function blobAfter(change: TreeChange): string | null {
  if ('blob' in change) return change.blob;
  return change.bytes === null ? null : objectId('blob', change.bytes);
}

/** The bytes that it leaves; null where it takes the file away. */
export async function bytesAfter(
  objects: Pick<ObjectStore, 'read'>,
  change: TreeChange,
): Promise<Uint8Array | null> {
  return 'blob' in change ? (await objects.read(change.blob)).bytes : change.bytes;
}

function refused(path: string, reason: string): ContentError<'invalid'> {
  return new ContentError('invalid', { path, reason });
}
