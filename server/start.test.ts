import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { parseEnv } from './env.ts';
import { listen } from './http-server.ts';
import { type RunningServer, startServer } from './start.ts';
import { ask } from './testing/exchange.ts';
import { createCapturedLog, ROOT } from './testing/running-server.ts';

let folder: TemporaryFolder;
let running: RunningServer | null;
beforeEach(() => {
  folder = createTemporaryFolder();
  running = null;
});
afterEach(async () => {
  await running?.stop();
  folder.remove();
});

const dataDir = () => join(folder.path, 'data');
const logger = pino({ level: 'silent' });

async function start(
  env: Readonly<Record<string, string>> = {},
  root = ROOT,
  signal?: AbortSignal,
): Promise<number> {
  const settings = parseEnv({ PORT: '0', DATA_DIR: dataDir(), ...env });
  running = await startServer({ env: settings, logger, root, ...(signal && { signal }) });
  return running.port;
}
async function health(port: number): Promise<unknown> {
  return JSON.parse((await ask(port, '/healthz')).text);
}
const commits = () => git(['rev-list', 'main'], { cwd: join(dataDir(), 'content.git') }).split('\n');

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a first start', () => {
  it('makes the site with the four articles', async () => {
    const port = await start();
    const [commit] = commits();
    const counts = { posts: 4, published: 4, problems: 0, pendingPushes: 0 };
    expect(await health(port)).toMatchObject({ status: 'ok', commit, counts, problems: [], readOnly: null });
    for (const target of ['/', '/blog', '/blog/ironman-mindset-discipline-business']) {
      expect((await ask(port, target)).status).toBe(200);
    }
  });

  it('makes it without an article when asked', async () => {
    const port = await start({ STARTER: 'empty' });
    expect(await health(port)).toMatchObject({ counts: { posts: 0, published: 0, problems: 0 } });
    expect((await ask(port, '/')).status).toBe(200);
    expect((await ask(port, '/blog')).text).toContain('Aucun article pour le moment');
    expect((await ask(port, '/api/posts')).text).toBe('[]');
    expect((await ask(port, '/rss.xml')).status).toBe(200);
  });

  it('answers 503, and when to come back, until the content is there', async () => {
    const root = join(folder.path, 'root');
    const starter = join(root, 'content/starter');
    mkdirSync(starter, { recursive: true });
    symlinkSync(join(ROOT, 'dist'), join(root, 'dist'));
    copyFileSync(join(ROOT, 'content/starter/capacity.yml'), join(starter, 'capacity.yml'));
    execFileSync('mkfifo', [join(starter, 'site.yml')]); // The start waits until someone writes to it.
    const port = await freePort();
    const starting = start({ PORT: String(port) }, root);
    for (const target of ['/', '/healthz', '/api/posts', '/images/x.jpg']) {
      const answer = await vi.waitFor(() => ask(port, target), { interval: 10, timeout: 380_000 });
      expect(answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': '1', 'cache-control': 'no-store' },
      });
    }
    // Who asks for a page waits for it, one of the owner's and the search among them.
    const asked = Promise.all(['/', '/a-propos', '/recherche'].map((target) => ask(port, target)));
    const write = promisify(execFile)('cp', [
      join(ROOT, 'content/starter/site.yml'),
      join(starter, 'site.yml'),
    ]);
    const [pages] = await Promise.all([asked, starting, write]);
    expect(pages.map(({ status }) => status)).toEqual([200, 404, 200]);
    expect((await ask(port, '/healthz')).status).toBe(200);
  });
});

describe('a first start that copies an upstream which does not answer', () => {
  it('keeps no reader waiting, and says why', async () => {
    const port = await freePort();
    const stopping = new AbortController();
    const nowhere = `http://127.0.0.1:${await freePort()}/site.git`;
    const following = { PORT: String(port), ROLE: 'reader', CONTENT_REMOTE_URL: nowhere };
    const starting = start(following, ROOT, stopping.signal);
    const refused = vi.waitFor(
      async () => expect((await ask(port, '/')).text).toContain('ne répond pas'),
      380_000,
    );
    await Promise.race([refused, starting]);
    stopping.abort();
    await expect(starting).rejects.toThrow();
  });
});

