import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

interface Run {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Beside the environment the runner was started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: string | Uint8Array;
}

/** Runs the git program and answers what it printed. Throws when git fails, with its `status` and `stderr`. */
export type GitRunner = (run: Run) => Buffer;

/**
 * Starts git from a process as small as a shell. A process is started by copying the tables of its parent's memory, and a worker
 * of the tests has half a gigabyte: thousands of short git programs cost an eighth of the tests that way. Where there is no
 * `mkfifo` git is started as usual.
 */
export function createGitRunner(env: NodeJS.ProcessEnv): GitRunner {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'encrier-git-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string): string => path.join(folder, name);
  try {
    execFileSync('mkfifo', [file('asked'), file('ended')], { stdio: 'ignore' });
  } catch {
    return (run) => runAsUsual(run, env);
  }
  // It ends when nobody can ask any more.
  const shell = 'exec 3<asked 4>ended; while read -r _ <&3; do . ./words; echo $? >&4; done';
  spawn('sh', ['-c', shell], { cwd: folder, env, stdio: 'ignore' }).unref();
  const asked = openSync(file('asked'), 'w');
  const ended = openSync(file('ended'), 'r');
  for (const name of ['asked', 'ended']) rmSync(file(name));
  const answer = Buffer.alloc(8);
  return (run) => {
    writeFileSync(file('in'), run.input);
    writeFileSync(file('words'), `(exec <in >out 2>err; ${shellWords(run)})\n`);
    writeSync(asked, '\n');
    const status = answer.toString('latin1', 0, readSync(ended, answer)).trim();
    const stdout = readFileSync(file('out'));
    if (status === '0') return stdout;
    const stderr = readFileSync(file('err'));
    throw Object.assign(new Error(`git ${run.args.join(' ')}: ${status}\n${stderr.toString()}`), {
      ...{ status: Number(status), stdout, stderr },
    });
  };
}

function shellWords({ args, cwd, env }: Run): string {
  const set = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}; `);
  return `${set.join('')}cd ${quoted(cwd)} && exec git ${args.map(quoted).join(' ')}`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function runAsUsual({ args, cwd, env, input }: Run, common: NodeJS.ProcessEnv): Buffer {
  return execFileSync('git', args, {
    ...{ cwd, input, env: { ...common, ...env } },
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 1024 ** 3,
  });
}
