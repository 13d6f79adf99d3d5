import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isObjectId } from './object-id.ts';
import { listPacks } from './pack-folder.ts';
import { parsePackIndex } from './pack-index.ts';
import { isSystemError } from './system-error.ts';

/** The two-digit folders of loose objects that exist. */
export async function listLooseFolders(objectsFolder: string): Promise<readonly string[]> {
  return (await namesIn(objectsFolder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
}

/** Names of the files in one of them: 38 digits, or something that does not belong there. */
export function listLooseNames(objectsFolder: string, folder: string): Promise<readonly string[]> {
  return namesIn(path.join(objectsFolder, folder));
}

/** Ids of everything the repository itself stores, sound or not, loose ones first; one in two places comes twice. */
export async function* storedIds(objectsFolder: string): AsyncIterable<string> {
  for (const folder of await listLooseFolders(objectsFolder)) {
    for (const name of await listLooseNames(objectsFolder, folder)) {
      if (isObjectId(folder + name)) yield folder + name;
    }
  }
  const packFolder = path.join(objectsFolder, 'pack');
  for (const pack of await listPacks(packFolder)) {
    yield* parsePackIndex(await readFile(path.join(packFolder, `${pack}.idx`)), `${pack}.idx`).ids();
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
}
