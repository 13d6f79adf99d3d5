import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#content/model/errors.ts';
import { isSystemError } from '../system-error.ts';
import type { ByteCache } from './byte-cache.ts';
import type { GitObject } from './object-id.ts';
import { openPack, type Pack } from './pack.ts';
import { parsePackIndex } from './pack-index.ts';

/** The packs of one folder, as they were when it was last looked at. */
export interface PackFolder {
  packs(): Iterable<Pack>;
  /** Looks at the folder again: `git gc` and pushes add packs and take others away. */
  refresh(): Promise<void>;
  close(): void;
}

export interface PackFolderOptions {
  readonly folder: string;
  readonly bases: ByteCache<GitObject>;
  readonly maxObjectBytes: number;
}

/** Starts empty: call `refresh` first. A pack whose index is damaged is left out, as if it were not there. */
export function createPackFolder(options: PackFolderOptions): PackFolder {
  const open = new Map<string, Pack>();

  function forgetAllBut(names: readonly string[]): void {
    for (const [name, pack] of open) {
      if (names.includes(name)) continue;
      pack.close();
      open.delete(name);
    }
  }

  return {
    packs: () => open.values(),
    refresh: async () => {
      const names = await listPacks(options.folder);
      const fresh = await Promise.all(
        names.filter((name) => !open.has(name)).map((name) => loadPack(name, options)),
      );
      for (const { name, pack } of fresh) {
        if (pack !== null && !open.has(name)) open.set(name, pack);
      }
      forgetAllBut(names);
    },
    close: () => forgetAllBut([]),
  };
}

/** Names, without ending, of the packs that have an index, in the order of the folder. Git names the index last. */
export async function listPacks(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
  const all = new Set(names);
  return names
    .filter((name) => name.endsWith('.idx') && all.has(`${name.slice(0, -'.idx'.length)}.pack`))
    .map((name) => name.slice(0, -'.idx'.length));
}

async function loadPack(
  name: string,
  options: PackFolderOptions,
): Promise<{ readonly name: string; readonly pack: Pack | null }> {
  const base = path.join(options.folder, name);
  try {
    const index = parsePackIndex(await readFile(`${base}.idx`), `${name}.idx`);
    const { bases, maxObjectBytes } = options;
    return { name, pack: openPack({ file: `${base}.pack`, index, bases, maxObjectBytes }) };
  } catch (error) {
    // Gone since the folder was listed, or damaged: other packs may hold the same objects.
    if (isSystemError(error, 'ENOENT') || hasCode(error, 'corrupt')) return { name, pack: null };
    throw error;
  }
}
