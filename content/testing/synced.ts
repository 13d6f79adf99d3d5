import { type FileHandle, open } from 'node:fs/promises';
import os from 'node:os';

/** An fsync: the inode of the file or folder that was put on disk, and what `look` saw just before. */
export interface Synced<Seen> {
  readonly inode: number;
  readonly seen: Seen;
}

/** Every fsync that Node makes by a handle while `work` runs, in their order. */
export async function syncsDuring<Seen>(
  look: () => Seen,
  work: () => Promise<unknown>,
): Promise<readonly Synced<Seen>[]> {
  const syncs: Synced<Seen>[] = [];
  const handle = await open(os.tmpdir(), 'r');
  const prototype = Object.getPrototypeOf(handle) as Pick<FileHandle, 'sync' | 'datasync'>; // what all handles share
  await handle.close();
  const { sync, datasync } = prototype;
  const noting = (original: () => Promise<void>) =>
    async function noted(this: FileHandle): Promise<void> {
      syncs.push({ inode: (await this.stat()).ino, seen: look() });
      await original.call(this);
    };
  Object.assign(prototype, { sync: noting(sync), datasync: noting(datasync) });
  try {
    await work();
    return syncs;
  } finally {
    Object.assign(prototype, { sync, datasync });
  }
}
