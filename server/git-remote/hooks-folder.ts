import { execFile } from 'node:child_process';
import { access, chmod, constants, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { ensureFolderDurably } from '#content/git/durable-fs.ts';
import { isSystemError } from '#content/git/system-error.ts';

interface HooksOptions {
  /** Made when missing; git looks for hooks here and nowhere else. */
  readonly folder: string;
  /** The built pre-receive.ts. */
  readonly program: string;
}

/** Longest first line that kernels read whole, and no blank in it (execve(2), Interpreter scripts). */
const MAX_INTERPRETER = 120;
const PROBE_MS = 30_000;

/**
 * The folder of the one hook that runs. Git takes over a push without a word when a hook cannot be started, so `isReady`
 * tries it: false when it does not run (a disk mounted noexec, an incomplete build), and then no push may be taken.
 */
export function createHooksFolder({ folder, program }: HooksOptions) {
  const file = join(folder, 'pre-receive');
  const script = hookScript(program);
  const oneAtATime = createOneAtATime();
  let hasRun = false;

  async function isInPlace(): Promise<boolean> {
    try {
      await access(file, constants.X_OK);
      return (await readFile(file, 'utf8')) === script;
    } catch (error) {
      if (isSystemError(error, 'ENOENT', 'EACCES')) return false;
      throw error;
    }
  }

  async function putInPlace(): Promise<void> {
    // Node's own says ENOENT on a read-only disk.
    await ensureFolderDurably(folder);
    const temporary = `${file}.${process.pid}`;
    await writeFile(temporary, script, { mode: 0o700 });
    await chmod(temporary, 0o700);
    await rename(temporary, file);
  }

  async function look(): Promise<boolean> {
    if (!(await isInPlace())) {
      hasRun = false;
      await putInPlace();
    }
    hasRun ||= await runs(file);
    return hasRun;
  }

  return {
    folder,
    /** One at a time: the first pushes of all may come together. */
    isReady: (): Promise<boolean> => oneAtATime(look),
  };
}

/** Started by Node itself, no shell in between, unless Node's path does not fit the first line of a script. */
function hookScript(program: string): string {
  const { execPath } = process;
  const start = `import(${JSON.stringify(pathToFileURL(program).href)});\n`;
  if (/^\S+$/.test(execPath) && execPath.length <= MAX_INTERPRETER) return `#!${execPath}\n${start}`;
  return `#!/bin/sh\nexec ${quoted(execPath)} ${quoted(program)} "$@"\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function runs(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(
      file,
      ['--probe'],
      { timeout: PROBE_MS, env: { PATH: process.env.PATH ?? '' } },
      (error, stdout) => resolve(error === null && stdout === 'encrier\n'),
    );
  });
}
