import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryOwner } from '#content/git/durable-fs.ts';
import { sweepTemporaries } from '#content/git/leftovers.ts';

/** What writeCheckedFile had begun to write. */
const HALF_CACHE: ReadonlySet<string> = new Set(['snapshot.tmp', 'history.tmp']);

/**
 * Removes what processes that ended in the middle of a write left in DATA_DIR: half a table of users is of no use, and
 * holds what nobody else may read. The repository sees to itself (content/git/recovery.ts).
 */
export async function sweepDataFolder(dataDir: string, gitDir: string): Promise<void> {
  const temporaries: string[] = [];
  const pending = [dataDir];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const found = join(folder, entry.name);
      if (temporaryOwner(entry.name) !== null) temporaries.push(found);
      else if (folder === join(dataDir, 'cache') && HALF_CACHE.has(entry.name)) await rm(found);
      else if (entry.isDirectory() && found !== gitDir) pending.push(found);
    }
  }
  await sweepTemporaries(temporaries, Number.POSITIVE_INFINITY);
}
