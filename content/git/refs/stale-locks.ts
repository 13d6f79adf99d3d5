import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Trouble } from '#content/model/trouble.ts';
import { removeFileDurably } from '../durable-fs.ts';
import { gitWork } from '../git-processes.ts';
import { isSystemError } from '../system-error.ts';
import { inodeOf, listSidecars } from './lock-file.ts';

const LOOK_EVERY = 100;

export interface StaleLockOptions {
  readonly gitDir: string;
  readonly locks: readonly string[];
  /** For how long a lock of git's must not have changed, in milliseconds. */
  readonly foreignAgeMs: number;
  /** Where the system shows its processes; /proc by default. */
  readonly proc?: string | undefined;
}

/** What became of the locks there were. */
export interface StaleLocks {
  readonly removed: readonly string[];
  /** Git's own that are there still: a git may hold them. */
  readonly left: readonly string[];
}

/**
 * Removes the locks that nobody holds any more. Ours are known by their sidecar; git's are stale when they have not changed
 * for a while and no git is seen at work here: where that cannot be seen they are left. Younger ones are watched
 * until then, so this may take as long as `foreignAgeMs`. For start-up only: while running, locks are waited for.
 */
export async function removeStaleLocks(options: StaleLockOptions): Promise<StaleLocks> {
  const sidecars = await listSidecars(options.gitDir);
  const removed: string[] = [];
  const left: string[] = [];
  await Promise.all(
    options.locks.map(async (lock) => {
      const inode = await inodeOf(lock);
      const sidecar = sidecars.find((candidate) => candidate.inode === inode);
      const isStale = sidecar === undefined ? await becomesStale(lock, options) : sidecar.isAbandoned;
      if (isStale) {
        await removeFileDurably(lock);
        removed.push(lock);
      } else if (sidecar === undefined && existsSync(lock)) left.push(lock);
    }),
  );
  for (const { path: file, isAbandoned } of sidecars) {
    if (isAbandoned) await rm(file, { force: true });
  }
  return { removed: removed.sort(), left: left.sort() };
}

/** What /healthz and the author are told of locks that start-up left, as long as they are there. */
export function lockTroubles(gitDir: string, left: readonly string[]): readonly Trouble[] {
  return left
    .filter((lock) => existsSync(lock))
    .map((lock) => path.relative(gitDir, lock).split(path.sep).join('/'))
    .map((name) => ({
      code: 'locked',
      reason: `Un autre programme tient le verrou « ${name} » du dépôt git, ou l’y a laissé : ce qu’il protège ne peut pas être enregistré.`,
      remedy: `Attendez que ce programme ait fini. S’il n’y en a plus aucun, supprimez le fichier « ${name} » du dépôt.`,
    }));
}

/** Watches a lock until it goes away, until it is certainly stale, or until it has been watched long enough. */
async function becomesStale(lock: string, options: StaleLockOptions): Promise<boolean> {
  if (gitWork(options.gitDir, options.proc) === 'unseen') return false;
  const since = Date.now();
  const first = await describe(lock);
  for (;;) {
    const current = await describe(lock);
    if (first === null || current?.mark !== first.mark) return false;
    const unchangedFor = Date.now() - Math.min(since, current.changedAt);
    if (unchangedFor >= options.foreignAgeMs && gitWork(options.gitDir, options.proc) === 'idle') return true;
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
