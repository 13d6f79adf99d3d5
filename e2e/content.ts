import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanGitEnvironment, createTemporaryFolder } from '#content/testing/temporary-repository.ts';

/** One commit: files to write, by path, and paths to remove. */
export interface ContentChange {
  readonly write?: Readonly<Record<string, string | Uint8Array>>;
  readonly remove?: readonly string[];
  readonly message?: string;
  /** The author's name; that of the tests when it is not given. */
  readonly author?: string;
  /** `main` when it is not given. */
  readonly branch?: 'travail';
}

const BRANCH = 'refs/heads/main';

/** Commits to a bare repository by the git program alone, as an operator's script would; gives the commit's id. */
export function commitContent(
  repository: string,
  { write = {}, remove = [], message, author, branch }: ContentChange,
): string {
  const folder = createTemporaryFolder();
  const named = author === undefined ? {} : { GIT_AUTHOR_NAME: author };
  const env = { ...cleanGitEnvironment(), ...named, GIT_INDEX_FILE: join(folder.path, 'index') };
  const git = (args: readonly string[], input: string | Uint8Array = ''): string =>
    execFileSync('git', args, { cwd: repository, env, input }).toString().trim();
  try {
    const ref = branch === undefined ? BRANCH : `refs/heads/${branch}`;
    const parent = git(['rev-parse', ref]);
    git(['read-tree', parent]);
    // All by one git: a process for each is most of what hundreds of files cost.
    const files = Object.values(write).map((text, index) => {
      const file = join(folder.path, String(index));
      writeFileSync(file, text);
      return file;
    });
    const ids = git(['hash-object', '-w', '--no-filters', '--stdin-paths'], files.join('\n')).split('\n');
    const written = Object.keys(write).map((path, index) => `100644 ${ids[index] ?? ''}\t${path}`);
    const removed = remove.map((path) => `0 ${'0'.repeat(40)}\t${path}`);
    git(['update-index', '--add', '--index-info'], [...removed, ...written, ''].join('\n'));
    const commit = git(['commit-tree', git(['write-tree']), '-p', parent, '-m', message ?? 'Essai']);
    git(['update-ref', ref, commit, parent]);
    return commit;
  } finally {
    folder.remove();
  }
}

/** A file of the branch, as text. */
export function readContent(repository: string, path: string): string {
  return execFileSync('git', ['show', `${BRANCH}:${path}`], {
    cwd: repository,
    env: cleanGitEnvironment(),
  }).toString();
}
