import { join } from 'node:path';
import { commitFiles } from '#content/testing/content-history.ts';
import { createTemporaryFolder, git, initBareRepository } from '#content/testing/temporary-repository.ts';

/** Texts or bytes by path; null removes a file. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>;

export interface ContentFolder {
  /** DATA_DIR. */
  readonly path: string;
  readonly gitDir: string;
  /** Makes one commit with the git program, and gives its id. */
  commit(files: Files): string;
  git(...args: readonly string[]): string;
  remove(): void;
}

/** A DATA_DIR whose content repository was made by the git program. */
export function createContentFolder(files: Files): ContentFolder {
  const { path, remove } = createTemporaryFolder();
  const gitDir = join(path, 'content.git');
  initBareRepository(gitDir);
  const run = (...args: readonly string[]) => git(args, { cwd: gitDir });
  let commits = 0;

  function commit(changed: Files): string {
    commits += 1;
    const parents = commits === 1 ? [] : ['refs/heads/main^0'];
    return commitFiles(gitDir, changed, { parents, moment: 1_700_000_000 + commits });
  }

  commit(files);
  return { path, gitDir, commit, git: run, remove };
}
