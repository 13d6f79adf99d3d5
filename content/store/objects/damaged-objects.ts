import { stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../model/errors.ts';
import { removeFileDurably } from '../durable-fs.ts';
import { runLimited } from '../run-limited.ts';
import { listLooseFolders, listLooseNames } from '../stored-ids.ts';
import { isSystemError } from '../system-error.ts';
import { looseObjectPath, readLooseObject } from './loose-objects.ts';
import { isObjectId } from './object-id.ts';
import { DEFAULT_MAX_OBJECT_BYTES } from './objects.ts';

/** A power cut damages what was written shortly before it. */
const SUSPECT_MS = 10 * 60 * 1000;
const MAX_PARALLEL = 16;

interface LooseFile {
  readonly id: string;
  readonly size: number;
  readonly changedAt: number;
}

/**
 * Removes loose objects that hold nothing or not what their name says, and answers their ids: as long as such a file
 * is there, git takes the object for stored and never writes it again (FACTS.md 6). All are checked for being empty;
 * only those changed after `since` (milliseconds since 1970; by default, ten minutes before the newest that is not of a time to come) are read.
 */
export async function removeDamagedObjects(
  objectsFolder: string,
  since?: number,
): Promise<readonly string[]> {
  const files = await listLooseFiles(objectsFolder);
  // A clock that was set back leaves files of a time to come: what is written now is older than they are.
  const now = Date.now();
  const newest = files.reduce(
    (latest, { changedAt }) => (changedAt > now ? latest : Math.max(latest, changedAt)),
    0,
  );
  const suspectFrom = since ?? newest - SUSPECT_MS;
  const damaged: string[] = [];
  await runLimited(files, MAX_PARALLEL, async (file) => {
    const isSuspect = file.size === 0 || file.changedAt >= suspectFrom;
    if (isSuspect && !(await isSound(objectsFolder, file.id))) damaged.push(file.id);
  });
  for (const id of damaged) await removeFileDurably(looseObjectPath(objectsFolder, id));
  return damaged;
}

async function listLooseFiles(objectsFolder: string): Promise<readonly LooseFile[]> {
  const files: LooseFile[] = [];
  for (const folder of await listLooseFolders(objectsFolder)) {
    const names = await listLooseNames(objectsFolder, folder);
    const ids = names.map((name) => folder + name).filter(isObjectId);
    await runLimited(ids, MAX_PARALLEL, async (id) => {
      const file = await sizeAndTime(path.join(objectsFolder, folder, id.slice(2)));
      if (file !== null) files.push({ id, ...file });
    });
  }
  return files;
}

async function sizeAndTime(file: string): Promise<Omit<LooseFile, 'id'> | null> {
  try {
    const { size, mtimeMs } = await stat(file);
    return { size, changedAt: mtimeMs };
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

/** One that is too large to be read is not taken for damaged. */
async function isSound(objectsFolder: string, id: string): Promise<boolean> {
  try {
    return (await readLooseObject(objectsFolder, id, DEFAULT_MAX_OBJECT_BYTES)) !== null;
  } catch (error) {
    if (hasCode(error, 'invalid')) return true;
    throw error;
  }
}
