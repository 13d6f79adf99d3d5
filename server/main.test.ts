import { type ChildProcess, type ForkOptions, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { rounds } from '#content/testing/rounds.ts';
import { listen } from './http-server.ts';
import { type ContentFolder, createContentFolder } from './testing/content-folder.ts';
import { postFiles } from './testing/post-texts.ts';
import { ROOT } from './testing/running-server.ts';

let content: ContentFolder | null = null;
let child: ChildProcess | null = null;
afterEach(() => {
  child?.kill('SIGKILL');
  content?.remove();
  content = null;
});

/** The built server as a process of its own. */
function run(env: Readonly<Record<string, string>>, as: Pick<ForkOptions, 'uid' | 'gid'> = {}): ChildProcess {
  const { PATH } = process.env;
  child = fork(join(ROOT, 'dist/server/main.js'), {
    env: { PATH, ...env },
    silent: true,
    execArgv: [],
    ...as,
  });
  return child;
}

async function ending(process: ChildProcess): Promise<{ readonly code: unknown; readonly output: string }> {
  const pieces: Buffer[] = [];
  process.stderr?.on('data', (piece: Buffer) => pieces.push(piece));
  const [code] = (await once(process, 'exit')) as readonly unknown[];
  return { code, output: Buffer.concat(pieces).toString() };
}

/** A port where nobody listens, a moment ago at least. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const readySchema = z.object({ kind: z.literal('ready'), port: z.number() });
async function readyPort(process: ChildProcess): Promise<number> {
  const [message] = (await once(process, 'message')) as readonly unknown[];
  return readySchema.parse(message).port;
}

/** An answer of which only the head was read. */
function begin(port: number, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false, headers: { Connection: 'keep-alive' } }, resolve).on(
      'error',
      reject,
    );
  });
}

describe('the server told to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s ends the answers under way, waits for nobody who asked nothing, then lets go',
    async (signal) => {
      // Far more than the buffers between two processes hold: the answer waits for its reader.
      content = createContentFolder(postFiles(24, 'mot '.repeat(200_000)));
      const server = run({ PORT: '0', DATA_DIR: content.path, LOG_LEVEL: 'silent' });
      const port = await readyPort(server);
      const silent = connect({ port, host: '127.0.0.1' });
      await once(silent, 'connect');
      const answer = await begin(port, '/api/posts');
      const ended = ending(server);
      server.kill(signal);
      await once(silent.resume(), 'close');
      expect(silent.bytesRead).toBe(0);
      const pieces: Buffer[] = [];
      for await (const piece of answer) pieces.push(piece as Buffer);
      expect(z.array(z.unknown()).parse(JSON.parse(Buffer.concat(pieces).toString()))).toHaveLength(24);
      expect(await ended).toEqual({ code: 0, output: '' });
      expect(readFileSync(join(content.path, 'holder'), 'utf8')).toBe('');
    },
  );
});

describe('the server that starts again', () => {
  it('has what its programs were compiled to, does without what is damaged of it, and keeps no heap of it', async () => {
    content = createContentFolder({});
    const compiled = join(content.path, 'cache/compiled');
    const files = () =>
      readdirSync(compiled, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const startAndStop = async (dataDir: string): Promise<void> => {
      const server = run({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
      const port = await readyPort(server);
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
      const ended = ending(server);
      server.kill('SIGTERM');
      expect(await ended).toEqual({ code: 0, output: '' });
    };
    await startAndStop(content.path);
    expect(files().length).toBeGreaterThan(5);
    const damages: readonly ((bytes: Buffer) => Buffer | string)[] = [
      (bytes) => bytes.subarray(0, bytes.length / 2),
      (bytes) => bytes.fill(7, bytes.length / 2),
      () => 'abîmé',
    ];
    for (const damaged of damages.slice(0, rounds({ few: 1, all: damages.length }))) {
      for (const { parentPath, name } of files()) {
        const file = join(parentPath, name);
        writeFileSync(file, damaged(readFileSync(file)));
      }
      await startAndStop(content.path);
      // Those that were no good are written anew.
      expect(files().map(({ parentPath, name }) => statSync(join(parentPath, name)).size > 64)).toContain(
        true,
      );
    }
    for (let of = 0; of < 400; of += 1) writeFileSync(join(compiled, `d’une autre version ${of}`), '');
    await startAndStop(content.path);
    expect(files().map(({ name }) => name)).not.toContain('d’une autre version 0');
  });
});

describe('the server told to stop while its first start waits for an upstream', () => {
  it('ends at once and lets go', async () => {
    content = createContentFolder({});
    const dataDir = join(content.path, 'first');
    const closed = `http://127.0.0.1:${await closedPort()}/content.git`;
    const server = run({ PORT: '0', DATA_DIR: dataDir, CONTENT_REMOTE_URL: closed });
    const ended = ending(server);
    // The line that says that it waits.
    await once(server.stdout ?? server, 'data');
    server.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, output: '' });
    expect(readFileSync(join(dataDir, 'holder'), 'utf8')).toBe('');
  });
});

it('a server that logs nothing tells the code for its first administrator all the same', async () => {
  content = createContentFolder({});
  const server = run({ PORT: '0', DATA_DIR: content.path, LOG_LEVEL: 'silent' });
  const [line] = (await once(server.stdout ?? server, 'data')) as readonly unknown[];
  expect(String(line)).toMatch(/Premier administrateur\u00a0: http.*\/auth, code \S+"/);
});

it.each(['main', 'user', 'backup', 'restore', 'import'])('%s says that Node is too old', (program) => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.12.0' } }); delete process.getBuiltinModule;`;
  const words = ['--import', `data:text/javascript,${old}`, join(ROOT, `dist/server/${program}.js`)];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    'Encrier demande Node 22.13 ou plus récent\u00a0; celui-ci est 22.12.0. Les commandes de npm s’en procurent un par elles-mêmes.\n',
  ]);
});

describe('the server that cannot start', () => {
  it('says why in a sentence, not a stack', async () => {
    const { code, output } = await ending(run({ PORT: 'http' }));
    expect(code).toBe(1);
    expect(output).toContain('PORT=http\u00a0: attendu un numéro de port');
    expect(output).not.toMatch(/\bat .*\.js|node:/);
  });

  it.runIf(process.platform === 'linux')('says why where no folder can be made, and ends', async () => {
    const { code, output } = await ending(run({ PORT: '0', DATA_DIR: '/proc/x' }));
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^Encrier ne peut pas garder ses données dans \/proc\/x\u00a0: aucun dossier.*\n$/,
      ),
    ]);
  });

  it.runIf(process.getuid?.() === 0)('says so of a folder that is not its own', async () => {
    content = createContentFolder({});
    const own = join(content.path, 'own');
    mkdirSync(own, { mode: 0o755 });
    chmodSync(content.path, 0o755);
    const { code, output } = await ending(run({ PORT: '0', DATA_DIR: own }, { uid: 65_534, gid: 65_534 }));
    expect([code, output]).toEqual([
      1,
      `Le dossier ${own} (DATA_DIR) ne peut pas être écrit\u00a0: vérifiez ses droits.\n`,
    ]);
  });
});
