import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isSystemError } from '#content/git/system-error.ts';
import { eventually } from '#content/testing/eventually.ts';
import { cleanGitEnvironment } from '#content/testing/temporary-repository.ts';

/** A commit made between two of its steps is missing to git: what is really missing stays so. */
export async function fsckFaults(gitDir: string): Promise<readonly string[]> {
  const said = await eventually(
    async () => {
      const args = ['fsck', '--full', '--strict', '--no-dangling', '--no-progress'];
      const { isDone, out, complaints } = await runGit(gitDir, args);
      return isDone ? `${out}\n${complaints}`.trim() : `failed: ${out}\n${complaints}`;
    },
    (words) => words === '',
  );
  return said === '' ? [] : [`git fsck of ${gitDir}: ${said}`];
}

/** A program at work has temporary files of its own: only what stays counts. */
export async function leftoverFaults(folder: string, gitDir: string): Promise<readonly string[]> {
  const left = await eventually(
    () => leftovers(folder, gitDir),
    (files) => files.length === 0,
  );
  return left.map((file) => `left over: ${file}`);
}

/** Locks, temporary files and the like below a folder, which only a program at work has. */
function leftovers(folder: string, gitDir: string): readonly string[] {
  try {
    const files = filesBelow(folder);
    const isLeftOver = (file: string) =>
      /\.lock$|^tmp_|^\.tmp-|\.part$|\.tmp$/.test(basename(file)) ||
      /tmp_objdir-|incoming-|\/encrier\/(?:locks|pushes)\//.test(`/${relative(gitDir, file)}`);
    const turns = files.filter((file) => /^lock\.[0-9]+$/.test(basename(file)));
    const passed = turns.filter((file) =>
      turns.some((other) => other !== file && dirname(other) === dirname(file)),
    );
    return [...files.filter(isLeftOver), ...passed].map((file) => relative(folder, file));
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [`${folder}, which changes all the time`];
    throw error;
  }
}

/** Every file below a folder; none when it is not there. */
export function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Told of the process, so that it can be killed. */
  readonly onStart?: (child: ChildProcess) => void;
}

interface GitRun {
  readonly isDone: boolean;
  readonly out: string;
  readonly complaints: string;
}

/** Runs the git program while this process goes on. */
export function runGit(cwd: string, args: readonly string[], options: RunOptions = {}): Promise<GitRun> {
  return new Promise((resolve, reject) => {
    const env = { ...cleanGitEnvironment(), GIT_TERMINAL_PROMPT: '0', ...options.env };
    const child = spawn('git', args, { cwd, env, stdio: 'pipe', timeout: 300_000 });
    options.onStart?.(child);
    let out = '';
    let complaints = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaints += piece));
    child.stdin.on('error', () => undefined); // It may end before it has read all.
    child.stdin.end(options.input ?? '');
    child.on('error', reject);
    child.on('close', (code) => resolve({ isDone: code === 0, out: out.trim(), complaints }));
  });
}

/** The same for what must succeed. */
export async function mustGit(cwd: string, args: readonly string[], options?: RunOptions): Promise<string> {
  const { isDone, out, complaints } = await runGit(cwd, args, options);
  if (!isDone) throw new Error(`git ${args.join(' ')}: ${complaints}`);
  return out;
}
