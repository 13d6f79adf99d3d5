import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import type { Socket } from 'node:net';
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
  const folder = createRunnerFolder();
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
      status: Number(status),
      stdout,
      stderr,
    });
  };
}

/** How a git program ended that ran while this process went on. */
export interface GitOutcome {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Runs git while this process goes on, and answers how it ended, whatever that was. */
export type GitRunnerAside = (run: Run) => Promise<GitOutcome>;

/** The same for programs that run side by side, while this process goes on. */
export function createGitRunnerAside(env: NodeJS.ProcessEnv): GitRunnerAside {
  if (process.platform === 'win32') return (run) => runAsideAsUsual(run, env);
  const folder = createRunnerFolder();
  const waiting = new Map<string, (code: number) => void>();
  let runs = 0;
  let told = '';
  // It ends when nobody can ask any more.
  const shell = 'while read -r run; do { . "./$run.words"; echo "$run $?"; } & done';
  const child = spawn('sh', ['-c', shell], { cwd: folder, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const pipes = [child.stdin, child.stdout] as unknown as readonly Socket[]; // what Node makes of pipes (node:child_process)
  for (const handle of [child, ...pipes]) handle.unref();
  child.stdout.on('data', (piece: Buffer) => {
    const lines = (told + piece.toString('latin1')).split('\n');
    told = lines.pop() ?? '';
    for (const line of lines) {
      const [run = '', code] = line.split(' ');
      waiting.get(run)?.(Number(code));
      waiting.delete(run);
    }
    if (waiting.size === 0) for (const pipe of pipes) pipe.unref();
  });
  return async (run) => {
    runs += 1;
    const name = String(runs);
    const file = (kind: string): string => path.join(folder, `${name}.${kind}`);
    writeFileSync(file('in'), run.input);
    writeFileSync(file('words'), `(exec <${name}.in >${name}.out 2>${name}.err; ${shellWords(run)})\n`);
    const code = await new Promise<number>((resolve) => {
      waiting.set(name, resolve);
      for (const pipe of pipes) pipe.ref();
      child.stdin.write(`${name}\n`);
    });
    const outcome = { code, stdout: readFileSync(file('out')), stderr: readFileSync(file('err')) };
    for (const kind of ['in', 'words', 'out', 'err']) rmSync(file(kind));
    return outcome;
  };
}

function runAsideAsUsual({ args, cwd, env, input }: Run, common: NodeJS.ProcessEnv): Promise<GitOutcome> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...common, ...env }, encoding: 'buffer', maxBuffer: 1024 ** 3 } as const;
    const child = execFile('git', args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
    child.stdin?.on('error', () => undefined); // git may refuse before it has read all
    child.stdin?.end(input);
  });
}

function createRunnerFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'encrier-git-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
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
    cwd,
    input,
    env: { ...common, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 1024 ** 3,
  });
}
