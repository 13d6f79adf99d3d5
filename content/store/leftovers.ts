import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { temporaryOwner } from './durable-fs.ts';
import { isProcessGone } from './process-identity.ts';
import { isSystemError } from './system-error.ts';

/** Names git gives to what it has not finished: objects, packs, quarantined pushes. */
const GIT_TEMPORARY = /^(?:tmp_(?:obj|pack|idx|rev|bitmap|midx|objdir)[_-]|\.tmp-|incoming-)/;

/** Files, and folders of git's that are temporary as a whole, which work under way may leave behind. */
export interface Leftovers {
  readonly temporaries: readonly string[];
  readonly locks: readonly string[];
}

/** Looks for them in the whole repository; whose they are and whether they are still in use is not asked here. */
export async function listLeftovers(gitDir: string): Promise<Leftovers> {
  const temporaries: string[] = [];
  const locks: string[] = [];
  const pending = [gitDir];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of await entriesOf(folder)) {
      const found = path.join(folder, entry.name);
      if (GIT_TEMPORARY.test(entry.name)) temporaries.push(found);
      else if (entry.isDirectory()) pending.push(found);
      else if (entry.name.endsWith('.lock')) locks.push(found);
    }
  }
  return { temporaries, locks };
}

/**
 * Removes temporary files: ours when the process that made them no longer runs, git's when they are older than
 * `gitAgeMs`. Answers how many.
 */
export async function sweepTemporaries(temporaries: readonly string[], gitAgeMs: number): Promise<number> {
  let swept = 0;
  for (const file of temporaries) {
    const owner = temporaryOwner(path.basename(file));
    const isStale = owner === null ? (await ageOf(file)) > gitAgeMs : isProcessGone(owner);
    if (!isStale) continue;
    await rm(file, { recursive: true, force: true });
    swept++;
  }
  return swept;
}

async function ageOf(file: string): Promise<number> {
  try {
    return Date.now() - (await stat(file)).mtimeMs;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return Number.NEGATIVE_INFINITY;
    throw error;
  }
}

async function entriesOf(
  folder: string,
): Promise<readonly { readonly name: string; isDirectory(): boolean }[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
}
