import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { removeFileDurably } from '../durable-fs.ts';
import { isSystemError } from '../system-error.ts';
import { takeLock } from './lock-file.ts';
import { DEFAULT_LOCK_WAIT } from './ref-lock.ts';
import { removeReflog } from './reflog.ts';
import { isRefName, readRef } from './refs.ts';

interface RemoveRefOptions {
  readonly gitDir: string;
  /** Full name; never a branch. */
  readonly ref: string;
  /** Where the ref must be now. */
  readonly from: string;
  readonly lockWaitMs?: number;
}

/**
 * Removes a ref if it is still where it was: 'stale' when it is not, and nothing changes. Goes by git's own protocol: the
 * lock of the ref, its history, then packed-refs without it under its own lock, then its file. Branches are never removed.
 */
export async function removeRef(options: RemoveRefOptions): Promise<'removed' | 'stale'> {
  const { gitDir, ref, from, lockWaitMs: waitMs = DEFAULT_LOCK_WAIT } = options;
  if (!isRefName(ref) || ref === 'HEAD' || ref.startsWith('refs/heads/'))
    throw new TypeError(`not a ref that can be removed: ${ref}`);
  const file = path.join(gitDir, ref);
  const lock = await takeLock({ gitDir, file, content: `${from}\n`, waitMs });
  try {
    if ((await readRef(gitDir, ref)) !== from) return 'stale';
    // Before the ref, as git does: a ref without a history does no harm.
    await removeReflog(gitDir, ref);
    await removePackedRef({ gitDir, ref, waitMs });
    await removeFileDurably(file);
    return 'removed';
  } finally {
    await lock.release();
  }
}

interface Unpacking {
  readonly gitDir: string;
  readonly ref: string;
  readonly waitMs: number;
}

/** Writes packed-refs without the ref, whose own lock is ours; again when another program wrote it before our lock. */
export async function removePackedRef({ gitDir, ref, waitMs }: Unpacking): Promise<void> {
  const file = path.join(gitDir, 'packed-refs');
  for (;;) {
    const before = await readIfThere(file);
    const content = withoutRef(before, ref);
    if (content === before) return;
    const lock = await takeLock({ gitDir, file, content, waitMs });
    try {
      if ((await readIfThere(file)) === before) {
        await lock.commit();
        return;
      }
    } finally {
      await lock.release();
    }
  }
}

/** A line `^…` tells more of the line before it. */
function withoutRef(packed: string, ref: string): string {
  const lines = packed.split('\n');
  const at = lines.findIndex((line) => line.endsWith(` ${ref}`));
  if (at === -1) return packed;
  const count = lines[at + 1]?.startsWith('^') === true ? 2 : 1;
  return lines.toSpliced(at, count).join('\n');
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return '';
    throw error;
  }
}
