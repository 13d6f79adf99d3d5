import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryRepository, type TemporaryRepository } from '../testing/temporary-repository.ts';
import { watchBranch } from './branch-watch.ts';

/** What others write beside the branch. */
const OTHERS = 40;

let repository: TemporaryRepository;
beforeEach(() => {
  repository = createTemporaryRepository();
  onTestFinished(repository.remove);
});

/** A commit without files. */
function commit(message: string): string {
  return repository.git(['commit-tree', repository.git(['mktree']), '-m', message]);
}

/** A watched branch, once the first look at it was told. */
async function watched(branch: string) {
  const onMove = vi.fn();
  onTestFinished(watchBranch({ gitDir: repository.path, branch, onMove }));
  await told(onMove);
  return onMove;
}

function told(onMove: ReturnType<typeof vi.fn>, after = 0): Promise<void> {
  return vi.waitFor(() => expect(onMove.mock.calls.length).toBeGreaterThan(after), { timeout: 380_000 });
}

describe('watchBranch', () => {
  it.each(['main', 'essais/titre'])(
    'tells when git moves %s, packs its ref, and moves it again',
    async (branch) => {
      const [first, second] = [commit('Un'), commit('Deux')];
      const ref = `refs/heads/${branch}`;
      repository.git(['update-ref', ref, first]);
      const onMove = await watched(branch);
      for (const act of [
        ['update-ref', ref, second],
        ['pack-refs', '--all'],
        ['update-ref', ref, first],
      ]) {
        const before = onMove.mock.calls.length;
        repository.git(act);
        await told(onMove, before);
      }
    },
  );

  it('tells nothing of what is written beside the branch', async () => {
    const [first, other] = [commit('Un'), commit('Deux')];
    const onMove = await watched('main');
    const before = onMove.mock.calls.length;
    for (let number = 0; number < OTHERS; number += 1) {
      writeFileSync(join(repository.path, `index-${number}`), '');
      writeFileSync(join(repository.path, 'index'), String(number));
      repository.git(['update-ref', `refs/heads/autre-${number % 4}`, number % 8 < 4 ? first : other]);
    }
    mkdirSync(join(repository.path, 'refs/heads/dossier'));
    repository.git(['update-ref', 'refs/heads/main', first]);
    await told(onMove, before);
    // By the file system, and by the look twice a second.
    expect(onMove.mock.calls.length).toBeLessThanOrEqual(before + 4);
  });
});
