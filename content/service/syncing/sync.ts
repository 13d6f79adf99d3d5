import type { Commit } from '#content/git/commit-object.ts';
import { requireFirst, untilFirst } from '#content/git/concurrency.ts';
import { compareHistories, isAncestor } from '#content/git/paint-history.ts';
import { setRef } from '#content/git/refs/set-ref.ts';
import type { Repository } from '#content/git/repository.ts';
import { commitTree } from '#content/git/write-commit.ts';
import { type RemoteBranches, UNREADABLE } from '#content/remote/remote.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import type { SyncState } from '../../contract/sync-operations.ts';
import { ContentError, hasCode, ifSound } from '../../model/errors.ts';
import type { ThreeWay } from '../../model/merge.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import { withoutRefused } from '../waiting/remake-work.ts';
import type { WorkState } from '../waiting/work-branch.ts';
import { keepBackup } from './backups.ts';
import { findMergeBase, mergeCommits } from './merge-trees.ts';
import { startOfBoth } from './published-apart.ts';
import { questionText, type StatedQuestion } from './stated-questions.ts';
import { forgetFormerUpstream, headOf, type SyncOptions, sentCommit, track } from './tracked.ts';
import { type Clash, type FileAt, isSameFile, postIdOf } from './tree-sides.ts';

/** Somebody may come first there each time; one who never lets us pass is left for the next sync. */
const MAX_ROUNDS = 20;

export interface Synced {
  /** Where both are now; null when both are empty. */
  readonly commit: string | null;
  /** Whether the upstream does not take what waits, and why; its published branch is as it should be all the same. */
  readonly refusedPending: SyncState['refusedPending'];
}

/**
 * Brings a branch and its upstream to one commit: fetch, merge, push, again until nobody was faster. Throws ContentError
 * 'remote' with what went wrong there; nothing here is lost by it. The tracking ref names the last commit of the upstream
 * that our branch holds: an upstream which no longer has it was rewritten (issue: followed, ours kept under
 * refs/encrier/backup/).
 */
export async function syncBranch(options: SyncOptions): Promise<Synced> {
  if (options.role === 'author') await forgetFormerUpstream(options);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fetched = await fetchFor(options);
    const { tip, work } = fetched;
    if (await options.exclusively(() => joinBoth(options, fetched))) options.onMoved();
    const head = await headOf(options.repository);
    if (options.role === 'reader' || head === null) return { commit: tip, refusedPending: null };
    if (head !== tip && !(await pushed(options, fetched, head))) continue;
    const refusedPending = await pushWork(options, work);
    if (refusedPending !== 'behind' && (await headOf(options.repository)) === head)
      return { commit: head, refusedPending };
  }
  throw new ContentError('remote', { fault: 'behind' });
}

/** A reader has no use for what is not published. */
async function fetchFor(options: SyncOptions): Promise<RemoteBranches> {
  const { remote, role, pending } = options;
  return remote.fetch(await knownCommits(options), role === 'reader' ? undefined : pending.branch);
}

/** Whether our published branch moved. */
async function joinBoth(options: SyncOptions, { tip, work }: RemoteBranches): Promise<boolean> {
  const hasMoved = tip !== null && (await join(options, tip));
  if (options.role === 'author') await joinWork(options, work);
  return hasMoved;
}

/** Whether the branch is there as it is here; false when somebody else was first. One that is refused there does not keep back what waits. */
async function pushed(options: SyncOptions, { tip, work }: RemoteBranches, head: string): Promise<boolean> {
  const { repository, remote } = options;
  try {
    await remote.push({ branch: repository.branch, from: tip, to: head });
  } catch (error) {
    if (!hasCode(error, 'remote')) throw error;
    if (error.data.fault === 'rejected') await pushWork(options, work);
    if (error.data.fault !== 'behind') throw error;
    return false;
  }
  await track(repository, repository.branch, head);
  return true;
}

async function knownCommits(options: SyncOptions): Promise<readonly string[]> {
  const { repository, pending } = options;
  const { gitDir, objects } = repository;
  const sent = await sentCommit({ gitDir, branch: pending.branch });
  const known = [await headOf(repository), await sentCommit(repository), await pending.tip()];
  const isWhole = sent !== null && (await objects.has(sent));
  return [...known, isWhole ? sent : null].flatMap((id) => id ?? []);
}

/** Has our branch hold what the upstream's holds, which is here already; whether it moved. */
async function join(options: SyncOptions, tip: string): Promise<boolean> {
  const { repository } = options;
  const hasMoved = await untilFirst(new ContentError('locked', { lock: repository.branch }), async () =>
    tryToJoin(options, await headOf(repository), tip),
  );
  await track(repository, repository.branch, tip);
  return hasMoved;
}

