import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { initBareRepository } from '#content/store/bare-repository.ts';
import { createObjectStore } from '#content/store/objects/objects.ts';
import { createRemote, type RemoteOptions } from '#content/store/remote.ts';
import { startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { cleanGitEnvironment, git } from '#content/testing/temporary-repository.ts';
import { makeCorpus } from './corpus.ts';
import type { Table } from './table.ts';

/** A first clone and a first push of a whole history, beside the git program's own, from and to one server on this machine. */
export async function benchRemote(count: number, note: (text: string) => void): Promise<Table> {
  note(`making ${count} articles and ${count} commits`);
  const corpus = makeCorpus(count, count);
  git(['repack', '-q', '-a', '-d'], { cwd: corpus.gitDir });
  const rows: string[][] = [];

  async function measure(
    what: string,
    ways: readonly (readonly [string, () => Promise<unknown>])[],
  ): Promise<void> {
    let control = Number.NaN;
    for (const [name, run] of ways) {
      note(`${what}: ${name}`);
      const cpu = process.cpuUsage();
      const start = performance.now();
      await run();
      const seconds = (performance.now() - start) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      if (Number.isNaN(control)) control = seconds;
      const own = ((user + system) / 1e6).toFixed(1);
      rows.push([`${what}: ${name}`, seconds.toFixed(1), own, (seconds / control).toFixed(1)]);
    }
  }

  await measure('first clone', [
    [
      'git clone --bare',
      () => cloned((url, to) => program(corpus.dataDir, 'clone', '-q', '--bare', url, to)),
    ],
    ['Encrier', () => cloned((url, to) => cloneBy({}, url, to))],
    ['Encrier without the git program', () => cloned((url, to) => cloneBy(ALONE, url, to))],
  ]);
  await measure('first push', [
    ['git push', () => pushed((url) => program(corpus.gitDir, 'push', '-q', url, 'main'))],
    ['Encrier', () => pushed((url) => pushBy({}, url))],
    ['Encrier without the git program', () => pushed((url) => pushBy(ALONE, url))],
  ]);
  corpus.remove();

  async function cloned(run: (url: string, to: string) => Promise<unknown>): Promise<void> {
    const to = join(corpus.dataDir, 'clone.git');
    const server = await startLoopbackRemote();
    rmSync(server.gitDir, { recursive: true });
    git(['clone', '-q', '--bare', '--local', corpus.gitDir, server.gitDir], { cwd: corpus.dataDir });
    await run(server.url, to);
    await server.stop();
    rmSync(to, { recursive: true });
  }

  async function pushed(run: (url: string) => Promise<unknown>): Promise<void> {
    const server = await startLoopbackRemote();
    await run(server.url);
    await server.stop();
  }

  async function pushBy(how: How, url: string): Promise<void> {
    await withRemote(how, url, corpus.gitDir, async (remote) => {
      await remote.push({ from: null, to: git(['rev-parse', 'main'], { cwd: corpus.gitDir }) });
    });
  }

  return {
    title: `A first clone and a first push, ${count} articles and ${count} commits`,
    head: ['', 'seconds', 'of processor, ours and the server’s', 'times git'],
    rows,
  };
}

type How = Pick<RemoteOptions, 'git'>;
const ALONE: How = { git: () => Promise.resolve(null) };

async function cloneBy(how: How, url: string, gitDir: string): Promise<void> {
  await initBareRepository(gitDir, 'main');
  await withRemote(how, url, gitDir, (remote) => remote.fetch([]));
}

async function withRemote(
  how: How,
  url: string,
  gitDir: string,
  work: (remote: ReturnType<typeof createRemote>) => Promise<unknown>,
): Promise<void> {
  const objects = createObjectStore({ gitDir });
  await work(createRemote({ ...how, url, gitDir, objects, branch: 'main', credentials: () => null }));
  objects.close();
}

async function program(cwd: string, ...args: readonly string[]): Promise<void> {
  const child = spawn('git', args, { cwd, env: cleanGitEnvironment(), stdio: 'inherit' });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`git ${args[0]} failed`);
}
