import { statfs } from 'node:fs/promises';
import { findUnwritable } from '#content/git/recovery.ts';

/** Below this, in bytes, a save or an upload may soon find no room. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;
/** A save makes some five files; a file system that counts them may run out of numbers long before it runs out of bytes. */
const MIN_FREE_FILES = 5000;
const LOOK_EVERY_MS = 60_000;

/** What is left where DATA_DIR is; `files` is null where the file system has no such limit. */
export interface DiskSpace {
  readonly bytes: number;
  readonly files: number | null;
}

interface DiskSpaceOptions {
  readonly folder: string;
  /** The repository in it. */
  readonly gitDir: string;
  readonly onError: (error: unknown) => void;
}

/**
 * Looks once a minute how much room is left, null until the first look, and where the system does not tell; and why the
 * repository may not be written any more, if so.
 */
export function createDiskSpace({ folder, gitDir, onError }: DiskSpaceOptions) {
  let left: DiskSpace | null = null;
  let unwritable: string | null = null;
  let looking: Promise<void> = Promise.resolve();

  async function lookNow(): Promise<void> {
    left = await spaceAt(folder);
    unwritable = await findUnwritable(gitDir);
  }

  function look(): Promise<void> {
    looking = lookNow().catch(onError);
    return looking;
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return {
    look,
    left: (): DiskSpace | null => left,
    /** In French. */
    unwritable: (): string | null => unwritable,
    async close(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}

async function spaceAt(folder: string): Promise<DiskSpace> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return { bytes: bavail * bsize, files: files === 0 ? null : ffree };
}

/** Whether so little is left that what is saved may soon find no room. */
export function isNearlyFull({ bytes, files }: DiskSpace): boolean {
  return bytes < MIN_FREE_BYTES || (files !== null && files < MIN_FREE_FILES);
}