/** Whether the branch was moved. Throws a StaleError when somebody else moved it meanwhile. */
async function tryToJoin(options: SyncOptions, head: string | null, tip: string): Promise<boolean> {
  const { repository } = options;
  const { objects } = repository;
  if (head === tip) return false;
  if (head === null) return move(repository, null, tip);
  const tracked = await sentCommit(repository);
  if (tracked !== null && !(await isAncestor(objects, tracked, tip)))
    return followRewritten(options, { head, tracked, tip });
  if (await isAncestor(objects, tip, head)) return false;
  if (await isAncestor(objects, head, tip)) return move(repository, head, tip);
  if (options.role === 'reader') return followRewritten(options, { head, tracked: tracked ?? head, tip });
  const base = await findMergeBase(objects, { ours: head, theirs: tip });
  if (base === null) throw new ContentError('remote', { fault: 'unrelated' });
  return merge(options, { base, ours: head, theirs: tip, parents: [head, tip] });
}

interface Rewritten {
  readonly head: string;
  readonly tracked: string;
  readonly tip: string;
}

/**
 * The upstream gave up commits that it had. Ours stay under a backup ref; the branch follows, and what was written here and
 * not sent yet is made again on top. An upstream that has nothing in common with what it was, not even how it began, is another one:
 * refused.
 */
async function followRewritten(options: SyncOptions, { head, tracked, tip }: Rewritten): Promise<true> {
  const { repository } = options;
  const { bases, ours, theirs } = await compareHistories(repository.objects, {
    ours: [tracked],
    theirs: [tip],
  });
  if (bases.length === 0 && !haveOneBeginning(ours, theirs))
    throw new ContentError('remote', { fault: 'unrelated' });
  const backup = await keepBackup(repository, head);
  if (head === tracked || options.role === 'reader') await move(repository, head, tip);
  else await merge(options, { base: tracked, ours: head, theirs: tip, parents: [tip] });
  options.onBackup(backup, 'branch');
  return true;
}

/** Whether two histories begin with one commit, be it rewritten: its files are others, what it says of itself is the same. */
function haveOneBeginning(ours: readonly Commit[], theirs: readonly Commit[]): boolean {
  const beginnings = (commits: readonly Commit[]): readonly string[] =>
    commits
      .filter(({ parents }) => parents.length === 0)
      .map(({ author: { seconds }, message }) => `${seconds} ${message.trim()}`);
  const begun = new Set(beginnings(ours));
  return beginnings(theirs).some((beginning) => begun.has(beginning));
}

interface Merging extends ThreeWay<string> {
  readonly parents: readonly string[];
}

/**
 * Merges two commits into one, and moves the branch there. What only the author can decide is as readers have it: a server keeps its
 * own, a desktop takes the upstream's. The commit states each question; a text that is to wait again is put on the work branch by
 * whatever takes that commit in (waiting/merge-work.ts).
 */
async function merge(options: SyncOptions, { base, ours, theirs, parents }: Merging): Promise<true> {
  const { repository, pending } = options;
  const sides = options.stands === 'ours' ? { ours, theirs } : { ours: theirs, theirs: ours };
  const { objects } = repository;
  const start = await startOfBoth(objects, { base, ...sides });
  const { tree, clashes } = await mergeCommits(objects, { ...sides, base: start });
  const questions: StatedQuestion[] = [];
  for (const clash of clashes)
    questions.push((await canWait(options, clash)) ? { ...clash, kind: 'waiting' } : clash);
  if (questions.some(({ kind }) => kind === 'waiting')) await pending.begin();
  const message = commitMessage({ kind: 'merge', questions: questions.map(questionText) });
  return move(repository, ours, await commitTree(repository, { tree, parents, message }));
}

/** Whether the text that does not stand can wait: nothing else does of its post, or what was made from it. */
async function canWait({ repository: { objects }, pending }: SyncOptions, clash: Clash): Promise<boolean> {
  const { kind, postId, base, ours, theirs } = clash;
  if (kind !== 'text' || postId === null || base === null || ours === null || theirs === null) return false;
  const { work, posts } = await pending.waiting();
  if (work === null && (await pending.tip()) !== null) return false;
  if (postIdOf({ path: theirs.path, bytes: (await objects.read(theirs.id)).bytes }) !== postId) return false;
  const waiting = posts.get(postId);
  return waiting === undefined || isSameFile(waiting.file, theirs) || isSameFile(waiting.basedOn, theirs);
}

