import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { hasCode } from '#content/model/errors.ts';
import { type ContentHistory, createContentHistory } from '#content/testing/content-history.ts';
import { type LoopbackRemote, startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { pktLine, startOddRemote } from '#content/testing/odd-remote.ts';
import { createRawTrees } from '#content/testing/raw-trees.ts';
import {
  createTemporaryFolder,
  createTemporaryRepository,
  gitBytes,
  git as gitProgram,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { gitTransport } from './git-transport.ts';
import { libraryTransport } from './library-transport.ts';
import { createRemote, type RemoteOptions } from './remote.ts';
import type { Transport } from './transport.ts';

const SECRET = 'jeton-très-secret-42';

let history: ContentHistory;
let local: TemporaryRepository;
let objects: ObjectStore;

beforeEach(() => {
  history = createContentHistory();
  local = createTemporaryRepository();
  objects = createObjectStore({ gitDir: local.path });
});

afterEach(() => {
  objects.close();
  history.remove();
  local.remove();
});

function texts(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`posts/2026/texte-${at}.md`, `Texte ${at}.\n`.repeat(at + 1)]),
  );
}

/** The ids of all that a commit needs. */
function idsOf(commit: string): readonly string[] {
  return history.git(['rev-list', '--objects', '--no-object-names', commit]).split('\n');
}

function typesOf(ids: readonly string[]): readonly string[] {
  const input = `${ids.join('\n')}\n`;
  return gitProgram(['cat-file', '--batch-check=%(objecttype)'], { cwd: history.path, input }).split('\n');
}

function packOf(ids: readonly string[], ...args: readonly string[]): Buffer {
  const input = `${ids.join('\n')}\n`;
  return gitBytes(['pack-objects', '--stdout', '-q', ...args], { cwd: history.path, input });
}

/** A pack of one text of so many zeros. */
function packOfZeros(size: number): Buffer {
  const bytes = [Math.floor(size / 16) > 0 ? 0xb0 | (size & 15) : 0x30 | size];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128))
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
  const head = Buffer.from('PACK\0\0\0\u0002\0\0\0\u0001', 'latin1');
  const body = Buffer.concat([head, Buffer.from(bytes), deflateSync(Buffer.alloc(size))]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function* endlessly(piece: Buffer): Generator<Buffer> {
  for (;;) yield piece;
}

/** All that is in the repository but for what never changes. */
function left(): readonly string[] {
  return readdirSync(local.path, { recursive: true })
    .map(String)
    .filter((name) => /^(?:objects|refs|packed-refs|shallow|FETCH_HEAD|logs)/.test(name))
    .toSorted();
}

const NOTHING = ['objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads', 'refs/tags'];

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return hasCode(error, 'remote') ? error.data.fault : String(error);
}

