import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import type { HttpClient } from 'isomorphic-git';
import { indexPack } from '#content/git/objects/index-pack.ts';
import { endsWithSum, objectHeader } from '#content/git/objects/object-id.ts';
import { createReceivedCheck } from '#content/git/objects/object-links.ts';
import { type ObjectStore, readShallow } from '#content/git/objects/objects.ts';
import { compareHistories } from '#content/git/paint-history.ts';
import { ContentError, hasCode } from '#content/model/errors.ts';
import { type Advertised, loadLibrary } from './advertisement.ts';
import { remoteError } from './http-exchange.ts';
import { checkCommits, inQuarantine, type Quarantine } from './quarantine.ts';
import {
  commitsHere,
  createTalk,
  refusalFault,
  type Talk,
  type Transport,
  type TransportOptions,
} from './transport.ts';

/** isomorphic-git holds a pack in memory, and twice for a moment. */
const MAX_PACK_BYTES = 1024 * 1024 * 1024;
/** Commits of ours that are named to the other side, at most: it finds the newest of them that it has. */
const MAX_HAVES = 256;
/** Characters kept of what the other side says of a push. */
const MAX_SAID = 2000;
const CHECKSUM = 20;
const PIECES_AT_ONCE = 64;
/** Where isomorphic-git takes its repository and the remote to be; neither exists. */
const HERE = { gitdir: '/encrier', url: 'http://localhost' };
const CONFIG = '[remote "origin"]\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n';

/**
 * Fetches and pushes by isomorphic-git, where there is no git program. It sees a repository that is on no disk: our objects, each
 * as a file of its own, and the refs it needs. What it receives is checked and kept by us: its own index passes over what it
 * cannot read (GitPackIndex.fromPack), and is made in memory.
 */
export const libraryTransport: Transport = {
  async fetch(options, there, { refs, known }) {
    const { objects, gitDir } = options;
    const { fetch } = await loadLibrary();
    const wanted = new Map([...refs.values()].map((id, at) => [`refs/heads/${at}`, id]));
    const named = (await namedCommits(objects, known)).map((id, at) => `${id} refs/known/${at}\n`);
    const talk = limitedTalk(options, there, wanted);
    const shown = { 'packed-refs': named.join(''), shallow: await readShallow(gitDir) };
    const files = virtualFiles(objects, new Map(Object.entries(shown)));
    try {
      const http = { request: requestOf(talk) };
      await fetch({ ...HERE, fs: files.fs, http, ref: 'refs/heads/0', remoteRef: 'refs/heads/0' });
    } catch (error) {
      if (files.pack() === null) throw talk.failure() ?? failureOf(error);
    }
    await inQuarantine({ gitDir, known: [] }, async (quarantine) => {
      const pack = files.pack();
      if (pack !== null) await takePack(options, quarantine, pack);
      await checkCommits(quarantine, refs.values());
      await quarantine.land(objects);
    });
  },
  async push(options, there, { ref, from, to }) {
    const { objects } = options;
    const { push } = await loadLibrary();
    const shared = await sharedCommits(objects, there, to);
    const shown = new Map(shared.map((id, at) => [`refs/heads/known-${at}`, id]));
    const heads = new Map(shared.length === 0 ? [] : [['refs/remotes/origin/HEAD', KNOWN_HEAD]]);
    if (from !== null) shown.set(ref, from);
    const talk = limitedTalk(options, there, shown);
    let said = '';
    const onMessage = (line: string): void => void (said = (said + line).slice(-MAX_SAID));
    try {
      const { fs } = virtualFiles(objects, heads);
      await push({ ...HERE, fs, http: { request: requestOf(talk) }, ref: to, remoteRef: ref, onMessage });
    } catch (error) {
      throw talk.failure() ?? failureOf(error, said);
    }
  },
};

/** The commit whose files isomorphic-git takes for known to the other side. */
const KNOWN_HEAD = 'ref: refs/remotes/origin/known-0\n';

/** Our commits from the tips on, breadth first. */
async function namedCommits(objects: ObjectStore, tips: readonly string[]): Promise<readonly string[]> {
  const named = new Set(await commitsHere(objects, tips));
  for (const id of named) {
    if (named.size >= MAX_HAVES) break;
    for (const parent of (await objects.readCommit(id)).parents) named.add(parent);
  }
  return [...named];
}

/** Where the history of a commit meets what the other side has: isomorphic-git stops at these commits, and at no others. */
async function sharedCommits(
  objects: ObjectStore,
  { refs }: Advertised,
  commit: string,
): Promise<readonly string[]> {
  const theirs = await commitsHere(objects, refs.values());
  const { ours } = await compareHistories(objects, { ours: [commit], theirs });
  if (ours.length === 0) return [commit];
  const own = new Set(ours.map(({ id }) => id));
  return [...new Set(ours.flatMap(({ parents }) => parents))].filter((id) => !own.has(id));
}

/**
 * A git folder as isomorphic-git reads one: an object is a file, deflated but not compressed. Nothing is written; the pack that it
 * would write is caught, and it is stopped there.
 */
