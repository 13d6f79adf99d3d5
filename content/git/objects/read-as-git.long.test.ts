import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { generateRepository } from '#content/testing/objects/generated-repository.ts';
import { differencesFromGit, objectsOfGit } from '#content/testing/objects/git-referee.ts';
import { rounds } from '#content/testing/rounds.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { repairRepository } from '../recovery.ts';

const COUNT = rounds({ few: 150, all: 1000 });
/** How git may pack what it holds. */
const PACKINGS: readonly (readonly [string, readonly string[]])[] = [
  ['one window', ['--window=250', '--depth=4000', '-f']],
  ['no deltas', ['--window=0', '-f']],
  ['references', ['-c', 'repack.useDeltaBaseOffset=false', '--window=50', '-f']],
  ['an index of version 1', ['-c', 'pack.indexVersion=1', '--window=20', '-f']],
  ['no compression', ['-c', 'pack.compression=0', '-F']],
];
const folders: TemporaryFolder[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function generated(seed: number): ReturnType<typeof generateRepository> {
  const repository = generateRepository({ count: COUNT, seed });
  folders.push(repository);
  return repository;
}

/** Every file of objects, by its bytes. */
function filesOf(gitDir: string): ReadonlyMap<string, string> {
  const names = readdirSync(path.join(gitDir, 'objects'), { recursive: true, withFileTypes: true });
  return new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file, 'base64')]),
  );
}

describe('objects of every form', () => {
  it.each([11, 12].slice(0, rounds({ few: 1, all: 2 })))(
    'are read as git reads them (seed %i)',
    async (seed) => {
      const { path: gitDir, history } = generated(seed);
      expect(objectsOfGit(gitDir).size).toBe(history.objects.length);
      expect(await differencesFromGit(gitDir)).toEqual([]);
    },
  );

  it('are as they were after three starts, and clone', async () => {
    const repository = generated(13);
    const before = filesOf(repository.path);
    for (let start = 0; start < 3; start += 1) {
      const repair = await repairRepository({
        gitDir: repository.path,
        branch: 'main',
        checkObjectsSince: 0,
      });
      expect(repair).toEqual({ repaired: [], readOnly: null });
    }
    expect(filesOf(repository.path)).toEqual(before);
    expect(repository.git(['fsck', '--full', '--strict'])).toBe('');
    const target = createTemporaryFolder();
    folders.push(target);
    git(['clone', '--quiet', '--bare', '--no-local', repository.path, target.path], { cwd: target.path });
    expect(objectsOfGit(target.path).size).toBe(repository.history.objects.length);
  });

  it.each(PACKINGS.slice(-rounds({ few: 2, all: PACKINGS.length })))(
    'are read as git packs them: %s',
    async (_, args) => {
      const repository = generated(14);
      const settings = args.filter((arg, at) => arg === '-c' || args[at - 1] === '-c');
      const options = args.filter((arg) => !settings.includes(arg));
      repository.git([...settings, 'repack', '-adq', '--no-write-bitmap-index', ...options]);
      expect(await differencesFromGit(repository.path)).toEqual([]);
    },
  );
});
