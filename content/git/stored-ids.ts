import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#content/model/errors.ts';
import { isObjectId } from './objects/object-id.ts';
import { listPacks } from './objects/pack-folder.ts';
import { type PackIndex, parsePackIndex } from './objects/pack-index.ts';
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
  for await (const index of packIndexes(objectsFolder)) yield* index.ids();
}

/** Those that are files of their own. */
export async function* looseIds(objectsFolder: string): AsyncIterable<string> {
  for (const folder of await listLooseFolders(objectsFolder)) {
    for (const name of await listLooseNames(objectsFolder, folder)) {
      if (isObjectId(folder + name)) yield folder + name;
    }
  }
}

/** The index of each pack, but for damaged ones. */
export async function* packIndexes(objectsFolder: string): AsyncIterable<PackIndex> {
  const packFolder = path.join(objectsFolder, 'pack');
  for (const pack of await listPacks(packFolder)) {
    const index = await soundIndex(path.join(packFolder, `${pack}.idx`));
    if (index !== null) yield index;
  }
}

async function soundIndex(file: string): Promise<PackIndex | null> {
  try {
    return parsePackIndex(await readFile(file), path.basename(file));
  } catch (error) {
    if (hasCode(error, 'corrupt')) return null;
    throw error;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
}
