import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '../system-error.ts';

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
