import { signatureOf } from '#content/git/commit-object.ts';
import { compareHistories, isAncestor } from '#content/git/paint-history.ts';
import { setRef } from '#content/git/refs/set-ref.ts';
import { writeCommit } from '#content/git/write-commit.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import { ContentError } from '../../model/errors.ts';
import { keepBackup } from './backup-refs.ts';
import { type Clash, isSameFile } from './clash.ts';
import { findMergeBase } from './merge-base.ts';
import { mergeCommits } from './merge-trees.ts';
import { questionText, type StatedQuestion } from './questions.ts';
import type { SyncOptions } from './sync-options.ts';
import { headOf, sentCommit, track } from './tracked-branch.ts';
import { postIdOf } from './tree-sides.ts';

/** Somebody else may move the branch each time. */
const MAX_ROUNDS = 20;

export interface Met {
  readonly hasMoved: boolean;
  readonly backup: string | null;
}

/** Has our branch hold what the upstream's holds, which is here already. */
export async function meet(options: SyncOptions, tip: string): Promise<Met> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const head = await headOf(options);
    const met = await tryToMeet(options, head, tip);
    if (met === null) continue;
    await track(options, options.branch, tip);
    return met;
  }
  throw new ContentError('locked', { lock: options.branch });
}

/** Null when the branch moved meanwhile. */
async function tryToMeet(options: SyncOptions, head: string | null, tip: string): Promise<Met | null> {
  const { objects } = options;
  if (head === tip) return { hasMoved: false, backup: null };
  if (head === null) return (await move(options, null, tip)) ? { hasMoved: true, backup: null } : null;
  const tracked = await sentCommit(options);
  if (tracked !== null && !(await isAncestor(objects, tracked, tip)))
    return followRewritten(options, { head, tracked, tip });
  if (await isAncestor(objects, tip, head)) return { hasMoved: false, backup: null };
  if (await isAncestor(objects, head, tip))
    return (await move(options, head, tip)) ? { hasMoved: true, backup: null } : null;
  if (options.role === 'reader') return followRewritten(options, { head, tracked: tracked ?? head, tip });
  const base = await findMergeBase(objects, { ours: head, theirs: tip });
  if (base === null) throw new ContentError('remote', { fault: 'unrelated' });
  const isDone = await merge(options, { base, ours: head, theirs: tip, parents: [head, tip] });
  return isDone ? { hasMoved: true, backup: null } : null;
}

interface Rewritten {
  readonly head: string;
  readonly tracked: string;
  readonly tip: string;
}

/**
 * The upstream gave up commits that it had. Ours stay under a backup ref; the branch follows, and what was written here and
 * not sent yet is made again on top. An upstream that has nothing in common with what it was is another one: refused.
 */
async function followRewritten(options: SyncOptions, { head, tracked, tip }: Rewritten): Promise<Met | null> {
  const { objects } = options;
  const { bases } = await compareHistories(objects, { ours: [tracked], theirs: [tip] });
  if (bases.length === 0) throw new ContentError('remote', { fault: 'unrelated' });
  const backup = await keepBackup(options, head);
  const isDone =
    head === tracked || options.role === 'reader'
      ? await move(options, head, tip)
      : await merge(options, { base: tracked, ours: head, theirs: tip, parents: [tip] });
  return isDone ? { hasMoved: true, backup } : null;
}

interface Merging {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly parents: readonly string[];
}

/**
 * Merges two commits into one, and moves the branch there. What only the author can decide is as readers have it: a server keeps its
 * own, a desktop takes the upstream's. The commit states each question; a text that is to wait again is put on the work branch by
 * whatever takes that commit in (waiting/merge-work.ts).
 */
async function merge(options: SyncOptions, { base, ours, theirs, parents }: Merging): Promise<boolean> {
  const { objects, committer, clock, pending } = options;
  const sides = options.stands === 'ours' ? { ours, theirs } : { ours: theirs, theirs: ours };
  const { tree, clashes } = await mergeCommits(objects, { base, ...sides });
  const questions: StatedQuestion[] = [];
  for (const clash of clashes)
    questions.push((await canWait(options, clash)) ? { ...clash, kind: 'waiting' } : clash);
  if (questions.some(({ kind }) => kind === 'waiting')) await pending.begin();
  const signature = signatureOf(committer, new Date(clock()));
  const commit = await writeCommit(objects, {
    tree,
    parents,
    author: signature,
    committer: signature,
    message: commitMessage({ kind: 'merge', questions: questions.map(questionText) }),
  });
  return move(options, ours, commit);
}

/** Whether the text that does not stand can wait: nothing else does of its post, or what was made from it. */
async function canWait({ objects, pending }: SyncOptions, clash: Clash): Promise<boolean> {
  const { kind, postId, base, ours, theirs } = clash;
  if (kind !== 'text' || postId === null || base === null || ours === null || theirs === null) return false;
  if ((await pending.readableTip()) === null && (await pending.tip()) !== null) return false;
  if (postIdOf({ path: theirs.path, bytes: (await objects.read(theirs.id)).bytes }) !== postId) return false;
  const waiting = await pending.read(postId);
  return waiting === null || isSameFile(waiting.file, theirs) || isSameFile(waiting.basedOn, theirs);
}

async function move(options: SyncOptions, from: string | null, to: string): Promise<boolean> {
  const { gitDir, branch, committer, clock } = options;
  const ref = `refs/heads/${branch}`;
  return (await setRef({ gitDir, ref, from, to, committer, now: clock(), reason: 'sync' })) === 'set';
}
