import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContentHistory } from '#content/testing/content-history.ts';
import {
  type LoopbackFault,
  type LoopbackRemote,
  startLoopbackRemote,
} from '#content/testing/loopback-remote.ts';
import { postText, SETTINGS } from '#content/testing/posts.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { ExplainedError } from './data/explained.ts';
import { parseEnv } from './env.ts';
import { answerStarting, startServer } from './start.ts';
import { AUTHOR_ENV } from './testing/author.ts';
import { ask } from './testing/exchange.ts';
import { createCapturedLog, ROOT, TEST_PASSWORDS } from './testing/running-server.ts';

const TOKEN = 'jeton-tres-secret-42';
/** As it goes over the network. */
const SPELLINGS = [TOKEN, Buffer.from(`x-access-token:${TOKEN}`).toString('base64')];

let upstream: LoopbackRemote;
let data: TemporaryFolder;
let log: ReturnType<typeof createCapturedLog>;

beforeEach(async () => {
  upstream = await startLoopbackRemote({ credentials: { username: 'x-access-token', password: TOKEN } });
  data = createTemporaryFolder();
  log = createCapturedLog();
  const history = createContentHistory();
  history.commit({ ...SETTINGS, 'posts/2025/un.md': postText(1, 'Premier titre') });
  history.git(['push', '--quiet', upstream.gitDir, 'main']);
  history.remove();
});

afterEach(async () => {
  await upstream.stop();
  data.remove();
});

function start(env: Readonly<Record<string, string>> = {}) {
  const following = { CONTENT_REMOTE_URL: upstream.url, CONTENT_REMOTE_TOKEN: TOKEN };
  const settings = { PORT: '0', DATA_DIR: data.path, STARTER: 'empty', ...following, ...AUTHOR_ENV, ...env };
  return startServer({
    env: parseEnv(settings),
    logger: pino({ level: 'trace' }, log.stream),
    root: ROOT,
    passwordWork: TEST_PASSWORDS,
  });
}

/** Everything on disk below a folder, as one text. */
function bytesBelow(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  // What the running server has moved since is read under its last name.
  return files.flatMap((file) => (existsSync(file) ? readFileSync(file, 'latin1') : [])).join('\n');
}

function whereSecret(error: unknown): readonly string[] {
  const told = error instanceof Error ? `${error.stack} ${String(error.cause)}` : String(error);
  const places = {
    disk: bytesBelow(data.path),
    log: JSON.stringify(log.lines),
    error: told + JSON.stringify(error),
    addresses: JSON.stringify(upstream.requests.map(({ url }) => url)),
  };
  return Object.entries(places).flatMap(([place, text]) =>
    SPELLINGS.some((secret) => text.includes(secret)) ? [place] : [],
  );
}

describe('a first start that cannot clone its upstream', () => {
  const cases: readonly (readonly [
    string,
    LoopbackFault | null,
    Readonly<Record<string, string>>,
    RegExp,
  ])[] = [
    ['the token is wrong', null, { CONTENT_REMOTE_TOKEN: `${TOKEN}-faux` }, /refuse le jeton/],
    ['the branch is not there', null, { CONTENT_BRANCH: 'principal' }, /n’a pas la branche/],
    ['the pack is damaged', { kind: 'corrupt-pack' }, {}, /abîmé ou incomplet/],
    ['it leads to another host', { kind: 'redirect', to: 'http://127.0.0.1:1' }, {}, /renvoie vers un autre/],
    ['there is no repository', { kind: 'status', status: 404 }, {}, /pas de dépôt git/],
    ['it answers with a page', { kind: 'status', status: 200 }, {}, /pas de dépôt git/],
  ];
  it.each(cases)('says so when %s, and leaves the secret nowhere', async (_, fault, env, sentence) => {
    if (fault !== null) upstream.fail(fault);
    const error: unknown = await start(env).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ExplainedError);
    expect(error instanceof Error ? error.message : '').toMatch(sentence);
    expect(whereSecret(error)).toEqual([]);
    expect(bytesBelow(data.path)).not.toContain('Premier titre');
  });

  it.each([
    ['it is out of order', { kind: 'status', status: 503 }],
    ['the network is cut in the middle', { kind: 'cut-fetch' }],
  ] as const)('waits, says so, and starts once it answers again when %s', async (_, fault) => {
    upstream.fail(fault);
    const running = await start({ CONTENT_POLL_SECONDS: '1' });
    expect((await ask(running.port, '/blog/un')).text).toContain('Premier titre');
    expect(JSON.stringify(log.lines)).toContain('ne répond pas');
    expect(whereSecret(null)).toEqual([]);
    await running.stop();
  });
});

describe('answerStarting', () => {
  it('says how far a copy is, to people and to programs', async () => {
    const server = createServer(answerStarting([], () => 'Copie : 3 Mo reçus…')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo; // a listening TCP server has one
    const page = await ask(port, '/');
    expect([page.status, page.text.split('\n')[1]]).toEqual([503, 'Copie : 3 Mo reçus…']);
    const health = await ask(port, '/healthz');
    expect(JSON.parse(health.text)).toEqual({ status: 'starting', progress: 'Copie : 3 Mo reçus…' });
    expect(health.status).toBe(503);
    await new Promise((resolve) => server.close(resolve));
  });
});
