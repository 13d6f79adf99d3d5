import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryOwner } from '#content/git/durable-fs.ts';
import { sweepTemporaries } from '#content/git/leftovers.ts';
import { isSystemError } from '#content/git/system-error.ts';

/**
 * Removes what starts before this one were writing when they died: from the settings' own folder, and from the caches of each
 * folder of articles. The journal looks after its own. Files of others, and of a program that runs, stay.
 */
export async function sweepSettingsFolder(userData: string, cachesDir: string): Promise<void> {
  const caches = (await entriesOf(cachesDir)).filter((entry) => entry.isDirectory());
  for (const folder of [userData, ...caches.map(({ name }) => join(cachesDir, name))]) {
    const names = (await entriesOf(folder)).map(({ name }) => name);
    const temporaries = names.filter((name) => temporaryOwner(name) !== null);
    await sweepTemporaries(
      temporaries.map((name) => join(folder, name)),
      Number.POSITIVE_INFINITY,
    );
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}