describe.each([
  ['by the git program', gitTransport],
  ['by isomorphic-git', libraryTransport],
])('a remote that is not to be trusted, %s', (_name, transport) => {
  const options = (url: string): RemoteOptions => ({
    url,
    branch: 'main',
    gitDir: local.path,
    objects,
    transport,
    credentials: () => ({ username: 'x-access-token', password: SECRET }),
  });

  async function odd(...args: Parameters<typeof startOddRemote>) {
    const remote = await startOddRemote(...args);
    onTestFinished(remote.stop);
    return remote;
  }

  interface Sent {
    readonly commit: string;
    readonly known?: readonly string[];
    readonly more?: Partial<RemoteOptions>;
  }

  async function faultOfPack(pack: Buffer | Iterable<Buffer>, { commit, known = [], more = {} }: Sent) {
    const { url } = await odd({ refs: [`${commit} refs/heads/main`], pack });
    return faultOf(createRemote({ ...options(url), ...more }).fetch(known));
  }

  describe.each([150, 5])('and its pack of %i texts', (count) => {
    it.each(['blob', 'tree', 'commit'])('keeps nothing of one that lacks a %s', async (type) => {
      history.commit(texts(3));
      const commit = history.commit(texts(count));
      const ids = idsOf(commit);
      const pack = packOf(ids.toSpliced(typesOf(ids).lastIndexOf(type), 1));
      expect(await faultOfPack(pack, { commit })).toBe('corrupt');
      expect(left()).toEqual(NOTHING);
    });

    it('keeps nothing of a sound one that holds something else than what was asked for', async () => {
      const other = history.commit(texts(count));
      expect(await faultOfPack(packOf(idsOf(other)), { commit: '1'.repeat(40) })).toBe('corrupt');
      const [blob = ''] = idsOf(other).slice(-1);
      expect(await faultOfPack(packOf(idsOf(other)), { commit: blob })).toBe('corrupt');
      expect(left()).toEqual(NOTHING);
    });

    it('takes what needs a commit of ours, and not without it', async () => {
      const first = history.commit(texts(3));
      expect(await faultOfPack(packOf(idsOf(first)), { commit: first })).toBe('null');
      const before = left();
      const commit = history.commit(texts(count));
      const known = new Set(idsOf(first));
      const fresh = idsOf(commit).filter((id) => !known.has(id));
      const short = fresh.filter((id) => id !== fresh.at(-1));
      expect(await faultOfPack(packOf(short), { commit, known: [first] })).toBe('corrupt');
      expect(left()).toEqual(before);
      expect(await faultOfPack(packOf(fresh), { commit, known: [first] })).toBe('null');
      expect(local.git(['rev-list', '--objects', commit]).split('\n')).toHaveLength(idsOf(commit).length);
    });

    it('keeps nothing of one that is too large, or has no end', async () => {
      const commit = history.commit(texts(count));
      const more = { maxBytes: 100 };
      expect(await faultOfPack(packOf(idsOf(commit)), { commit, more })).toBe('too-large');
      const endless = endlessly(packOf(idsOf(commit)));
      expect(await faultOfPack(endless, { commit, more: { maxBytes: 4_000_000 } })).not.toBe('null');
      expect(left()).toEqual(NOTHING);
    });

    it('keeps nothing of one whose deltas need what is nowhere', async () => {
      const text = Array.from({ length: 200 }, (_unused, at) => `Phrase ${at}.\n`).join('');
      const first = history.commit({ ...texts(count), 'long.md': text });
      const commit = history.commit({ ...texts(count + 110), 'long.md': `${text}Fin.\n` });
      const thin = packOf([commit, `^${first}`], '--revs', '--thin');
      expect(await faultOfPack(thin, { commit })).toBe('corrupt');
      expect(left()).toEqual(NOTHING);
    });

    it('keeps nothing of one with a byte that is another one, or that ends early', async () => {
      const commit = history.commit(texts(count));
      const pack = packOf(idsOf(commit));
      for (const at of [2, 9, 40, Math.floor(pack.length / 2), pack.length - 3]) {
        const flipped = Buffer.from(pack);
        flipped.writeUInt8(flipped.readUInt8(at) ^ 0x10, at);
        expect(await faultOfPack(flipped, { commit })).toBe('corrupt');
      }
      expect(await faultOfPack(pack.subarray(0, -30), { commit })).toBe('corrupt');
      expect(await faultOfPack(Buffer.alloc(0), { commit })).toBe('corrupt');
      expect(left()).toEqual(NOTHING);
    });
  });

  it('takes no object that is too large to be read, however small it is packed', async () => {
    const fault = await faultOfPack(packOfZeros(129 * 1024 * 1024), { commit: '1'.repeat(40) });
    expect(fault).toBe('too-large');
    expect(left()).toEqual(NOTHING);
  });

  it.each([
    '.git',
    '.Git',
    '.GIT ',
    '.git.',
    '.git::$INDEX_ALLOCATION',
    '.',
    '..',
    '.g\u200cit',
    'git~1',
    'a\\.git',
  ])('takes no tree with the name %j, wherever it is', async (name) => {
    const trees = createRawTrees(history.path);
    const hidden = trees.folder('posts', trees.folder('2026', trees.file(name)));
    for (const tree of [trees.tree(trees.file(name)), trees.tree(hidden)]) {
      const commit = history.git(['commit-tree', tree, '-m', 'Piège']);
      expect(await faultOfPack(packOf(idsOf(commit)), { commit })).toBe('corrupt');
    }
    expect(left()).toEqual(NOTHING);
  });

  it('takes one name twice for damage', async () => {
    const trees = createRawTrees(history.path);
    const tree = trees.tree(trees.file('a.md', 'un\n'), trees.file('a.md', 'deux\n'));
    const commit = history.git(['commit-tree', tree, '-m', 'Piège']);
    expect(await faultOfPack(packOf(idsOf(commit)), { commit })).toBe('corrupt');
    expect(left()).toEqual(NOTHING);
  });

  it('brings links, submodules, names of another system and odd dates as they are', async () => {
    const trees = createRawTrees(history.path);
    const link = { mode: '120000', name: 'lien.md', id: trees.blob('../../etc/passwd') };
    const submodule = { mode: '160000', name: 'module', id: '2'.repeat(40) };
    const latin = trees.file(Buffer.from('\xe9t\xe9.md', 'latin1'), 'été\n');
    const tree = trees.tree(trees.file('A.md'), trees.file('a.md', 'autre\n'), link, submodule, latin);
    const text = `tree ${tree}\nauthor Camille <camille> 12 +51800\ncommitter Camille <camille> 12 +0100\n\nOui\n`;
    const args = ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'];
    const commit = gitProgram(args, { cwd: history.path, input: text });
    expect(await faultOfPack(packOf(idsOf(commit)), { commit })).toBe('null');
    expect((await objects.readTree(tree)).map(({ mode }) => mode).toSorted()).toEqual([
      '100644',
      '100644',
      '100644',
      '120000',
      '160000',
    ]);
  });

  it('reads no advertisement without end', async () => {
    const line = pktLine(`${'1'.repeat(40)} refs/heads/${'x'.repeat(200)}\n`);
    const { url } = await odd({ refs: [], advertisement: endlessly(Buffer.concat(Array(1000).fill(line))) });
    expect(await faultOf(createRemote(options(url)).fetch([]))).toBe('too-large');
    expect(left()).toEqual(NOTHING);
  });

  it.runIf(transport === gitTransport)('is not listened to without end', async () => {
    let pieces = 0;
    function* said(): Generator<Buffer> {
      for (; ; pieces += 1) yield Buffer.from('Bonjour.\n'.repeat(7000));
    }
    const { url } = await odd({ refs: [`${history.commit(texts(3))} refs/heads/main`], said: said() });
    expect([await faultOf(createRemote(options(url)).fetch([])), pieces < 1000]).toEqual(['too-large', true]); // Pieces of 63 KB.
  });

  it('passes over names that no ref may have', async () => {
    const commit = history.commit(texts(3));
    const names = [
      'HEAD',
      'refs/heads/../../config',
      'refs/heads/a..b',
      'refs/heads/.lock',
      'refs/heads/-x',
      '../x',
    ];
    const refs = [...names, 'refs/heads/main', 'refs/heads/été', '.have'].map((name) => `${commit} ${name}`);
    const { url } = await odd({ refs, pack: packOf(idsOf(commit)) });
    expect(await createRemote(options(url)).fetch([])).toEqual({ tip: commit, work: null });
    expect(left().filter((name) => name.startsWith('refs'))).toEqual(['refs', 'refs/heads', 'refs/tags']);
  });

  it('gives up on one that falls silent in the middle of a pack', async () => {
    const commit = history.commit(texts(150));
    const pack = packOf(idsOf(commit)).subarray(0, 2000);
    const { url } = await odd({ refs: [`${commit} refs/heads/main`], pack, falls: 'silent' });
    expect(await faultOf(createRemote({ ...options(url), idleMs: 300 }).fetch([]))).toBe('offline');
    expect(left()).toEqual(NOTHING);
  });

  it('stops when it is told to, in the middle of a pack', async () => {
    const commit = history.commit(texts(150));
    const pack = packOf(idsOf(commit)).subarray(0, 2000);
    const { url } = await odd({ refs: [`${commit} refs/heads/main`], pack, falls: 'silent' });
    const abort = new AbortController();
    const onProgress = () => abort.abort();
    expect(await faultOf(createRemote({ ...options(url), onProgress }, abort.signal).fetch([]))).toBe(
      'offline',
    );
    expect(left()).toEqual(NOTHING);
  });

  describe('and what else could give the credentials away', () => {
    let upstream: LoopbackRemote;
    let other: LoopbackRemote;

    beforeEach(async () => {
      upstream = await startLoopbackRemote({ credentials: { username: 'x-access-token', password: SECRET } });
      other = await startLoopbackRemote();
    });

    afterEach(async () => {
      await upstream.stop();
      await other.stop();
    });

    /** Has both ends begin with one commit; answers the next one, which is here only. */
    function begin(): { readonly first: string; readonly second: string } {
      const first = history.commit(texts(3));
      history.git(['push', '--quiet', upstream.gitDir, 'main']);
      const second = history.commit({ 'b.md': 'b\n' });
      history.git(['push', '--quiet', local.path, 'main']);
      return { first, second };
    }

    it('lets no setting of a folder or of a person run anything or lead elsewhere', async () => {
      const { first, second } = begin();
      const folder = createTemporaryFolder();
      onTestFinished(folder.remove);
      const ran = path.join(folder.path, 'ran');
      const trap = path.join(folder.path, 'trap');
      writeFileSync(trap, `#!/bin/sh\necho "$0 $@" >> ${ran}\n`);
      chmodSync(trap, 0o755);
      const hostile = [
        `[credential]\n\thelper = !${trap}\n[core]\n\tfsmonitor = ${trap}\n\thooksPath = ${folder.path}/hooks`,
        `\tsshCommand = ${trap}\n\tgitProxy = ${trap}\n\taskPass = ${trap}\n\talternateRefsCommand = ${trap}`,
        `[url "${other.url}"]\n\tinsteadOf = ${upstream.url}\n\tpushInsteadOf = ${upstream.url}`,
        `[url "${new URL(other.url).origin}"]\n\tinsteadOf = http://127.0.0.1`,
        `[http]\n\tproxy = ${other.url}\n[remote "origin"]\n\turl = ${other.url}\n\tuploadpack = ${trap}`,
        `[uploadpack]\n\tpackObjectsHook = ${trap}\n[trace2]\n\teventTarget = ${ran}`,
      ].join('\n');
      mkdirSync(path.join(folder.path, 'hooks'));
      mkdirSync(path.join(local.path, 'hooks'), { recursive: true });
      for (const name of ['pre-push', 'reference-transaction', 'post-index-change'])
        for (const place of [path.join(folder.path, 'hooks', name), path.join(local.path, 'hooks', name)]) {
          writeFileSync(place, readFileSync(trap));
          chmodSync(place, 0o755);
        }
      writeFileSync(path.join(local.path, 'config'), `\n${hostile}\n`, { flag: 'a' });
      writeFileSync(path.join(folder.path, '.gitconfig'), hostile);
      vi.stubEnv('HOME', folder.path);
      vi.stubEnv('GIT_ASKPASS', trap);
      vi.stubEnv('GIT_SSH_COMMAND', trap);
      vi.stubEnv('http_proxy', other.url);
      onTestFinished(() => void vi.unstubAllEnvs());
      const remote = createRemote(options(upstream.url));
      expect(await remote.fetch([])).toEqual({ tip: first, work: null });
      await remote.push({ branch: 'main', from: first, to: second });
      expect(upstream.git('rev-parse', 'main')).toBe(second);
      expect(existsSync(ran)).toBe(false);
      expect(other.requests).toEqual([]);
    });

    it.runIf(transport === gitTransport)('tells no program of them', async () => {
      const { first, second } = begin();
      const folder = createTemporaryFolder();
      onTestFinished(folder.remove);
      const seen = path.join(folder.path, 'seen');
      const found = gitProgram(['--exec-path'], { cwd: local.path });
      const wrapper = `#!/bin/sh\n{ echo "$@"; env; cat settings config; } >> ${seen}\nexec ${found}/git "$@"\n`;
      writeFileSync(path.join(folder.path, 'git'), wrapper);
      chmodSync(path.join(folder.path, 'git'), 0o755);
      vi.stubEnv('PATH', `${folder.path}:${process.env.PATH}`);
      onTestFinished(() => void vi.unstubAllEnvs());
      const remote = createRemote(options(upstream.url));
      await remote.fetch([]);
      await remote.push({ branch: 'main', from: first, to: second });
      const told = readFileSync(seen, 'utf8');
      expect(told).toContain('push');
      for (const secret of [SECRET, Buffer.from(`x-access-token:${SECRET}`).toString('base64')])
        expect(told).not.toContain(secret);
    });

    it('is behind when somebody comes first while it sends', async () => {
      const { first, second } = begin();
      const theirs = history.commit({ 'c.md': 'c\n' }, [first]);
      const push: Transport['push'] = (...sent) => {
        history.git(['push', '--quiet', '--force', upstream.gitDir, `${theirs}:refs/heads/main`]);
        return transport.push(...sent);
      };
      const remote = createRemote({ ...options(upstream.url), transport: { ...transport, push } });
      expect(await faultOf(remote.push({ branch: 'main', from: first, to: second }))).toBe('behind');
      expect(upstream.git('rev-parse', 'main')).toBe(theirs);
    });

    it('says why a hook there refuses a commit', async () => {
      const { first, second } = begin();
      const hook = path.join(upstream.gitDir, 'hooks', 'pre-receive');
      writeFileSync(hook, '#!/bin/sh\necho "Pas le lundi." >&2\nexit 1\n');
      chmodSync(hook, 0o755);
      const push = createRemote(options(upstream.url)).push({ branch: 'main', from: first, to: second });
      const error: unknown = await push.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'remote', data: { fault: 'rejected' } });
      expect(error instanceof Error && String(error.cause)).toContain('hook declined');
      expect(upstream.git('rev-parse', 'main')).toBe(first);
    });
  });
});
