import { readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { createObjectStore } from './objects.ts';

let repository: TemporaryRepository;
beforeEach(() => {
  repository = createTemporaryRepository();
});
afterEach(() => repository.remove());

/** What `git prune-packed` does to folders that it finds empty, ten times at most to each. */
function removeEmptyFolders(objects: string, removed: Map<string, number>): void {
  for (const name of readdirSync(objects).filter(
    (folder) => folder.length === 2 && (removed.get(folder) ?? 0) < 10,
  )) {
    try {
      rmdirSync(join(objects, name));
      removed.set(name, (removed.get(name) ?? 0) + 1);
    } catch {
      // It is not empty, or gone.
    }
  }
}

it('objects are written while git’s packing removes the folders it finds empty', async () => {
  const objects = createObjectStore({ gitDir: repository.path });
  const removed = new Map<string, number>();
  let next: NodeJS.Immediate;
  const remove = (): void => {
    removeEmptyFolders(join(repository.path, 'objects'), removed);
    next = setImmediate(remove);
  };
  next = setImmediate(remove);
  try {
    for (let number = 0; number < 60; number += 1)
      await objects.write([{ type: 'blob', bytes: Buffer.from(`texte ${number}`) }]);
  } finally {
    clearImmediate(next);
    objects.close();
  }
  expect(removed.size).toBeGreaterThan(0);
  expect(repository.git(['fsck', '--full', '--strict'])).not.toContain('missing');
});
