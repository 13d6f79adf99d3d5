import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContentRepository } from '#content/git/content-repository.ts';
import { hasCode } from '../../model/errors.ts';
import { changing } from '../../testing/change-sets.ts';
import { type ContentHistory, createContentHistory } from '../../testing/content-history.ts';
import { type LoopbackRemote, startLoopbackRemote } from '../../testing/loopback-remote.ts';
import { postText, SETTINGS, testId } from '../../testing/posts.ts';
import { rounds } from '../../testing/rounds.ts';
import {
  cleanGitEnvironment,
  createTemporaryFolder,
  git,
  type TemporaryFolder,
} from '../../testing/temporary-repository.ts';
import { TYPESCRIPT } from '../../testing/typescript-program.ts';
import { openWorkingClone } from '../waiting/working-clone.ts';
import { cloneInto, type FirstCloneOptions } from './first-clone.ts';

const SECRET = 'mot-de-passe-secret-42';
const CLAIRE = { username: 'claire', password: SECRET };
const BASIC = Buffer.from(`claire:${SECRET}`).toString('base64');
const COMMITTER = { name: 'Encrier', email: 'encrier@exemple.fr' };
const CLONER = fileURLToPath(new URL('../../testing/kill-cloner.ts', import.meta.url));

let place: TemporaryFolder;
let history: ContentHistory;
let upstream: LoopbackRemote;
beforeEach(async () => {
  place = createTemporaryFolder();
  history = createContentHistory();
  upstream = await startLoopbackRemote({ credentials: CLAIRE });
});
afterEach(async () => {
  await upstream.stop();
  history.remove();
  place.remove();
});

const folder = () => path.join(place.path, 'articles');
const here = (...args: readonly string[]) => git(args, { cwd: folder() });

function publish(files: Readonly<Record<string, string>>, branch = 'main'): string {
  const commit = history.commit(files);
  history.git(['push', '--quiet', upstream.gitDir, `main:${branch}`]);
  return commit;
}

const posts = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`posts/2026/p-${at}.md`, postText(at, `Article ${at}`)]),
  );

function cloning(options: Partial<FirstCloneOptions> = {}): Promise<void> {
  return cloneInto({
    folder: folder(),
    url: upstream.url,
    credentials: () => CLAIRE,
    committer: COMMITTER,
    clock: Date.now,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    start: () => Promise.reject(new Error('not empty')),
    ...options,
  });
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const told = inspect(error, { depth: 10, showHidden: true });
  for (const secret of [SECRET, BASIC]) expect(told).not.toContain(secret);
  return hasCode(error, 'remote') ? error.data.fault : hasCode(error, 'invalid') ? 'invalid' : String(error);
}

function expectWhole(commit: string): void {
  expect({
    head: here('rev-parse', 'HEAD'),
    status: here('status', '--porcelain'),
    fsck: here('fsck', '--full', '--strict', '--no-dangling'),
  }).toEqual({ head: commit, status: '', fsck: '' });
}

