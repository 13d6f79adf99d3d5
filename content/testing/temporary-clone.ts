import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NameRules } from '#content/folder/disk-file.ts';
import { initClone, openClone } from '#content/folder/work-tree.ts';
import { openWorkingClone } from '../service/waiting/working-clone.ts';
import { changing } from './change-sets.ts';
import { createTemporaryFolder, git } from './temporary-repository.ts';

/** An ordinary clone in a folder of its own, and the git program beside it. */
export async function createTemporaryClone() {
  const temporary = createTemporaryFolder();
  const folder = path.join(temporary.path, 'articles');
  const errors: unknown[] = [];
  const gitDir = await initClone(folder, 'main');
  const open = (names?: NameRules) =>
    openClone({
      folder,
      branch: 'main',
      committer: { name: 'Encrier', email: 'encrier@exemple.fr' },
      clock: Date.now,
      onError: (error: unknown) => errors.push(error),
      ...(names === undefined ? {} : { names }),
    });
  /** As the desktop does: with the work branch open. */
  const openWorking = () =>
    openWorkingClone({
      folder,
      branch: 'main',
      committer: { name: 'Encrier', email: 'encrier@exemple.fr' },
      clock: Date.now,
      onError: (error: unknown) => errors.push(error),
      isWritable: true,
    });
  return {
    folder,
    gitDir,
    errors,
    open,
    openWorking,
    git: (...args: readonly string[]): string => git(args, { cwd: folder }),
    at: (file: string): string => path.join(folder, file),
    read: (file: string): string => readFileSync(path.join(folder, file), 'utf8'),
    write: (file: string, text: string): void => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    },
    remove: () => temporary.remove(),
  };
}

export type TemporaryClone = Awaited<ReturnType<typeof createTemporaryClone>>;

/** Commits these texts (null removes) as Encrier does, and waits until index and files have followed. */
export async function saveAndFollow(
  clone: Pick<Awaited<ReturnType<TemporaryClone['open']>>, 'repository' | 'workTree'>,
  files: Readonly<Record<string, string | null>>,
): Promise<string> {
  const commit = await clone.repository.commit(changing(files));
  await clone.workTree.follow();
  return commit;
}

/** The first commit of a clone, before it is opened. */
export async function beginClone(
  { open }: Pick<TemporaryClone, 'open'>,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const clone = await open();
  await saveAndFollow(clone, files);
  await clone.close();
}
