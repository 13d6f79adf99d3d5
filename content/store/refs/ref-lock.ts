import path from 'node:path';
import { takeLock } from './lock-file.ts';
import { appendReflog, type RefMove } from './reflog.ts';
import { isRefName, readRef } from './refs.ts';

/** How long a lock of another program is waited for unless told otherwise, in milliseconds. */
export const DEFAULT_LOCK_WAIT = 5000;

export interface MoveRefOptions extends RefMove {
  readonly gitDir: string;
  /** Full name: refs/heads/main. */
  readonly ref: string;
  /** Where the ref must be now; null when it must not exist. */
  readonly from: string | null;
  readonly lockWaitMs?: number;
}

/**
 * Moves a ref from one commit to another, if it is there still: 'stale' when it is not, and nothing changes. Goes by
 * git's own protocol (lock file, reflog, rename), so that the git program, pushes and other processes of ours lose
 * nothing to each other (docs/design.md, Refs and locks). On disk when this answers 'moved'. Throws ContentError 'locked' when another
 * program keeps its lock, 'corrupt' when the ref is damaged.
 */
export async function moveRef(options: MoveRefOptions): Promise<'moved' | 'stale'> {
  const { gitDir, ref, from, to, lockWaitMs: waitMs = DEFAULT_LOCK_WAIT } = options;
  if (!isRefName(ref) || ref === 'HEAD') throw new TypeError(`not a ref that can be moved: ${ref}`);
  const lock = await takeLock({ gitDir, file: path.join(gitDir, ref), content: `${to}\n`, waitMs });
  try {
    if ((await readRef(gitDir, ref)) !== from) {
      await lock.release();
      return 'stale';
    }
    if (hasReflog(ref)) await appendReflog(gitDir, ref, options);
    await lock.commit();
    return 'moved';
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The refs whose moves git records with core.logAllRefUpdates=true (git-config(1)), and ours: a torn one is restored from there. */
function hasReflog(ref: string): boolean {
  return ['refs/heads/', 'refs/remotes/', 'refs/notes/', 'refs/encrier/'].some((start) =>
    ref.startsWith(start),
  );
}
