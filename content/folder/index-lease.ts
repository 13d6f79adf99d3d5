import { stat } from 'node:fs/promises';
import { dropOwnLock, type LockFile, takeLock } from '#content/git/refs/lock-file.ts';
import { hasCode } from '#content/model/errors.ts';

interface LeaseOptions {
  readonly gitDir: string;
  /** The index. */
  readonly file: string;
}

/**
 * Git's lock on the index, `index.lock`, held from before the branch moves until the index has followed: a `git commit`
 * in between would make a commit of the old index on top of the new one, and so undo it without a word.
 */
export function createIndexLease({ gitDir, file }: LeaseOptions) {
  let held: LockFile | null = null;

  /** Takes the lock unless it is held; false when another program keeps it for longer than `waitMs`. */
  async function take(waitMs: number): Promise<boolean> {
    if (held !== null) return true;
    try {
      held = await takeLock({ gitDir, file, content: '', waitMs });
      return true;
    } catch (error) {
      if (!hasCode(error, 'locked')) throw error;
      // A folder that was away for a moment came back with the lock of before.
      return (await dropOwnLock({ gitDir, file })) ? take(waitMs) : false;
    }
  }

  return {
    isHeld: (): boolean => held !== null,

    take,

    /** What the index is to become; on disk when this returns. */
    async fill(bytes: Uint8Array): Promise<void> {
      if (held === null) throw new TypeError('the index is not locked');
      await held.fill(bytes);
    },

    /** The index becomes what was filled in, and the lock is gone. Answers the inode of its file. */
    async publish(): Promise<string> {
      const lock = held;
      if (lock === null) throw new TypeError('the index is not locked');
      const { ino } = await stat(`${file}.lock`, { bigint: true });
      await lock.commit();
      held = null;
      return String(ino);
    },

    /** The index stays, and the lock is gone. */
    async release(): Promise<void> {
      const lock = held;
      held = null;
      await lock?.release();
    },
  };
}
