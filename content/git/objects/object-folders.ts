import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#content/model/errors.ts';
import { ifThere, isSystemError } from '../system-error.ts';
import { isObjectId } from './object-id.ts';
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
  const text = await ifThere(readFile(path.join(folder, 'info', 'alternates'), 'utf8'), '');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => path.resolve(folder, line));
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
  for (const folder of await namesIn(objectsFolder)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await namesIn(path.join(objectsFolder, folder))) {
      if (isObjectId(folder + name)) yield folder + name;
    }
  }
}

/** The packs that have an index, by their paths without ending, in the order of the folder. Git names the index last. */
export async function listPacks(objectsFolder: string): Promise<readonly string[]> {
  const folder = path.join(objectsFolder, 'pack');
  const names = new Set(await namesIn(folder));
  return [...names]
    .filter((name) => name.endsWith('.idx') && names.has(name.replace(/\.idx$/, '.pack')))
    .map((name) => path.join(folder, name.slice(0, -'.idx'.length)));
}

/** The index of each pack, but for damaged ones. */
export async function* packIndexes(objectsFolder: string): AsyncIterable<PackIndex> {
  for (const pack of await listPacks(objectsFolder)) {
    const index = await readSoundIndex(pack);
    if (index !== null) yield index;
  }
}

/** The index of a pack; null when it is damaged, or gone since the folder was listed. */
export async function readSoundIndex(pack: string): Promise<PackIndex | null> {
  try {
    return parsePackIndex(await readFile(`${pack}.idx`), `${path.basename(pack)}.idx`);
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || hasCode(error, 'corrupt')) return null;
    throw error;
  }
}

/** Nothing where there is no such folder. */
export function namesIn(folder: string): Promise<readonly string[]> {
  return ifThere(readdir(folder), []);
}
