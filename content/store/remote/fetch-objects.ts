import { Readable } from 'node:stream';
import type { ObjectStore } from '../objects/objects.ts';
import type { Advertised } from './advertised-refs.ts';
import { exchange, type HttpOptions, remoteError } from './http-exchange.ts';
import { isComplete } from './new-objects.ts';
import { cutShort, FLUSH, garbled, pktLine, readPktLines } from './pkt-line.ts';
import { type ReceiveOptions, receivePack } from './receive-pack.ts';
import { readSideband } from './sideband.ts';

/** Commits of ours that are named to the other side, at most: it finds the newest of them that it has. */
const MAX_HAVES = 256;
const WANTED = ['side-band-64k', 'ofs-delta', 'no-progress'];

interface FetchOptions extends ReceiveOptions {
  readonly http: HttpOptions;
  /** Commits of ours that are whole. */
  readonly known: readonly string[];
}

/**
 * Brings a commit and all it needs here, on disk and checked when this returns; no ref moves. Throws ContentError 'remote',
 * and nothing of a pack that fails is kept.
 */
export async function fetchCommit(
  options: FetchOptions,
  advertised: Advertised,
  commit: string,
): Promise<void> {
  const { objects, known } = options;
  if ((await objects.has(commit)) && (await isComplete(objects, commit, known))) return;
  const haves = await namedCommits(objects, known);
  const pieces = await askForPack(options.http, advertised, { commit, haves });
  await receivePack(options, pieces, { commit, known });
}

/** Our commits from the tips on, breadth first. */
async function namedCommits(objects: ObjectStore, tips: readonly string[]): Promise<readonly string[]> {
  const named = new Set(tips);
  for (const id of named) {
    if (named.size >= MAX_HAVES) break;
    for (const parent of (await objects.readCommit(id)).parents) named.add(parent);
  }
  return [...named];
}

interface Wish {
  readonly commit: string;
  readonly haves: readonly string[];
}

async function askForPack(
  http: HttpOptions,
  { service, capabilities }: Advertised,
  { commit, haves }: Wish,
): Promise<AsyncIterable<Buffer>> {
  if (!capabilities.has('side-band-64k')) throw remoteError('not-a-repository');
  const agreed = WANTED.filter((name) => capabilities.has(name));
  const body = Buffer.concat([
    pktLine(`want ${commit} ${[...agreed, 'agent=encrier'].join(' ')}\n`),
    FLUSH,
    ...haves.map((id) => pktLine(`have ${id}\n`)),
    pktLine('done\n'),
  ]);
  const answer = await exchange(http, {
    url: service,
    expects: 'application/x-git-upload-pack-result',
    headers: { 'Content-Type': 'application/x-git-upload-pack-request' },
    body: { length: body.length, read: () => Readable.from([body]) },
  });
  const lines = readPktLines(answer.pieces);
  for (;;) {
    const line = await lines.next();
    if (line === null) throw cutShort();
    if (line === 'flush') throw garbled();
    const text = line.toString('latin1', 0, 4);
    if (text === 'ERR ') throw remoteError('rejected', { cause: new Error(line.toString('utf8', 4, 500)) });
    if (text !== 'ACK ' && text.trimEnd() !== 'NAK') return readSideband(lines, { first: line });
  }
}
