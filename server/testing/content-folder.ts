import { join } from 'node:path';
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
    const from = commits === 1 ? '' : 'from refs/heads/main^0\n';
    const head = `commit refs/heads/main\ncommitter Camille Test <camille@exemple.fr> ${1_700_000_000 + commits} +0000\n`;
    const changes = Object.entries(changed).map(([file, bytes]) => change(file, bytes));
    const input = Buffer.concat([Buffer.from(`${head}${data('Modifier')}${from}`), ...changes]);
    git(['fast-import', '--quiet', '--date-format=raw'], { cwd: gitDir, input });
    return run('rev-parse', 'refs/heads/main');
  }

  commit(files);
  return { path, gitDir, commit, git: run, remove };
}

function change(file: string, bytes: string | Uint8Array | null): Buffer {
  if (bytes === null) return Buffer.from(`D ${JSON.stringify(file)}\n`);
  const content = Buffer.from(bytes);
  const head = `M 100644 inline ${JSON.stringify(file)}\ndata ${content.length}\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\n')]);
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
