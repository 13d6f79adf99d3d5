import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  cleanGitEnvironment,
  createTemporaryFolder,
  git,
  gitAside,
} from '#content/testing/temporary-repository.ts';
import { signIn } from './author.ts';
import type { TestServer } from './running-server.ts';

export interface GitOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The git program of somebody who knows nothing of this process; never asks for a password. */
const NEVER_ASKING = { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '' };
const ENVIRONMENT = { ...cleanGitEnvironment(), ...NEVER_ASKING };

/** Runs git while this process goes on, and gives how it ended. */
export async function runGitAside(args: readonly string[], cwd: string): Promise<GitOutcome> {
  const { code, stdout, stderr } = await gitAside(args, { cwd, env: NEVER_ASKING });
  return { code, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** The address of a server's repository, with what opens it. */
export function remoteAddress(
  server: Pick<TestServer, 'port'>,
  password: string,
  username = 'camille',
): string {
  return `http://${username}:${password}@127.0.0.1:${server.port}/content.git`;
}

/** A new application password of the server's author, and the call that revokes it. */
export async function makeApplicationPassword(server: Pick<TestServer, 'port'>) {
  const call = await signIn(server);
  const made = await call('POST', '/api/account/application-passwords', { name: 'Ordinateur' });
  const id = String(made['id']);
  return {
    password: String(made['password']),
    call,
    revoke: () => call('DELETE', `/api/account/application-passwords/${id}`),
  };
}

/** A clone of a repository, made by the git program, with files one can write. */
export async function createClone(address: string) {
  const folder = createTemporaryFolder();
  const path = join(folder.path, 'clone');
  const cloned = await runGitAside(['clone', '--quiet', address, path], folder.path);
  if (cloned.code !== 0) {
    folder.remove();
    throw new Error(cloned.stderr);
  }
  const here = (...args: readonly string[]) => git(args, { cwd: path });
  const write = (file: string, content: string | Uint8Array | null) => {
    const whole = join(path, file);
    if (content === null) rmSync(whole);
    else {
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, content);
    }
  };
  return {
    path,
    git: here,
    write,
    /** Commits these files, null removing one, and answers the commit's id. */
    commit(files: Readonly<Record<string, string | Uint8Array | null>>): string {
      for (const [file, content] of Object.entries(files)) write(file, content);
      here('add', '--all');
      here('commit', '--quiet', '--allow-empty', '--message', 'Modifier');
      return here('rev-parse', 'HEAD');
    },
    push: (...args: readonly string[]) => runGitAside(['push', 'origin', ...args], path),
    run: (...args: readonly string[]) => runGitAside(args, path),
    start: (...args: readonly string[]): ChildProcess =>
      spawn('git', args, { cwd: path, env: ENVIRONMENT, stdio: 'ignore' }),
    remove: folder.remove,
  };
}
export type Clone = Awaited<ReturnType<typeof createClone>>;

/** What the server told the pusher, without git's `remote: ` in front. */
export function remoteLines({ stderr }: GitOutcome): readonly string[] {
  return stderr
    .split(/[\r\n]+/)
    .filter((line) => line.startsWith('remote: '))
    .map((line) => line.slice('remote: '.length).trimEnd());
}