function virtualFiles(objects: ObjectStore, files: ReadonlyMap<string, string>) {
  const named = new Map([['config', CONFIG], ...files]);
  let pack: Buffer | null = null;
  const nothing = (): Promise<void> => Promise.resolve();
  const absent = (): never => {
    throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  };

  async function readFile(file: string): Promise<string | Buffer> {
    const id = objectNamed(file);
    if (id === null) return named.get(pathOf(file)) ?? absent();
    const { type, bytes } = (await objects.tryRead(id)) ?? absent();
    return deflateSync(Buffer.concat([objectHeader(type, bytes.length), bytes]), { level: 0 });
  }

  async function stat(file: string) {
    const id = objectNamed(file);
    const isFolder = file === HERE.gitdir;
    const isFile = id === null ? named.has(pathOf(file)) : (await objects.sizeOf(id)) !== null;
    if (!isFolder && !isFile) absent();
    return { isDirectory: () => isFolder, isFile: () => isFile, isSymbolicLink: () => false };
  }

  function writeFile(file: string, bytes: unknown): Promise<void> {
    if (!file.endsWith('.pack') || !Buffer.isBuffer(bytes)) return nothing();
    pack = bytes;
    return Promise.reject(new Error('the pack is here'));
  }

  return {
    fs: {
      promises: {
        readFile,
        writeFile,
        stat,
        lstat: stat,
        readdir: () => nothing().then(absent),
        mkdir: nothing,
        rmdir: nothing,
        unlink: nothing,
        readlink: absent,
        symlink: nothing,
      },
    },
    pack: (): Buffer | null => pack,
  };
}

function pathOf(file: string | undefined): string {
  return file?.slice(HERE.gitdir.length + 1) ?? '';
}

function objectNamed(file: string | undefined): string | null {
  const [, folder, name] = /^objects\/([0-9a-f]{2})\/([0-9a-f]{38})$/.exec(pathOf(file)) ?? [];
  return folder === undefined || name === undefined ? null : folder + name;
}

/**
 * A talk of no more than isomorphic-git can hold. It makes no deltas: what a server without thin packs refuses it does not send; and
 * it wants a branch that is shown first when it fetches.
 */
function limitedTalk(options: TransportOptions, there: Advertised, refs: ReadonlyMap<string, string>): Talk {
  const offered = [...there.capabilities].filter((name) => name !== 'no-thin');
  const head = there.what === 'git-upload-pack' ? ['symref=HEAD:refs/heads/0'] : [];
  const maxBytes = Math.min(options.maxBytes, MAX_PACK_BYTES);
  return createTalk(
    { ...options, maxBytes },
    { ...there, capabilities: new Set([...offered, ...head]) },
    refs,
  );
}

function requestOf({ service, advertisement, ask }: Talk): HttpClient['request'] {
  async function* answered(body: readonly Uint8Array[]): AsyncGenerator<Buffer> {
    const length = body.reduce((size, piece) => size + piece.length, 0);
    let isFirst = true;
    for await (const piece of ask({ length, read: () => Readable.from(joined(body)) })) {
      if (isFirst) checkNoError(piece);
      isFirst = false;
      yield piece;
    }
  }

  return async ({ url, method = 'GET', body }) => {
    const kind = method === 'GET' ? 'advertisement' : 'result';
    const pieces: AsyncIterableIterator<Buffer> =
      method === 'GET'
        ? Readable.from([advertisement])[Symbol.asyncIterator]()
        : answered(await piecesOf(body ?? []));
    const headers = { 'content-type': `application/x-${service}-${kind}` };
    return { url, method, statusCode: 200, statusMessage: 'OK', headers, body: pieces };
  };
}

/** isomorphic-git takes a refusal in place of a pack (gitprotocol-pack(5), error-line) for an empty one. */
function checkNoError(piece: Buffer): void {
  const start = piece.toString('utf8', 0, 500);
  if (/^[0-9a-f]{4}ERR /i.test(start)) throw remoteError('rejected', { cause: new Error(start.slice(8)) });
}

async function piecesOf(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<readonly Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

/** It gives a pack in pieces of a few bytes each. */
function* joined(pieces: readonly Uint8Array[]): Generator<Buffer> {
  for (let at = 0; at < pieces.length; at += PIECES_AT_ONCE)
    yield Buffer.concat(pieces.slice(at, at + PIECES_AT_ONCE));
}

/** Checks every object of a pack, and that all they need is in it or here, and puts it with its index into the quarantine. */
async function takePack(
  { objects, onProgress }: TransportOptions,
  { packs }: Quarantine,
  pack: Buffer,
): Promise<void> {
  if (!endsWithSum(pack)) throw remoteError('corrupt');
  const file = path.join(packs, `pack-${pack.toString('hex', pack.length - CHECKSUM)}`);
  await writeFile(`${file}.pack`, pack);
  const check = createReceivedCheck();
  try {
    const index = await indexPack(`${file}.pack`, (object, done, total) => {
      check.add(object);
      onProgress({ step: 'check', done, total });
    });
    for (const { id, type } of check.lacking())
      if ((await objects.sizeOf(id))?.type !== type) throw remoteError('corrupt');
    await writeFile(`${file}.idx`, index);
  } catch (error) {
    if (hasCode(error, 'corrupt')) throw remoteError('corrupt', { cause: error });
    if (hasCode(error, 'too-large')) throw remoteError('too-large', { cause: error });
    throw error;
  }
}

/**
 * What isomorphic-git could not do, where the network did not fail: ours as it is, its own as what it means, with what the other side
 * told its user.
 */
function failureOf(error: unknown, said = ''): Error {
  if (!(error instanceof Error) || error instanceof ContentError) return error as Error; // it throws nothing else
  const code = 'code' in error ? error.code : null;
  if (code === 'PushRejectedError') return remoteError('behind', { cause: error });
  if (code === 'GitPushError')
    return remoteError(refusalFault(error.message), { cause: new Error(`${error.message}\n${said}`) });
  // An answer without a report, or without a pack: it was cut short.
  if (code === 'ParseError') return remoteError('offline', { cause: error });
  return remoteError('corrupt', { cause: error });
}