async function move(repository: Repository, from: string | null, to: string): Promise<true> {
  const ref = `refs/heads/${repository.branch}`;
  requireFirst((await setRef(repository, { ref, from, to, reason: 'sync' })) === 'set');
  return true;
}

/**
 * Has our work branch hold what the upstream's does (`theirs`, which is here already; null where it has none), and what is
 * published.
 */
async function joinWork(options: SyncOptions, theirs: string | null): Promise<void> {
  const { pending } = options;
  await leaveWithdrawn(options, theirs);
  // A damaged branch, here or there, keeps nothing else from being exchanged.
  if (theirs !== null && theirs !== UNREADABLE) await ifSound(pending.join(theirs), undefined);
  await pending.mergePublished();
}

/**
 * What the upstream gave up of its published branch does not go back there in the history of our work branch, unless its own work
 * branch holds it still: ours is made anew, and where it was is kept. A text that both had and that is gone there was taken out on
 * purpose; one that was written here since goes on waiting (docs/design.md, Two branches).
 */
async function leaveWithdrawn(options: SyncOptions, theirs: string | null): Promise<void> {
  const { pending, repository } = options;
  const { objects, gitDir } = repository;
  const withdrawn = theirs === UNREADABLE ? null : await pending.withdrawn();
  if (withdrawn === null) return;
  if (theirs !== null && (await isAncestor(objects, withdrawn, theirs))) return;
  const sentTip = await sentCommit({ gitDir, branch: pending.branch });
  const sent = await pending.listAt(sentTip);
  const there = theirs === null ? null : await pending.listAt(theirs);
  const isWanted = (id: string, file: FileAt | null): boolean =>
    there === null || there.has(id) || !isSameFile(sent.get(id)?.file, file);
  // What was asked there is asked by their branch, or was taken out there as well.
  const said = there === null ? [] : [sentTip].flatMap((id) => id ?? []);
  await remake(options, ({ main }) => Promise.resolve({ isWanted, onto: main, left: new Set(), said }));
}

/** Makes our work branch anew; whether it did. Where it was is kept, and told. */
function remake(
  { pending, repository, onBackup }: SyncOptions,
  plan: Parameters<PendingVersions['remake']>[0],
  isTaken?: Parameters<PendingVersions['remake']>[2],
): Promise<boolean> {
  const keep = async (commit: string): Promise<string> => {
    const ref = await keepBackup(repository, commit);
    onBackup(ref, 'pending');
    return ref;
  };
  return pending.remake(plan, keep, isTaken);
}

/**
 * Sends our work branch, once it holds more than the published one; `theirs` is where it is there. Answers why the other side does
 * not take it, if so; 'behind' when somebody else was first.
 */
async function pushWork(
  options: SyncOptions,
  theirs: string | null,
): Promise<Synced['refusedPending'] | 'behind'> {
  const { objects } = options.repository;
  const { pending, remote } = options;
  const [tip, head] = [await pending.tip(), await headOf(options.repository)];
  if (tip === null) return null;
  try {
    if (theirs === null && head !== null && (await isAncestor(objects, tip, head))) return null;
    if (theirs === UNREADABLE) return 'refused';
    if (theirs !== null && !(await isAncestor(objects, theirs, tip)))
      return (await findMergeBase(objects, { ours: tip, theirs })) === null ? 'foreign' : 'refused';
    if (tip !== theirs) await remote.push({ branch: pending.branch, from: theirs, to: tip });
  } catch (error) {
    if (hasCode(error, 'corrupt')) return 'refused';
    if (!hasCode(error, 'remote')) throw error;
    if (error.data.fault === 'behind') return 'behind';
    if (!['rejected', 'too-large', 'corrupt'].includes(error.data.fault)) throw error;
    if (error.data.fault !== 'corrupt' && (await isLeftOut(options, theirs, error))) return 'behind';
    return 'refused';
  }
  await track(options.repository, pending.branch, tip);
  return null;
}

/** Whether files that the other side does not take were left out of what waits: then the rest is sent. */
function isLeftOut(options: SyncOptions, theirs: string | null, { cause }: Error): Promise<boolean> {
  const said = cause instanceof Error ? cause.message : '';
  const { pending, remote, repository } = options;
  // Without former texts it may be refused as it was: then nothing is made of it, however often that is tried.
  const isTaken = (to: string): Promise<boolean> =>
    remote.push({ branch: pending.branch, from: theirs, to }).then(
      () => true,
      (error: unknown) => {
        if (hasCode(error, 'remote') && error.data.fault === 'rejected') return false;
        throw error;
      },
    );
  const plan = (now: WorkState) => withoutRefused(repository.objects, now, { theirs, said });
  return options.exclusively(() => remake(options, plan, isTaken));
}
