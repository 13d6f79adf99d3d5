import type { Commit } from '#content/git/commit-object.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { treeWith, writeCommit } from '#content/git/write-commit.ts';
import { commitMessage, waitingMessage } from '../../contract/commit-sentences.ts';
import { commitTrailers, type WaitingQuestion } from '../../contract/commit-trailers.ts';
import type { FileChange } from '../../model/change-set.ts';
import { type FileAt, isSameFile } from '../syncing/clash.ts';
import { readSide } from '../syncing/tree-sides.ts';
import { bringPublished } from './merge-work.ts';
import type { WorkState } from './work-branch.ts';

/** Whether a text goes on waiting, by the id of its post. */
export type IsWanted = (postId: string, file: FileAt | null) => boolean;

/**
 * Makes the work branch anew upon what is published: one commit for each post that waits, with the message, the author and the
 * moment of its last save, then one for what else waits. Nothing of the history that the branch had is in that of the new one.
 * Answers its tip, on disk when this does; no ref moves. Throws ContentError 'corrupt'.
 */
export async function remakeWork(
  objects: ObjectStore,
  state: WorkState,
  isWanted: IsWanted,
): Promise<string> {
  const { main, work, own } = state;
  const merged = state.isUpToDate ? null : await bringPublished(objects, state);
  if (merged !== null) await objects.write(merged.tree.objects);
  const base = (await objects.readCommit(main)).tree;
  const tip = merged?.tree.id ?? (await objects.readCommit(work)).tree;
  const side = await readSide(objects, { base, tip });
  let last = { commit: main, tree: base };

  async function add(save: Commit, changes: readonly FileChange[], message: string): Promise<void> {
    const tree = await treeWith(objects, last.tree, changes);
    const { author, committer } = save;
    const commit = await writeCommit(objects, { tree, parents: [last.commit], message, author, committer });
    last = { commit, tree: tree.id };
  }

  const saves = savesOf(own);
  const [newest] = own;
  if (newest === undefined) return main;
  const posts = [...side.posts].sort(
    ([one], [other]) => secondsOf(saves.get(one)) - secondsOf(saves.get(other)),
  );
  for (const [id, { before, after }] of posts) {
    if (!isWanted(id, after)) continue;
    const left = before === null || before.path === after?.path ? [] : [{ path: before.path, bytes: null }];
    const put = after === null ? [] : [{ path: after.path, bytes: (await objects.read(after.id)).bytes }];
    const asked = merged?.questions.filter(({ post }) => post === id) ?? [];
    const questions = asked.length > 0 ? asked : questionsOf(state, id);
    const save = saves.get(id);
    const message = save === undefined ? commitMessage({ kind: 'merge-waiting' }) : plainMessage(save);
    await add(save ?? newest, [...left, ...put], waitingMessage(message, questions));
  }
  const others: FileChange[] = [];
  for (const { path, is } of side.files.values())
    others.push({ path, bytes: is === null ? null : (await objects.read(is)).bytes });
  if (others.length > 0)
    await add(newest, others, waitingMessage(commitMessage({ kind: 'merge-waiting' }), []));
  return last.commit;
}

/** What a text was made from, where that was asked about already. */
function questionsOf({ posts }: WorkState, id: string): readonly WaitingQuestion[] {
  const { basedOn = null, live = null } = posts.get(id) ?? {};
  if (basedOn === null || isSameFile(basedOn, live)) return [];
  return [{ post: id, path: basedOn.path, id: basedOn.id }];
}

/** The newest commit that speaks of each post. */
function savesOf(own: readonly Commit[]): ReadonlyMap<string, Commit> {
  const saves = new Map<string, Commit>();
  for (const commit of own)
    for (const id of commitTrailers(commit.message).posts) if (!saves.has(id)) saves.set(id, commit);
  return saves;
}

function secondsOf(save: Commit | undefined): number {
  return save?.committer.seconds ?? Number.POSITIVE_INFINITY;
}

/** What a commit of the work branch was written with. */
function plainMessage({ message }: Commit): string {
  return message
    .split('\n')
    .filter((line) => !/^Encrier-(?:Waits|Question):/.test(line))
    .join('\n');
}
