import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../model/errors.ts';
import { isObjectId } from './objects/object-id.ts';
import { listPacks } from './objects/pack-folder.ts';
import { parsePackIndex } from './objects/pack-index.ts';
import { isSystemError } from './system-error.ts';

/** The two-digit folders of loose objects that exist. */
export async function listLooseFolders(objectsFolder: string): Promise<readonly string[]> {
  return (await namesIn(objectsFolder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
}

/** Names of the files in one of them: 38 digits, or something that does not belong there. */
export function listLooseNames(objectsFolder: string, folder: string): Promise<readonly string[]> {
  return namesIn(path.join(objectsFolder, folder));
}

/**
 * Ids of everything the repository itself stores, sound or not, loose ones first; one in two places comes twice.
 * What only a damaged index could name is left out.
 */
export async function* storedIds(objectsFolder: string): AsyncIterable<string> {
  yield* looseIds(objectsFolder);
  yield* packedIds(objectsFolder);
}

/** Those that are files of their own. */
export async function* looseIds(objectsFolder: string): AsyncIterable<string> {
  for (const folder of await listLooseFolders(objectsFolder)) {
    for (const name of await listLooseNames(objectsFolder, folder)) {
      if (isObjectId(folder + name)) yield folder + name;
    }
  }
}

/** Those that packs hold. */
export async function* packedIds(objectsFolder: string): AsyncIterable<string> {
  const packFolder = path.join(objectsFolder, 'pack');
  for (const pack of await listPacks(packFolder)) {
    yield* await idsOfPack(path.join(packFolder, `${pack}.idx`));
  }
}

async function idsOfPack(file: string): Promise<Iterable<string>> {
  try {
    return parsePackIndex(await readFile(file), path.basename(file)).ids();
  } catch (error) {
    if (hasCode(error, 'corrupt')) return [];
    throw error;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
}
