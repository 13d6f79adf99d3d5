import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#content/model/errors.ts';
import { isSystemError } from '../system-error.ts';
import { isObjectId } from './object-id.ts';
import { listPacks } from './pack-folder.ts';
import { type PackIndex, parsePackIndex } from './pack-index.ts';

/** Git follows alternates of alternates this deep (gitrepository-layout(5), objects/info/alternates). */
const MAX_DEPTH = 5;

/** The object folders to read from: `folder` first, then those it borrows from, each once. */
export async function listObjectFolders(folder: string): Promise<readonly string[]> {
  const found = new Set([path.resolve(folder)]);
  let level = [...found];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const borrowed = (await Promise.all(level.map(readAlternates))).flat();
    level = borrowed.filter((candidate) => !found.has(candidate));
    for (const candidate of level) found.add(candidate);
  }
  return [...found];
}

async function readAlternates(folder: string): Promise<readonly string[]> {
  const text = await readFile(path.join(folder, 'info', 'alternates'), 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => path.resolve(folder, line));
}

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
