import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
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

it('an object that is packed, and its folder with it, while it is looked at is written again', async () => {
  const objects = createObjectStore({ gitDir: repository.path });
  const object = { type: 'blob', bytes: Buffer.from('texte') } as const;
  const [id = ''] = await objects.write([object]);
  for (let turns = 0; turns < 100; turns += 1) {
    const written = objects.write([object]);
    for (let waited = 0; waited < turns % 20; waited += 1) await turn();
    rmSync(join(repository.path, 'objects', id.slice(0, 2)), { recursive: true, force: true, maxRetries: 9 });
    await written;
  }
  await objects.write([object]);
  expect(repository.git(['cat-file', '-p', id])).toBe('texte');
  objects.close();
});
