import { setTimeout as pause } from 'node:timers/promises';
import { ContentError } from '#content/model/errors.ts';
import { ensureFolderDurably } from '#content/store/durable-fs.ts';
import { takeFolderLock } from '../data/folder-lock.ts';
import { giveToFolderOwner } from '../data/private-file.ts';

/** How long another process is waited for, and how often it is asked, in milliseconds. */
const LONGEST_WAIT = 10_000;
const PAUSE = 10;

/**
 * Runs a task while no other process runs one on the same lock folder. A process that ended without letting go holds
 * nothing. Throws ContentError 'locked' when another one keeps it too long.
 */
export async function inTurn<Value>(lockFolder: string, task: () => Promise<Value>): Promise<Value> {
  await ensureFolderDurably(lockFolder);
  await giveToFolderOwner(lockFolder);
  const release = await take(lockFolder);
  try {
    return await task();
  } finally {
    await release();
  }
}

async function take(lockFolder: string): Promise<() => Promise<void>> {
  const end = performance.now() + LONGEST_WAIT;
  for (;;) {
    const lock = await takeFolderLock(lockFolder);
    if (lock.kind === 'taken') return lock.release;
    if (performance.now() > end) throw new ContentError('locked', { lock: 'users' });
    // Not all waiters at the same moment.
    await pause(PAUSE * (0.5 + Math.random()));
  }
}
