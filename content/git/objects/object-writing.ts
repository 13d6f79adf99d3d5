import { open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { type DurableFile, ensureFolderDurably, syncFolders, writeFilesDurably } from '../durable-fs.ts';
import { isSystemError } from '../system-error.ts';
import { encodeLooseObject, looseObjectPath } from './loose-objects.ts';
import type { ObjectType } from './object-id.ts';

/** How often a folder may be taken away under a write before that is an error. */
const MAX_TRIES = 20;

export interface NewObject {
  readonly type: ObjectType;
  readonly bytes: Uint8Array;
}

/** git writes objects so: nobody has a reason to change one. */
const OBJECT_MODE = 0o444;

/** Stores objects, each in its file, all on disk when this returns. A damaged file of the same name is replaced. */
export async function writeLooseObjects(
  objectsFolder: string,
  objects: readonly (NewObject & { readonly id: string })[],
): Promise<void> {
  const files = await Promise.all(
    objects.map(async ({ id, type, bytes }) => ({
      path: looseObjectPath(objectsFolder, id),
      bytes: await encodeLooseObject(type, bytes),
      mode: OBJECT_MODE,
    })),
  );
  // Windows refuses to rename over a read-only file.
  if (process.platform === 'win32') await Promise.all(files.map((file) => removeIfThere(file.path)));
  await writeIntoFolders(files).catch((error: unknown) => {
    // A clean-up of git's removes folders that are empty, even one that was made to be written into.
    if (isSystemError(error, 'ENOENT')) return writeIntoFolders(files);
    throw error;
  });
}

/** A folder that was just found or made is removed by git's packing as long as it is empty: it is then made again. */
async function writeIntoFolders(files: readonly DurableFile[]): Promise<void> {
  const folders = new Set(files.map((file) => path.dirname(file.path)));
  for (let tries = 1; ; tries += 1) {
    await Promise.all([...folders].map(ensureFolderDurably));
    try {
      await writeFilesDurably(files);
      return;
    } catch (error) {
      if (tries === MAX_TRIES || !isSystemError(error, 'ENOENT')) throw error;
    }
  }
}

/**
 * Makes an object that is already there as good as one just written: on disk (git itself does not sync objects by
 * default) and young (`git prune` removes old ones that nothing refers to yet). Answers whether it is there still.
 */
export async function refreshLooseObject(objectsFolder: string, id: string): Promise<boolean> {
  const file = looseObjectPath(objectsFolder, id);
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  });
  if (handle === null) return false;
  try {
    const now = new Date();
    if (process.platform !== 'win32') {
      await handle.utimes(now, now);
      await handle.sync();
    }
  } finally {
    await handle.close();
  }
  await syncFolders([path.dirname(file)]);
  return true;
}

async function removeIfThere(file: string): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (!isSystemError(error, 'ENOENT')) throw error;
  });
}
