import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { looseObjectPath } from '#content/git/objects/loose-objects.ts';
import { EMPTY_TREE_ID } from '#content/git/objects/object-id.ts';
import { createObjectStore } from '#content/git/objects/objects.ts';
import {
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { checkPush, type RefUpdate } from './check-push.ts';

let repository: TemporaryRepository;
beforeAll(() => {
  repository = createTemporaryRepository();
});
afterAll(() => repository.remove());

const commit = (...parents: readonly string[]) =>
  repository.git(['commit-tree', EMPTY_TREE_ID, '-m', 'x', ...parents.flatMap((parent) => ['-p', parent])]);

async function check(update: Pick<RefUpdate, 'from' | 'to'>, known: readonly string[]) {
  const objects = createObjectStore({ gitDir: repository.path });
  const updates = [{ ref: 'refs/heads/main', ...update }];
  const current = () => Promise.resolve(update.from);
  try {
    return await checkPush({ branch: 'main', workBranch: 'travail', updates, objects, known, current });
  } finally {
    objects.close();
  }
}

it('a commit that was lost long ago, and a branch that is damaged, keep no push out and let none rewrite', async () => {
  const old = commit();
  const from = commit(commit(old));
  const other = commit(old);
  rmSync(looseObjectPath(`${repository.path}/objects`, old));
  const known = [from, other, '1'.repeat(40), 'ref: refs/heads/rien'];
  expect(await check({ from, to: commit(from, other) }, known)).toEqual([]);
  expect(await check({ from, to: other }, known)).toEqual([
    expect.stringContaining('ne peut pas être réécrit'),
  ]);
});
