import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ContentError } from '#content/model/errors.ts';
import { asDiskError, ensureFolderDurably, syncFolders } from '../durable-fs.ts';
import { isProcessGone, processIdentity } from '../processes.ts';
import { ifThere, isSystemError } from '../system-error.ts';

const DEFAULT_WAIT_MS = 5000;
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 100;

/** A lock we hold: `<file>.lock`, holding already what the file is to become. */
export interface LockFile {
  /** Changes what the file is to become; on disk when this returns. */
  fill(content: Uint8Array): Promise<void>;
  /** The file takes its new content, on disk when this returns, and the lock is gone. */
  commit(): Promise<void>;
  /** The file stays as it is and the lock is gone. */
  release(): Promise<void>;
}

export interface LockOptions {
  readonly gitDir: string;
  /** Path of the file to replace, below gitDir. */
  readonly file: string;
  readonly content: string;
  /** How long to wait for a lock of somebody else, in milliseconds. */
  readonly waitMs?: number | undefined;
}

/**
 * Takes git's own lock on a file: `<file>.lock`, made exclusively, which git and we respect alike. A lock that exists
 * is waited for, then reported as ContentError 'locked'; it is never removed here.
 *
 * The lock is a hard link to its sidecar, a file of `encrier/locks` whose name says which process made it: from its
 * first moment start-up can tell a lock of ours from one of git's, whatever is killed when. (A file system without
 * hard links gets an ordinary lock, which start-up treats as it treats git's.)
 */
export async function takeLock(options: LockOptions): Promise<LockFile> {
  const { gitDir, file, content, waitMs = DEFAULT_WAIT_MS } = options;
  const lock = `${file}.lock`;
  const sidecar = path.join(sidecarFolder(gitDir), `${processIdentity()}.${randomBytes(6).toString('hex')}`);
  await ensureFolderDurably(path.dirname(sidecar));
  await ensureFolderDurably(path.dirname(file));
  try {
    // One that holds nothing yet is filled later: nothing of it need outlive a power cut.
    if (content === '') await (await open(sidecar, 'wx')).close();
    else await fill(await open(sidecar, 'wx'), content);
    const name = path.relative(gitDir, lock).split(path.sep).join('/');
    await waitFor(() => linkOrCreate(sidecar, lock, content), { name, waitMs });
  } catch (error) {
    await rm(sidecar, { force: true });
    throw asDiskError(error);
  }
  return heldLock({ lock, file, sidecar });
}

/** Runs some work that holds the lock, which is gone afterwards; the file has its new content if the work committed it. */
export async function withLock<Value>(
  options: LockOptions,
  work: (lock: LockFile) => Promise<Value>,
): Promise<Value> {
  const lock = await takeLock(options);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

/** After the rename the name of the lock may be somebody else's: from then on it is left alone. */
function heldLock(paths: {
  readonly lock: string;
  readonly file: string;
  readonly sidecar: string;
}): LockFile {
  let isHeld = true;
  let hasSidecar = true;
  async function leave(): Promise<void> {
    if (hasSidecar) await rm(paths.sidecar, { force: true });
    hasSidecar = false;
  }
  return {
    fill: async (content) => {
      if (!isHeld) throw new TypeError(`the lock is gone: ${paths.lock}`);
      await fill(await open(paths.lock, constants.O_WRONLY | constants.O_TRUNC), content).catch(
        (error: unknown) => {
          throw asDiskError(error);
        },
      );
    },
    commit: async () => {
      await rename(paths.lock, paths.file).catch(async (error: unknown) => {
        if (!isSystemError(error, 'EISDIR', 'EEXIST', 'ENOTEMPTY', 'EPERM')) throw error;
        await removeEmptyFolders(paths.file).catch(() => {
          throw error;
        });
        await rename(paths.lock, paths.file);
      });
      isHeld = false;
      await syncFolders([path.dirname(paths.file)]);
      await leave();
    },
    release: async () => {
      if (isHeld) await rm(paths.lock, { force: true });
      isHeld = false;
      await leave();
    },
  };
}

/** What git leaves of a ref that it refused to make below one that is packed, and removes itself before it writes that. */
async function removeEmptyFolders(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await removeEmptyFolders(path.join(folder, name));
  await rmdir(folder);
}

/**
 * Removes a lock that this very process made and that nothing in it holds: its folder was elsewhere when it was let go of. Whether
 * there was one. To be called only by what alone locks that file here, and does not hold it.
 */
export async function dropOwnLock({ gitDir, file }: Pick<LockOptions, 'gitDir' | 'file'>): Promise<boolean> {
  const lock = `${file}.lock`;
  const inode = await inodeOf(lock);
  const own = (await listSidecars(gitDir)).find(
    (sidecar) => sidecar.inode === inode && path.basename(sidecar.path).startsWith(`${processIdentity()}.`),
  );
  if (own === undefined) return false;
  await rm(lock, { force: true });
  await rm(own.path, { force: true });
  return true;
}

/** What says whose a lock is. */
export interface Sidecar {
  readonly path: string;
  /** The file it shares with its lock. */
  readonly inode: string;
  /** Whether the process that made it certainly no longer runs. */
  readonly isAbandoned: boolean;
}

/** The sidecars in the repository; none where no lock was ever taken. */
export async function listSidecars(gitDir: string): Promise<readonly Sidecar[]> {
  const folder = sidecarFolder(gitDir);
  const names = await ifThere(readdir(folder), []);
  const sidecars = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const isAbandoned = isProcessGone(name.slice(0, name.lastIndexOf('.')));
      return { path: file, inode: await inodeOf(file), isAbandoned };
    }),
  );
  return sidecars.filter((sidecar): sidecar is Sidecar => sidecar.inode !== null);
}

/** What two names of one file have in common; null when there is no such file. */
export async function inodeOf(file: string): Promise<string | null> {
  const found = await ifThere(stat(file, { bigint: true }), null);
  return found && `${found.dev}:${found.ino}`;
}

function sidecarFolder(gitDir: string): string {
  return path.join(gitDir, 'encrier', 'locks');
}

async function waitFor(
  attempt: () => Promise<boolean>,
  limit: { readonly name: string; readonly waitMs: number },
): Promise<void> {
  const until = Date.now() + limit.waitMs;
  let delay = FIRST_PAUSE;
  while (!(await attempt())) {
    if (Date.now() >= until) throw new ContentError('locked', { lock: limit.name });
    // Not all waiters at the same moment.
    await pause(Math.min(delay, until - Date.now()) * (0.5 + Math.random() / 2));
    delay = Math.min(delay * 2, LONGEST_PAUSE);
  }
}

/** Whether the lock is ours now; false when it exists. */
async function linkOrCreate(sidecar: string, lock: string, content: string): Promise<boolean> {
  try {
    await link(sidecar, lock);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    if (!isSystemError(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error;
    return create(lock, content);
  }
}

async function create(lock: string, content: string): Promise<boolean> {
  const handle = await open(lock, 'wx').catch((error: unknown) => {
    if (isSystemError(error, 'EEXIST')) return null;
    throw error;
  });
  if (handle === null) return false;
  try {
    await fill(handle, content);
    return true;
  } catch (error) {
    await rm(lock, { force: true });
    throw error;
  }
}

async function fill(handle: FileHandle, content: string | Uint8Array): Promise<void> {
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
