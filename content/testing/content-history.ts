import { createHash } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  createTemporaryFolder,
  createTemporaryRepository,
  git,
  initBareRepository,
  type TemporaryFolder,
} from './temporary-repository.ts';

/** A file of a commit: its text, null to remove it, or an entry of another mode (a link's target, a submodule's commit). */
export type HistoryFile = string | Uint8Array | null | { readonly mode: string; readonly target: string };

export interface ContentHistory extends TemporaryFolder {
  /**
   * Makes a commit by the git program on main; from its last commit unless other parents are named, a minute after it unless
   * a moment is (in seconds since 1970). Answers its id.
   */
  commit(files: Readonly<Record<string, HistoryFile>>, parents?: readonly string[], seconds?: number): string;
  /** Makes the same commit with another message, and main its last. Answers its id. */
  saying(message: string, commit: string): string;
  git(args: readonly string[]): string;
}

const SUBMODULE = '160000';
const FIRST_SECONDS = 1_760_000_000;

/** A bare repository in which the git program makes commits of named files, a minute apart. */
export function createContentHistory(): ContentHistory {
  const repository = createTemporaryRepository();
  let last: string | null = null;
  let minutes = 0;
  return {
    ...repository,
    commit(files, parents = last === null ? [] : [last], seconds) {
      minutes += 1;
      const moment = seconds ?? FIRST_SECONDS + minutes * 60;
      last = commitFiles(repository.path, files, { parents, moment });
      return last;
    },
    saying(message, commit) {
      const [head = ''] = repository.git(['cat-file', 'commit', commit]).split('\n\n');
      const input = `${head}\n\n${message}\n`;
      last = repository.git(['hash-object', '-t', 'commit', '-w', '--stdin'], { input });
      repository.git(['update-ref', 'refs/heads/main', last]);
      return last;
    },
  };
}

interface CommitOptions {
  /** Ids, or what names them: `refs/heads/main^0`. */
  readonly parents: readonly string[];
  /** In seconds since 1970. */
  readonly moment: number;
}

/** Makes a commit on main by the git program, and gives its id. */
export function commitFiles(
  gitDir: string,
  files: Readonly<Record<string, HistoryFile>>,
  { parents: [first, ...merged], moment }: CommitOptions,
): string {
  const head = [
    'commit refs/heads/main',
    'mark :1',
    `committer Camille Test <camille@exemple.fr> ${moment} +0100`,
    'data 8\nModifier',
    ...(first === undefined ? [] : [`from ${first}`]),
    ...merged.map((parent) => `merge ${parent}`),
  ];
  const changes = Object.entries(files).map(([name, file]) => change(name, file));
  const input = Buffer.concat([
    Buffer.from(`${head.join('\n')}\n`),
    ...changes,
    Buffer.from('get-mark :1\n'),
  ]);
  if (first !== undefined) return fastImport(gitDir, input);
  const { id, objects } = firstCommit(input);
  cpSync(objects, path.join(gitDir, 'objects'), { recursive: true });
  writeFileSync(path.join(gitDir, 'refs/heads/main'), `${id}\n`);
  return id;
}

function fastImport(gitDir: string, input: Buffer): string {
  return git(['fast-import', '--quiet', '--force', '--cat-blob-fd=1'], { cwd: gitDir, input }).trim();
}

interface FirstCommit {
  readonly id: string;
  /** A folder of its objects. */
  readonly objects: string;
}

const firstCommits = new Map<string, FirstCommit>();
let folderOfFirsts: TemporaryFolder | null = null;

/** The tests of a file begin with the same commit: git makes it once, for all of them to copy. */
function firstCommit(input: Buffer): FirstCommit {
  const key = createHash('sha1').update(input).digest('hex');
  const known = firstCommits.get(key);
  if (known !== undefined) return known;
  if (folderOfFirsts === null) {
    folderOfFirsts = createTemporaryFolder();
    process.once('exit', folderOfFirsts.remove);
  }
  const gitDir = path.join(folderOfFirsts.path, key);
  initBareRepository(gitDir);
  const made = { id: fastImport(gitDir, input), objects: path.join(gitDir, 'objects') };
  firstCommits.set(key, made);
  return made;
}

function change(path: string, file: HistoryFile): Buffer {
  if (file === null) return Buffer.from(`D ${path}\n`);
  if (typeof file === 'object' && 'mode' in file) {
    if (file.mode === SUBMODULE) return Buffer.from(`M ${SUBMODULE} ${file.target} ${path}\n`);
    return inline(file.mode, path, Buffer.from(file.target));
  }
  return inline('100644', path, Buffer.from(file));
}

function inline(mode: string, path: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`M ${mode} inline ${path}\ndata ${bytes.length}\n`),
    bytes,
    Buffer.from('\n'),
  ]);
}
