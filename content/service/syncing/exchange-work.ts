import { hasCode } from '../../model/errors.ts';
import { isAncestor } from '../../store/remote/paint-history.ts';
import { UNREADABLE } from '../../store/remote.ts';
import type { WaitingFile } from '../waiting/work-branch.ts';
import { keepBackup } from './backup-refs.ts';
import type { SyncOptions } from './sync-options.ts';
import { sentCommit, track } from './tracked-branch.ts';

/**
 * Has our work branch hold what the upstream's does (`theirs`, which is here already; null where it has none), and what is
 * published. A text of theirs that did not go together with ours is kept within reach, and told.
 */
export async function joinWork(options: SyncOptions, theirs: string | null): Promise<void> {
  const { pending, objects } = options;
  if (theirs !== null && theirs !== UNREADABLE && (await objects.has(theirs))) {
    const { isApart } = await pending.join(theirs);
    if (isApart) options.onPendingBackup(await keepBackup(options, theirs));
  }
  await pending.settle();
}

/**
 * Sends our work branch; `theirs` is where it is there. What is published was sent before. Answers how many texts wait that the
 * other side does not take; 'behind' when somebody else was first.
 */
export async function pushWork(options: SyncOptions, theirs: string | null): Promise<number | 'behind'> {
  const { pending, remote } = options;
  const tip = await pending.tip();
  if (tip === null) return 0;
  if (tip === theirs) {
    await track(options, pending.branch, tip);
    return 0;
  }
  // It could not be had, or is somebody else's branch of the same name.
  const isJoined =
    theirs === null || (theirs !== UNREADABLE && (await isAncestor(options.objects, theirs, tip)));
  if (!isJoined) return countWaiting(options);
  try {
    await remote.push({ branch: pending.branch, from: theirs, to: tip });
  } catch (error) {
    if (!hasCode(error, 'remote')) throw error;
    if (error.data.fault === 'behind') return 'behind';
    if (error.data.fault !== 'rejected' && error.data.fault !== 'too-large') throw error;
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
  return ids.filter((id) => !isSame(here.get(id), there.get(id))).length;
}

function isSame(one: WaitingFile | undefined, other: WaitingFile | undefined): boolean {
  return one?.file.path === other?.file.path && one?.file.id === other?.file.id;
}
