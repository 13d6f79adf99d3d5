import { commitMessage, waitingMessage } from '../../contract/commit-sentences.ts';
import type { FileChange, Person } from '../../model/change-set.ts';
import { hasCode } from '../../model/errors.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { keepDropped } from '../../store/dropped-files.ts';
import { signatureOf } from '../../store/signature.ts';
import { type MadeTree, treeWith } from '../../store/tree-update.ts';
import { writeCommit } from '../../store/write-commit.ts';
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
 * `refs/encrier/dropped/outside/` (content/store/dropped-files.ts), which says so as those of the work branch do, so that no
 * repair takes it for the published branch's own. A deleted file leaves nothing to keep.
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
  const tree = (await treeOrNull(objects, ours, changes)) ?? (await treeWith(objects, null, changes));
  const now = clock();
  const kept = await writeCommit(objects, {
    tree,
    parents: [commit],
    author: signatureOf(author, new Date(now)),
    committer: signatureOf(committer, new Date(now)),
    message: waitingMessage(commitMessage(action), []),
  });
  await keepDropped({ gitDir, commit: kept, committer, now });
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
  return workspace.commit({ changes, message: commitMessage(item.action), author }, snapshot);
}

/** What makes the branch hold both; null when only the author can tell. */
async function mergedChanges(
  { objects }: Workspace,
  { files }: OutsideItem,
  snapshot: Snapshot,
): Promise<readonly FileChange[] | null> {
  const { tree: ours } = await objects.readCommit(snapshot.commit);
  const base = await treeOrNull(objects, ours, files.map(baseChange));
  const theirs = await treeOrNull(objects, ours, files.map(diskChange));
  if (base === null || theirs === null) return null;
  await objects.write([...base.objects, ...theirs.objects]);
  const merged = await mergeTrees(objects, { base: base.id, ours, theirs: theirs.id });
  return merged.clashes.every(({ kind }) => kind === 'deleted-there') ? merged.changes : null;
}

function baseChange({ path, base }: TakenFile): FileChange {
  return { path, bytes: base?.bytes ?? null };
}

function diskChange({ path, disk }: TakenFile): FileChange {
  return { path, bytes: disk?.bytes ?? null };
}

/** A tree with these files; null when a folder stands where a file is to be. */
async function treeOrNull(
  objects: Workspace['objects'],
  tree: string,
  changes: readonly FileChange[],
): Promise<MadeTree | null> {
  try {
    return await treeWith(objects, tree, changes);
  } catch (error) {
    if (hasCode(error, 'conflict')) return null;
    throw error;
  }
}