describe('cloneInto', () => {
  it('brings history, files and pending versions, and a remote that git goes on with', async () => {
    publish({ ...SETTINGS, ...posts(3) });
    const commit = publish({ 'posts/2026/p-1.md': postText(1, 'Changé') });
    const pending = `refs/encrier/pending/${testId(1)}`;
    upstream.git('update-ref', pending, commit);
    const told: Parameters<FirstCloneOptions['onProgress']>[0][] = [];
    await cloning({ onProgress: (progress) => told.push(progress) });
    expectWhole(commit);
    expect(here('status', '--short', '--branch')).toBe('## main...origin/main');
    expect(readFileSync(path.join(folder(), 'posts/2026/p-1.md'), 'utf8')).toContain('Changé');
    expect(told.map(({ step }) => step)).toEqual(expect.arrayContaining(['connect', 'receive', 'write']));
    upstream.git('update-ref', '-d', pending);
    const other = publish({ 'posts/2026/p-2.md': postText(2, 'Ailleurs') });
    const asClaire = ['-c', `http.extraHeader=Authorization: Basic ${BASIC}`];
    // Not waited for in one go: the remote answers from this very process.
    await promisify(execFile)('git', [...asClaire, 'pull', '--quiet'], {
      cwd: folder(),
      env: cleanGitEnvironment(),
    });
    expectWhole(other);
  });

  it('leaves the secret nowhere', async () => {
    publish({ ...SETTINGS, ...posts(3) });
    await cloning();
    const files = (readdirSync(folder(), { recursive: true }) as string[]).filter((name) =>
      statSync(path.join(folder(), name)).isFile(),
    );
    const leaks = files.filter((name) => {
      const bytes = readFileSync(path.join(folder(), name));
      return bytes.includes(SECRET) || bytes.includes(BASIC);
    });
    expect(leaks).toEqual([]);
    expect(upstream.requests.filter(({ url }) => url.includes(SECRET))).toEqual([]);
  });

  it('follows the branch that is shown there, whatever its name', async () => {
    const commit = publish({ ...SETTINGS }, 'articles');
    upstream.git('symbolic-ref', 'HEAD', 'refs/heads/articles');
    await cloning();
    expectWhole(commit);
    expect(here('branch', '--show-current')).toBe('articles');
  });

  it.each(['master', 'travail'])(
    'follows the only branch beside the work branch where %s is said to be open',
    async (open) => {
      const commit = publish({ ...SETTINGS });
      publish({ 'posts/2026/attend.md': postText(1, 'Attend') }, 'travail');
      upstream.git('symbolic-ref', 'HEAD', `refs/heads/${open}`);
      await cloning();
      expectWhole(commit);
      expect(here('branch', '--show-current')).toBe('main');
    },
  );

  it('takes what waits for no branch that readers get', async () => {
    publish({ ...SETTINGS }, 'travail');
    upstream.git('symbolic-ref', 'HEAD', 'refs/heads/travail');
    expect(await faultOf(cloning())).toBe('no-branch');
    expect(existsSync(folder())).toBe(false);
  });

  it('takes what came from another address for no branch of this one', async () => {
    const other = await startLoopbackRemote();
    const code = createContentHistory();
    code.commit({ 'code.js': '1' });
    code.git(['push', '--quiet', other.gitDir, 'main']);
    const commit = publish({ ...SETTINGS, ...posts(3) });
    upstream.fail({ kind: 'cut-fetch' });
    await faultOf(cloning());
    expect(await faultOf(cloning({ url: other.url }))).toBe('invalid');
    await cloning();
    expectWhole(commit);
    code.remove();
    await other.stop();
  });

  it('takes a folder that was opened since as it is', async () => {
    publish({ ...SETTINGS, ...posts(2) });
    await cloning();
    const open = async (): Promise<void> => {
      const options = { folder: folder(), branch: 'main', committer: COMMITTER, clock: Date.now };
      const onError = (error: unknown): void => expect(error).toBeNull();
      await (await openWorkingClone({ ...options, isWritable: true, onError })).close();
    };
    await open();
    const heads = () => here('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads');
    const before = heads();
    await cloning();
    expect([heads(), here('branch', '--show-current')]).toEqual([before, 'travail']);
    // As a power cut leaves it.
    writeFileSync(path.join(folder(), '.git/HEAD'), '');
    await cloning();
    await open();
    expect([heads(), here('branch', '--show-current'), here('status', '--porcelain')]).toEqual([
      before,
      'travail',
      '',
    ]);
  });

  it('begins a repository that is empty there', async () => {
    const start = async (branch: string) => {
      const gitDir = path.join(folder(), '.git');
      const repository = createContentRepository({
        gitDir,
        branch,
        committer: COMMITTER,
        clock: Date.now,
      });
      await repository.commit(changing(SETTINGS), { expected: null });
      repository.close();
    };
    await cloning({ start });
    expectWhole(upstream.git('rev-parse', 'main'));
  });

  it('refuses a repository of something else, and leaves the folder for another try', async () => {
    publish({ 'code.js': '1' });
    expect(await faultOf(cloning())).toBe('invalid');
    expect(existsSync(path.join(folder(), '.git'))).toBe(false);
    const commit = publish({ ...SETTINGS });
    await cloning();
    expectWhole(commit);
  });

  it('makes nothing before it was let in', async () => {
    publish({ ...SETTINGS });
    const wrong = { username: 'claire', password: 'faux' };
    expect(await faultOf(cloning({ credentials: () => wrong }))).toBe('refused');
    expect(await faultOf(cloning({ url: `${upstream.url}/absent` }))).toBe('not-a-repository');
    upstream.fail({ kind: 'redirect', to: 'http://127.0.0.2:1' });
    expect(await faultOf(cloning())).toBe('redirected');
    expect(existsSync(folder())).toBe(false);
  });

  it('goes on after a cut, damage and a cancellation at each step', async () => {
    const commit = publish({ ...SETTINGS, ...posts(120) });
    upstream.fail({ kind: 'cut-fetch' });
    expect(['offline', 'corrupt']).toContain(await faultOf(cloning()));
    upstream.fail({ kind: 'corrupt-pack' });
    expect(await faultOf(cloning())).toBe('corrupt');
    for (const step of ['connect', 'receive', 'write'] as const) {
      const abort = new AbortController();
      const onProgress = (progress: Parameters<FirstCloneOptions['onProgress']>[0]) => {
        if (progress.step === step) abort.abort();
      };
      await expect(cloning({ onProgress, signal: abort.signal })).rejects.toThrow();
    }
    const fetches = upstream.requests.filter(({ method }) => method === 'POST').length;
    await cloning();
    expect(upstream.requests.filter(({ method }) => method === 'POST')).toHaveLength(fetches);
    expectWhole(commit);
  });
});

/** Starts a clone and kills it once it said so many lines; whether it had ended before. */
function runAndKill(url: string, lines: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const words = [...TYPESCRIPT, CLONER, url, folder()];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split('\n').length > lines) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', () => resolve(output.endsWith('done\n')));
  });
}

describe('a clone killed at any moment', () => {
  it('is gone on with by the next try', async () => {
    const open = await startLoopbackRemote();
    const commit = history.commit({ ...SETTINGS, ...posts(rounds({ few: 150, all: 600 })) });
    history.git(['push', '--quiet', open.gitDir, 'main']);
    const growth = rounds({ few: 8, all: 2 });
    for (let lines = 1; !(await runAndKill(open.url, lines)); lines *= growth);
    expectWhole(commit);
    expect(here('count-objects', '-v')).toContain('garbage: 0');
    await open.stop();
  });
});
