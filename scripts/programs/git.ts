import { type ChildProcess, spawn } from 'node:child_process';
import { cleanGitEnvironment } from '#content/testing/temporary-repository.ts';

interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Told of the process, so that it can be killed. */
  readonly onStart?: (child: ChildProcess) => void;
}

export interface GitRun {
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
