import { commitMessage } from '../../contract/commit-sentences.ts';
import type { FileChange, Person } from '../../model/change-set.ts';
import { ContentError, hasCode } from '../../model/errors.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { arrangeChanges } from '../../store/change-tree.ts';
import { formatCommit } from '../../store/commit-object.ts';
import { objectId } from '../../store/objects/object-id.ts';
import { keepDropped } from '../../store/pending/pending-dropped.ts';
import { signatureOf } from '../../store/signature.ts';
import { updateTree } from '../../store/tree-update.ts';
import { writeUntilDone } from '../posts/posts-writing.ts';
import { mergeTrees } from '../syncing/merge-trees.ts';
import type { Workspace } from '../workspace.ts';
import type { OutsideItem, TakenFile } from './outside-items.ts';

/** Whether another program's change is in the branch now, or only the author can say how. */
export type TakeUp = 'taken' | 'clash';

/**
 * Makes one commit of what another program did, merged with whatever the branch did to the same files since
 * (docs/design.md, Merging prose). What does not go together is left alone, in the folder and in the branch: 'clash'. A
 * file deleted there and changed here stays, as in every merge.
 */
export async function takeUp(workspace: Workspace, item: OutsideItem, author: Person): Promise<TakeUp> {
  return writeUntilDone<TakeUp>(workspace, async (snapshot) => {
    const changes = await mergedChanges(workspace, item, snapshot);
    if (changes === null) return 'clash';
    return (await commitIfAny(workspace, { changes, item, author, snapshot })) ? 'taken' : null;
  });
}

/** Makes one commit of the files just as they are on disk, whatever the branch has there: the author says so. */
export async function takeAsItIs(workspace: Workspace, item: OutsideItem, author: Person): Promise<void> {
  const changes = item.files.map(diskChange);
  await writeUntilDone<'taken'>(workspace, async (snapshot) =>
    (await commitIfAny(workspace, { changes, item, author, snapshot })) ? 'taken' : null,
  );
}

interface Aside {
  readonly gitDir: string;
  readonly author: Person;
  readonly committer: Person;
}

/**
 * Keeps the files as they are on disk within reach, before the branch's take their place: a commit beside the branch under
 * `refs/encrier/dropped/outside/` (content/store/pending/pending-dropped.ts), which says so as pending versions do, so that no
 * repair takes it for the branch's own. A deleted file leaves nothing to keep.
 */
export async function keepAside(
  { objects, clock, current }: Workspace,
  { files, action }: OutsideItem,
  { gitDir, author, committer }: Aside,
): Promise<void> {
  const changes = files.map(diskChange).filter(({ bytes }) => bytes !== null);
  if (changes.length === 0) return;
  const { commit } = await current();
  const { tree: ours } = await objects.readCommit(commit);
  const tree = (await treeWith(objects, ours, changes)) ?? (await treeWith(objects, null, changes));
  if (tree === null) throw new ContentError('conflict', { path: changes[0]?.path ?? '' });
  const now = clock();
  const message = `${commitMessage(action).trimEnd()}\nEncrier-Base: ${commit}\n`;
  const bytes = formatCommit({
    ...{ tree, parents: [commit], message },
    author: signatureOf(author, new Date(now)),
    committer: signatureOf(committer, new Date(now)),
  });
  await objects.write([{ type: 'commit', bytes }]);
  await keepDropped({ gitDir, objects, id: 'outside', commit: objectId('commit', bytes), committer, now });
}

interface Commit {
  readonly changes: readonly FileChange[];
  readonly item: OutsideItem;
  readonly author: Person;
  readonly snapshot: Snapshot;
}

/** Commits what another program did in its author's name, if anything; false when another commit came first. */
export async function commitIfAny(
  workspace: Workspace,
  { changes, item, author, snapshot }: Commit,
): Promise<boolean> {
  if (changes.length === 0) return true;
  try {
    await workspace.commit({ changes, message: commitMessage(item.action), author }, snapshot);
    return true;
  } catch (error) {
    if (hasCode(error, 'conflict')) return false;
    throw error;
  }
}

/** What makes the branch hold both; null when only the author can tell. */
async function mergedChanges(
  { objects }: Workspace,
  { files }: OutsideItem,
  snapshot: Snapshot,
): Promise<readonly FileChange[] | null> {
  const { tree: ours } = await objects.readCommit(snapshot.commit);
  const base = await treeWith(objects, ours, files.map(baseChange));
  const theirs = await treeWith(objects, ours, files.map(diskChange));
  if (base === null || theirs === null) return null;
  const merged = await mergeTrees(objects, { base, ours, theirs });
  return merged.clashes.every(({ kind }) => kind === 'deleted-there') ? merged.changes : null;
}

function baseChange({ path, base }: TakenFile): FileChange {
  return { path, bytes: base?.bytes ?? null };
}

function diskChange({ path, disk }: TakenFile): FileChange {
  return { path, bytes: disk?.bytes ?? null };
}

/** A tree with these files, on disk; null when a folder stands where a file is to be. */
async function treeWith(
  objects: Workspace['objects'],
  tree: string | null,
  changes: readonly FileChange[],
): Promise<string | null> {
  try {
    const updated = await updateTree(objects, { tree, changes: arrangeChanges(changes) });
    const blobs = changes.flatMap(({ bytes }) => (bytes === null ? [] : [{ type: 'blob' as const, bytes }]));
    await objects.write([...blobs, ...updated.trees]);
    return updated.id;
  } catch (error) {
    if (hasCode(error, 'conflict')) return null;
    throw error;
  }
}
