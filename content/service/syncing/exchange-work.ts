import { isAncestor } from '#content/git/paint-history.ts';
import { UNREADABLE } from '#content/remote/remote.ts';
import { hasCode } from '../../model/errors.ts';
import { keepBackup } from './backup-refs.ts';
import { type FileAt, isSameFile } from './clash.ts';
import type { SyncOptions } from './sync-options.ts';
import { sentCommit, track } from './tracked-branch.ts';

/**
 * Has our work branch hold what the upstream's does (`theirs`, which is here already; null where it has none), and what is
 * published. A text of theirs that did not go together with ours is kept within reach, and told.
 */
export async function joinWork(options: SyncOptions, theirs: string | null): Promise<void> {
  const { pending } = options;
  await leaveWithdrawn(options, theirs);
  if (theirs !== null && theirs !== UNREADABLE && (await isJoinedApart(options, theirs)))
    options.onPendingBackup(await keepBackup(options, theirs));
  await pending.settle();
}

/**
 * What the upstream gave up of its published branch does not go back there in the history of our work branch, unless its own work
 * branch holds it still: ours is made anew, and where it was is kept. A text that both had and that is gone there was taken out on
 * purpose; one that was written here since goes on waiting (docs/design.md, Two branches).
 */
async function leaveWithdrawn(options: SyncOptions, theirs: string | null): Promise<void> {
  const { pending, objects, gitDir } = options;
  const withdrawn = theirs === UNREADABLE ? null : await pending.withdrawn();
  if (withdrawn === null) return;
  if (theirs !== null && (await isAncestor(objects, withdrawn, theirs))) return;
  const sent = await pending.listAt(await sentCommit({ gitDir, branch: pending.branch }));
  const there = theirs === null ? null : await pending.listAt(theirs);
  const isWanted = (id: string, file: FileAt | null): boolean =>
    there === null || there.has(id) || !isSameFile(sent.get(id)?.file, file);
  await pending.remake(isWanted, async (commit) =>
    options.onPendingBackup(await keepBackup(options, commit)),
  );
}

/** A damaged branch, here or there, keeps nothing else from being exchanged. */
async function isJoinedApart({ pending }: SyncOptions, theirs: string): Promise<boolean> {
  try {
    return (await pending.join(theirs)).isApart;
  } catch (error) {
    if (hasCode(error, 'corrupt')) return false;
    throw error;
  }
}

/**
 * Sends our work branch; `theirs` is where it is there. What is published was sent before. Answers how many texts wait that the
 * other side does not take; 'behind' when somebody else was first.
 */
export async function pushWork(options: SyncOptions, theirs: string | null): Promise<number | 'behind'> {
  const { pending, remote } = options;
  const tip = await pending.tip();
  if (tip === null) return 0;
  try {
    // It could not be had, or is somebody else's branch of the same name.
    const isJoined =
      theirs === null || (theirs !== UNREADABLE && (await isAncestor(options.objects, theirs, tip)));
    if (!isJoined) return await countWaiting(options);
    if (tip !== theirs) await remote.push({ branch: pending.branch, from: theirs, to: tip });
  } catch (error) {
    if (hasCode(error, 'corrupt')) return countWaiting(options);
    if (!hasCode(error, 'remote')) throw error;
    if (error.data.fault === 'behind') return 'behind';
    if (!['rejected', 'too-large', 'corrupt'].includes(error.data.fault)) throw error;
    return countWaiting(options);
  }
  await track(options, pending.branch, tip);
  return 0;
}

async function countWaiting({ pending }: SyncOptions): Promise<number> {
  return Math.max(1, (await pending.list()).size);
}

/** How many texts wait here otherwise than there, as far as the last exchange knows. */
export async function countUnsentWaiting({ pending, gitDir }: SyncOptions): Promise<number> {
  const sent = await sentCommit({ gitDir, branch: pending.branch });
  if (sent === (await pending.tip())) return 0;
  const [here, there] = [await pending.list(), await pending.listAt(sent)];
  const ids = [...new Set([...here.keys(), ...there.keys()])];
  return ids.filter((id) => !isSameFile(here.get(id)?.file, there.get(id)?.file)).length;
}
