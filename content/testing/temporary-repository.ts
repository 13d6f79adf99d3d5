import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  createGitRunner,
  createGitRunnerAside,
  type GitOutcome,
  type GitRunner,
  type GitRunnerAside,
} from './git-runner.ts';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** An empty folder on the disk, for one test. */
export function createTemporaryFolder(): TemporaryFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'encrier-test-'));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** An environment for git that knows nothing of the person whose machine this is. */
export function cleanGitEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: os.tmpdir(),
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Camille Test',
    GIT_AUTHOR_EMAIL: 'camille@exemple.fr',
    GIT_COMMITTER_NAME: 'Camille Test',
    GIT_COMMITTER_EMAIL: 'camille@exemple.fr',
  };
}

export interface GitOptions {
  readonly cwd: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

let runner: GitRunner | null = null;
let runnerAside: GitRunnerAside | null = null;

/** Runs the git program and answers what it printed, without the final newline. Throws when git fails. */
export function git(args: readonly string[], options: GitOptions): string {
  return gitBytes(args, options).toString().replace(/\n$/, '');
}

/** The same, byte for byte. */
export function gitBytes(args: readonly string[], { cwd, env = {}, input = '' }: GitOptions): Buffer {
  runner ??= createGitRunner(cleanGitEnvironment());
  return runner({ args, cwd, env, input });
}

/** Runs the git program while this process goes on, and answers how it ended. */
export function gitAside(
  args: readonly string[],
  { cwd, env = {}, input = '' }: GitOptions,
): Promise<GitOutcome> {
  runnerAside ??= createGitRunnerAside(cleanGitEnvironment());
  return runnerAside({ args, cwd, env, input });
}

export interface TemporaryRepository extends TemporaryFolder {
  git(args: readonly string[], options?: Omit<GitOptions, 'cwd'>): string;
}

let template: TemporaryFolder | null = null;

/** Does what `git init --bare` does, but for its sample hooks: copied from one, since most tests begin with it. */
export function initBareRepository(gitDir: string): void {
  template ??= createTemplate();
  cpSync(template.path, gitDir, { recursive: true });
}

function createTemplate(): TemporaryFolder {
  const folder = createTemporaryFolder();
  git(['init', '--quiet', '--bare', '--initial-branch=main', '--template=', '.'], { cwd: folder.path });
  for (const name of ['hooks', 'info']) mkdirSync(path.join(folder.path, name));
  process.once('exit', folder.remove);
  return folder;
}

/** A bare repository, branch main, without a commit. */
export function createTemporaryRepository(): TemporaryRepository {
  const folder = createTemporaryFolder();
  initBareRepository(folder.path);
  return { ...folder, git: (args, options) => git(args, { cwd: folder.path, ...options }) };
}
