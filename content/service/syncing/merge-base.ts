import type { Commit } from '#content/git/commit-object.ts';
import { EMPTY_TREE_ID } from '#content/git/objects/object-id.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import { treeWith, writeCommit } from '#content/git/write-commit.ts';
import type { FileChange } from '../../model/change-set.ts';
import type { Clash } from './clash.ts';
import { mergeTrees } from './merge-trees.ts';

/** More common ancestors than this are the work of nobody: the newest of them are enough. */
const MAX_BASES = 8;

/**
 * The commit that a merge of two starts from: their best common ancestor or, where there are several (each side merged the
 * other once), these merged, as git's recursive strategy does. Where they clash it has the text that they come from: what
 * either wrote then counts as written since, and what both took out stays out. Null when nothing is in common. No ref moves.
 */
export async function findMergeBase(
  objects: ObjectStore,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
): Promise<string | null> {
  const { bases } = await compareHistories(objects, { ours: [ours], theirs: [theirs] });
  const [newest = null, ...others] = bases.slice(0, MAX_BASES);
  let base = newest;
  for (const other of others) base = base === null ? other : await mergeBases(objects, base, other);
  return base;
}

async function mergeBases(objects: ObjectStore, first: string, second: string): Promise<string> {
  const origin = await findMergeBase(objects, { ours: first, theirs: second });
  const [ours, theirs] = [await objects.readCommit(first), await objects.readCommit(second)];
  const base = origin === null ? EMPTY_TREE_ID : (await objects.readCommit(origin)).tree;
  const merged = await mergeTrees(objects, { base, ours: ours.tree, theirs: theirs.tree });
  const changes = new Map(merged.changes.map((change) => [change.path, change]));
  for (const clash of merged.clashes) {
    const common = await commonText(objects, clash);
    changes.set(common.path, common);
  }
  return writeBase(objects, [ours, theirs], [...changes.values()]);
}

async function commonText(objects: ObjectStore, { path, base, ours }: Clash): Promise<FileChange> {
  return { path: ours?.path ?? path, bytes: base === null ? null : (await objects.read(base.id)).bytes };
}

async function writeBase(
  objects: ObjectStore,
  [ours, theirs]: readonly [Commit, Commit],
  changes: readonly FileChange[],
): Promise<string> {
  const later = ours.committer.seconds > theirs.committer.seconds ? ours.committer : theirs.committer;
  return writeCommit(objects, {
    tree: await treeWith(objects, ours.tree, changes),
    parents: [ours.id, theirs.id],
    author: later,
    committer: later,
    message: 'Origine commune',
  });
}
