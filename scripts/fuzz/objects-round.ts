import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generateRepository } from '#content/testing/objects/generated-repository.ts';
import { differencesFromGit, objectsOfGit } from '#content/testing/objects/git-referee.ts';
import { createTemporaryFolder, git } from '#content/testing/temporary-repository.ts';
import { openRepository } from '#server/open-repository.ts';

const STARTS = 3;

/**
 * Makes a repository of so many objects in every form that git reads, has the server open it again and again, and says what is
 * not as it should be: read otherwise than git reads, changed, not sound for `git fsck`, not to be cloned.
 */
export async function faultsOfObjects(options: {
  readonly count: number;
  readonly seed: number;
}): Promise<readonly string[]> {
  const repository = generateRepository(options);
  const target = createTemporaryFolder();
  try {
    const faults = [...(await differencesFromGit(repository.path))];
    const before = filesOf(repository.path);
    for (let start = 1; start <= STARTS; start += 1) {
      const said = await openOnce(repository.path);
      faults.push(...said.map((sentence) => `start ${start}: ${sentence}`));
    }
    if (filesOf(repository.path) !== before) faults.push(`files of objects changed in ${STARTS} starts`);
    faults.push(...repository.git(['fsck', '--full', '--strict']).split('\n').filter(Boolean));
    git(['clone', '--quiet', '--bare', '--no-local', repository.path, target.path], { cwd: target.path });
    const cloned = objectsOfGit(target.path).size;
    const made = repository.history.objects.length;
    return cloned === made ? faults : [...faults, `${cloned} of ${made} objects were cloned`];
  } finally {
    repository.remove();
    target.remove();
  }
}

/** What a start has to say. */
async function openOnce(gitDir: string): Promise<readonly string[]> {
  const opened = await openRepository({
    gitDir,
    workBranch: 'travail',
    branch: 'main',
    refusal: null,
    starterFolder: '',
    starter: 'empty',
    clone: () => Promise.resolve(true),
  });
  opened.repository.close();
  return [...opened.repaired, ...(opened.readOnly === null ? [] : [opened.readOnly])];
}

/** One sum over the names and bytes of all files of objects. */
function filesOf(gitDir: string): string {
  const hash = createHash('sha256');
  const entries = readdirSync(path.join(gitDir, 'objects'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}
