import path from 'node:path';
import type { ChangeSet, Person } from '../model/change-set.ts';
import { ContentError } from '../model/errors.ts';
import { arrangeChanges, type ChangeNode } from './change-tree.ts';
import { findChangedPath } from './changed-path.ts';
import { formatCommit } from './commit-object.ts';
import { objectId } from './objects/object-id.ts';
import type { NewObject } from './objects/object-writing.ts';
import type { ObjectStore } from './objects/objects.ts';
import { listPacks } from './objects/pack-folder.ts';
import { DEFAULT_LOCK_WAIT, moveRef } from './refs/ref-lock.ts';
import { listRefs, readRef } from './refs/refs.ts';
import { signatureOf } from './signature.ts';
import { storedIds } from './stored-ids.ts';
import { updateTree } from './tree-update.ts';

/** Another writer may come first each time; one who never lets us pass is reported like a lock. */
const MAX_ATTEMPTS = 200;

export interface CommitOptions {
  readonly objects: ObjectStore;
  readonly gitDir: string;
  readonly branch: string;
  readonly changeSet: ChangeSet;
  readonly committer: Person;
  readonly now: Date;
  /** The commit the change set was made from, null for none; the current one when absent. */
  readonly expected?: string | null;
  readonly lockWaitMs?: number;
}

/**
 * Makes exactly one commit of a change set and answers its id once it is on disk and the branch is there. When
 * the branch moved meanwhile, the change set is made to its new tip, unless it touches a path that changed: then
 * ContentError 'conflict'. A change set that changes nothing makes no commit: the answer is the current tip, and its bytes are
 * stored again where the repository lost them.
 *
 * The first commit of all is made only in a repository without any commit: a branch that got lost is 'corrupt', and
 * never begins again (docs/design.md, Refs and locks).
 */
export async function commit(options: CommitOptions): Promise<string> {
  const { gitDir, objects } = options;
  const ref = `refs/heads/${options.branch}`;
  const changes = arrangeChanges(options.changeSet.changes);
  const blobs = blobsOf(options.changeSet);
  let tip = await readRef(gitDir, ref);
  const base = options.expected === undefined ? tip : options.expected;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (tip === null) await refuseLostHistory(options, ref);
    const made = await makeCommit(options, { base, tip, changes });
    if (made === null && tip !== null) {
      await objects.write(blobs);
      return tip;
    }
    if (made !== null) {
      await objects.write([...blobs, ...made.objects]);
      if ((await moveRef(moveOf(options, { ref, from: tip, to: made.id }))) === 'moved') return made.id;
    }
    tip = await readRef(gitDir, ref);
  }
  throw new ContentError('locked', { lock: ref });
}

interface Position {
  readonly base: string | null;
  readonly tip: string | null;
  readonly changes: ChangeNode;
}

interface MadeCommit {
  readonly id: string;
  readonly objects: readonly NewObject[];
}

/** The trees and the commit, not written yet; null when the tip is already what the change set makes it. */
async function makeCommit(options: CommitOptions, position: Position): Promise<MadeCommit | null> {
  const { objects, changeSet } = options;
  const { base, tip, changes } = position;
  const tree = await treeOf(objects, tip);
  const pair = { base: base === tip ? tree : await treeOf(objects, base), tip: tree };
  const changed = await findChangedPath(objects, pair, changes);
  if (changed !== null) throw new ContentError('conflict', { path: changed });
  const updated = await updateTree(objects, { tree, changes });
  if (updated.id === tree) return null;
  const bytes = formatCommit({
    tree: updated.id,
    parents: tip === null ? [] : [tip],
    author: signatureOf(changeSet.author, options.now),
    committer: signatureOf(options.committer, options.now),
    message: changeSet.message,
  });
  return { id: objectId('commit', bytes), objects: [...updated.trees, { type: 'commit', bytes }] };
}

async function treeOf(objects: ObjectStore, commitId: string | null): Promise<string | null> {
  return commitId === null ? null : (await objects.readCommit(commitId)).tree;
}

function blobsOf(changeSet: ChangeSet): readonly NewObject[] {
  return changeSet.changes.flatMap(({ bytes }) => (bytes === null ? [] : [{ type: 'blob' as const, bytes }]));
}

function moveOf(
  options: CommitOptions,
  move: { readonly ref: string; readonly from: string | null; readonly to: string },
): Parameters<typeof moveRef>[0] {
  const [subject = ''] = options.changeSet.message.split('\n');
  return {
    ...move,
    gitDir: options.gitDir,
    committer: signatureOf(options.committer, options.now),
    reason: move.from === null ? `commit (initial): ${subject}` : `commit: ${subject}`,
    lockWaitMs: options.lockWaitMs ?? DEFAULT_LOCK_WAIT,
  };
}

async function refuseLostHistory(options: CommitOptions, ref: string): Promise<void> {
  if (!(await hasHistory(options))) return;
  // Somebody else may have made the first commit since the branch was read.
  if ((await readRef(options.gitDir, ref)) === null) throw new ContentError('corrupt', { what: ref });
}

/** Whether the repository has a ref or a commit at all. Packs come from pushes and clean-ups: there is history. */
async function hasHistory({ gitDir, objects }: CommitOptions): Promise<boolean> {
  if ((await listRefs(gitDir)).size > 0) return true;
  const objectsFolder = path.join(gitDir, 'objects');
  if ((await listPacks(path.join(objectsFolder, 'pack'))).length > 0) return true;
  for await (const id of storedIds(objectsFolder)) {
    if ((await objects.sizeOf(id))?.type === 'commit') return true;
  }
  return false;
}
