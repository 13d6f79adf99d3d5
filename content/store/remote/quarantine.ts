import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asDiskError, ensureFolderDurably, syncFolders, temporaryPath } from '../durable-fs.ts';

const PACK_MODE = 0o444;

/** A folder of objects beside the repository's: what is there, nobody else sees, and everything of the repository is seen. */
export interface Quarantine {
  readonly folder: string;
  /** Where a pack and its index are written. */
  readonly pack: string;
  readonly index: string;
  /** Gives the pack to the repository under its name, whole and on disk, its index too. */
  land(checksum: Buffer): Promise<void>;
}

/**
 * Runs `work` with an empty quarantine, which is removed afterwards, whatever happened; after a crash start-up removes it.
 * Throws ContentError 'disk-full'.
 */
export async function inQuarantine<Value>(
  gitDir: string,
  work: (quarantine: Quarantine) => Promise<Value>,
): Promise<Value> {
  const objects = path.join(gitDir, 'objects');
  const folder = path.resolve(temporaryPath(path.join(objects, 'quarantine')));
  try {
    await ensureFolderDurably(path.join(objects, 'pack'));
    await mkdir(path.join(folder, 'pack'), { recursive: true });
    await mkdir(path.join(folder, 'info'));
    await writeFile(path.join(folder, 'info', 'alternates'), '..\n');
    return await work(createQuarantine(objects, folder));
  } catch (error) {
    throw asDiskError(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function createQuarantine(objects: string, folder: string): Quarantine {
  const pack = path.join(folder, 'pack', 'pack-received.pack');
  const index = path.join(folder, 'pack', 'pack-received.idx');
  return {
    ...{ folder, pack, index },
    async land(checksum) {
      const base = path.join(objects, 'pack', `pack-${checksum.toString('hex')}`);
      for (const file of [pack, index]) await settle(file);
      // The index comes last: a pack without one is no pack to git and to us.
      await rename(pack, `${base}.pack`);
      await syncFolders([path.dirname(base)]);
      await rename(index, `${base}.idx`);
      await syncFolders([path.dirname(base)]);
    },
  };
}

async function settle(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(file, PACK_MODE);
}
