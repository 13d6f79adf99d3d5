import { compareHistories, isAncestor } from '#content/git/paint-history.ts';
import { setRef } from '#content/git/refs/set-ref.ts';
import { ContentError } from '../../model/errors.ts';
import { keepBackup } from './backup-refs.ts';
import { keepTheirs } from './keep-theirs.ts';
import { findMergeBase } from './merge-base.ts';
import type { SyncOptions } from './sync-options.ts';
import { headOf, sentCommit, track } from './tracked-branch.ts';
import { writeMerge } from './write-merge.ts';

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

/** Questions are written before the branch moves: a crash in between asks once too often, and never forgets one. */
async function merge(options: SyncOptions, { base, ours, theirs, parents }: Merging): Promise<boolean> {
  const { objects, committer, clock, pending, clashes } = options;
  const now = clock();
  const made = await writeMerge(objects, { base, ours, theirs, parents, committer, now: new Date(now) });
  const open = [];
  for (const clash of made.clashes) open.push(await keepTheirs({ objects, pending, now }, clash, { theirs }));
  await clashes.add(open);
  return move(options, ours, made.commit);
}

async function move(options: SyncOptions, from: string | null, to: string): Promise<boolean> {
  const { gitDir, branch, committer, clock } = options;
  const ref = `refs/heads/${branch}`;
  return (await setRef({ gitDir, ref, from, to, committer, now: clock(), reason: 'sync' })) === 'set';
}
