import type { FileChange } from '#content/model/change-set.ts';
import type { ObjectStore } from './objects/objects.ts';
import { isFolder, type TreeEntry } from './tree.ts';
import { arrangeChanges, type ChangeNode } from './write-commit.ts';

/** The same folder at two commits; null where it does not exist. */
export interface TreePair {
  readonly base: string | null;
  readonly tip: string | null;
}

/**
 * The first path of a change set that is not the same at `tip` as it was at `base`, or null: then the change set,
 * made for `base`, can be made to `tip` as well. A path that is already what the change set makes it is no obstacle.
 */
export async function findChangedPath(
  objects: Pick<ObjectStore, 'readTree'>,
  pair: TreePair,
  changes: readonly FileChange[],
): Promise<string | null> {
  return pair.base === pair.tip ? null : changedBelow(objects, pair, arrangeChanges(changes));
}

async function changedBelow(
  objects: Pick<ObjectStore, 'readTree'>,
  pair: TreePair,
  changes: ChangeNode,
): Promise<string | null> {
  if (pair.base === pair.tip) return null;
  const [base, tip] = await Promise.all([entriesOf(objects, pair.base), entriesOf(objects, pair.tip)]);
  for (const [name, node] of changes.children) {
    const [was, is] = [base.get(name), tip.get(name)];
    if (node.file !== undefined && hasChanged(was, is) && fileId(is) !== node.file) return node.path;
    const below = { base: folderId(was), tip: folderId(is) };
    const path = node.children.size === 0 ? null : await changedBelow(objects, below, node);
    if (path !== null) return path;
  }
  return null;
}

async function entriesOf(
  objects: Pick<ObjectStore, 'readTree'>,
  tree: string | null,
): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = tree === null ? [] : await objects.readTree(tree);
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function hasChanged(was: TreeEntry | undefined, is: TreeEntry | undefined): boolean {
  return was?.id !== is?.id || was?.mode !== is?.mode;
}

function folderId(entry: TreeEntry | undefined): string | null {
  return entry !== undefined && isFolder(entry) ? entry.id : null;
}

function fileId(entry: TreeEntry | undefined): string | null {
  return entry === undefined || isFolder(entry) ? null : entry.id;
}
