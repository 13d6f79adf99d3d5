import { rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { removeFileDurably } from '../durable-fs.ts';
import { isGitAtWork } from '../git-processes.ts';
import { isSystemError } from '../system-error.ts';
import { inodeOf, listSidecars } from './lock-file.ts';

const LOOK_EVERY = 100;

export interface StaleLockOptions {
  readonly gitDir: string;
  readonly locks: readonly string[];
  /** For how long a lock of git's must not have changed, in milliseconds. */
  readonly foreignAgeMs: number;
}

/**
 * Removes the locks that nobody holds any more and answers which. Ours are known by their sidecar; git's are stale
 * when they have not changed for a while and no git is at work here (DESIGN.md, Writing). Younger ones are watched
 * until then, so this may take as long as `foreignAgeMs`. For start-up only: while running, locks are waited for.
 */
export async function removeStaleLocks(options: StaleLockOptions): Promise<readonly string[]> {
  const sidecars = await listSidecars(options.gitDir);
  const removed = await Promise.all(
    options.locks.map(async (lock) => {
      const inode = await inodeOf(lock);
      const sidecar = sidecars.find((candidate) => candidate.inode === inode);
      const isStale = sidecar === undefined ? await becomesStale(lock, options) : sidecar.isAbandoned;
      if (isStale) await removeFileDurably(lock);
      return isStale ? [lock] : [];
    }),
  );
  for (const { path, isAbandoned } of sidecars) {
    if (isAbandoned) await rm(path, { force: true });
  }
  return removed.flat();
}

/** Watches a lock until it goes away, until it is certainly stale, or until it has been watched long enough. */
async function becomesStale(lock: string, options: StaleLockOptions): Promise<boolean> {
  const since = Date.now();
  const first = await describe(lock);
  for (;;) {
    const current = await describe(lock);
    if (first === null || current?.mark !== first.mark) return false;
    const unchangedFor = Date.now() - Math.min(since, current.changedAt);
    if (unchangedFor >= options.foreignAgeMs && !isGitAtWork(options.gitDir)) return true;
    if (Date.now() - since >= options.foreignAgeMs) return false;
    await pause(Math.min(LOOK_EVERY, options.foreignAgeMs));
  }
}

/** Null when the lock is not there. */
async function describe(lock: string): Promise<{ readonly mark: string; readonly changedAt: number } | null> {
  try {
    const { ino, size, mtimeMs } = await stat(lock);
    return { mark: `${ino} ${size} ${mtimeMs}`, changedAt: mtimeMs };
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}