describe('a second start', () => {
  it('keeps the content, whatever STARTER says', async () => {
    await start();
    const before = commits();
    await running?.stop();
    const port = await start({ STARTER: 'empty' });
    expect(commits()).toEqual(before);
    expect(await health(port)).toMatchObject({ commit: before[0], counts: { posts: 4 } });
  });

  it('is refused on a folder in use', async () => {
    await start();
    const first = running;
    await expect(start()).rejects.toThrow(`processus ${process.pid}`);
    expect((await ask(first?.port ?? 0, '/healthz')).status).toBe(200);
  });
});

describe('a start that fails', () => {
  it('says that the port is taken, and lets go of the folder', async () => {
    const other = createServer();
    const port = await listen(other, { port: 0, host: '127.0.0.1' });
    await expect(start({ PORT: String(port) })).rejects.toThrow(`Le port ${port} est déjà pris`);
    other.close();
    await start();
    expect(running).not.toBeNull();
  });

  it('says that the first administrator cannot be made, and lets go of the folder', async () => {
    const same = 'quatre mots pris au hasard';
    const starting = start({ ADMIN_USERNAME: same, ADMIN_PASSWORD: same });
    await expect(starting).rejects.toThrow('ADMIN_PASSWORD ne convient pas');
    await start();
    expect(running).not.toBeNull();
  });

  it('says that the machine has not this address', async () => {
    await expect(start({ HOST: '192.0.2.1' })).rejects.toThrow('HOST=127.0.0.1');
  });
});

describe('a repository that cannot be read', () => {
  it('leaves every address at 503, never 404 or 500, and the reason in the log', async () => {
    const gitDir = join(dataDir(), 'content.git');
    mkdirSync(dataDir(), { recursive: true });
    git(['init', '--quiet', '--bare', '--initial-branch=main', gitDir], { cwd: dataDir() });
    writeFileSync(join(gitDir, 'refs/heads/main'), `${'ab'.repeat(20)}\n`);
    const log = createCapturedLog();
    const env = parseEnv({ PORT: '0', DATA_DIR: dataDir() });
    running = await startServer({ env, logger: pino({}, log.stream), root: ROOT });
    for (const target of ['/', '/blog/x', '/absent', '/api/posts', '/api/capacity', '/rss.xml', '/healthz']) {
      const { status, headers } = await ask(running.port, target);
      expect([target, status, headers['retry-after']]).toEqual([
        target,
        503,
        expect.stringMatching(/^[1-9]$/),
      ]);
    }
    const { text } = await ask(running.port, '/healthz');
    expect(JSON.parse(text)).toMatchObject({
      status: 'degraded',
      reasons: ['read-only'],
      troubles: [
        { reason: expect.stringContaining('La branche «\u00a0main\u00a0» est illisible') as unknown },
      ],
    });
    expect(log.lines.some(({ level }) => level === 50)).toBe(true);
    expect(log.lines.filter(({ url }) => url === '/healthz').map(({ level }) => level)).toEqual([30, 30]);
    expect(log.lines.filter(({ url }) => url === '/api/posts').map(({ level }) => level)).toEqual([50]);
  });
});

describe('a start after a crash', () => {
  it('says in one line all that it repaired', async () => {
    await start();
    await running?.stop();
    const gitDir = join(dataDir(), 'content.git');
    const [commit = ''] = commits();
    writeFileSync(join(gitDir, 'refs/heads/main'), commit.slice(0, 12));
    writeFileSync(join(gitDir, 'HEAD'), '');
    const log = createCapturedLog();
    running = await startServer({
      env: parseEnv({ PORT: '0', DATA_DIR: dataDir() }),
      logger: pino({ level: 'info' }, log.stream),
      root: ROOT,
    });
    const said = log.lines.filter((line) => JSON.stringify(line).includes('illisible'));
    expect(said).toMatchObject([
      { msg: expect.stringMatching(/^Réparé au démarrage\. .*HEAD.*branche «\u00a0main\u00a0»/) as unknown },
    ]);
    expect(await health(running.port)).toMatchObject({ commit });
  });

  it('says which lock another program holds, for as long as it does', async () => {
    await start();
    await running?.stop();
    const lock = join(dataDir(), 'content.git/index.lock');
    writeFileSync(lock, '');
    const work = setInterval(() => appendFileSync(lock, 'au travail'), 10);
    const port = await start();
    clearInterval(work);
    const trouble = {
      code: 'locked',
      reason: expect.stringContaining('«\u00a0index.lock\u00a0»') as unknown,
    };
    expect(await health(port)).toMatchObject({
      status: 'degraded',
      reasons: ['locked'],
      troubles: [trouble],
    });
    rmSync(lock);
    expect(await health(port)).toMatchObject({ status: 'ok' });
  });
});
