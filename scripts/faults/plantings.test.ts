import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContentRepository } from '#content/git/content-repository.ts';
import { repairRepository } from '#content/git/recovery.ts';
import { changing } from '#content/testing/change-sets.ts';
import { createRandom } from '#content/testing/random.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { PLANTINGS } from './plantings.ts';

let folder: TemporaryFolder;
let gitDir: string;
beforeEach(async () => {
  folder = createTemporaryFolder();
  gitDir = join(folder.path, 'content.git');
  git(['init', '--quiet', '--bare', '--initial-branch=main', gitDir], { cwd: folder.path });
  const repository = createContentRepository({
    gitDir,
    branch: 'main',
    committer: { name: 'Encrier', email: 'encrier@exemple.fr' },
    clock: Date.now,
  });
  await repository.commit(changing({ a: 'un' }), { expected: null });
  repository.close();
});
afterEach(() => folder.remove());

const TOLD = PLANTINGS.flatMap(({ told, ...planting }) =>
  told === null ? [] : [false, true].map((hasWork) => ({ ...planting, told, hasWork })),
);

describe('what a fault leaves in a repository', () => {
  it.each(TOLD)(
    'is said when it is put right: $name, with a work branch: $hasWork',
    async ({ plant, told, hasWork }) => {
      if (hasWork) git(['update-ref', '--create-reflog', 'refs/heads/travail', 'main'], { cwd: gitDir });
      const random = createRandom(1);
      plant({ dataDir: folder.path, gitDir, random, nextSave: 'deux', wasKilled: true });
      const { repaired, readOnly } = await repairRepository({ gitDir, branch: 'main', foreignLockAgeMs: 0 });
      expect([repaired.join(' '), readOnly]).toEqual([expect.stringMatching(told), null]);
    },
  );
});
