import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { type ContentError, hasCode } from '#content/model/errors.ts';
import { type Advertised, advertisementOf } from './advertisement.ts';
import { exchange, type HttpOptions, type RequestBody } from './http-exchange.ts';

/** How far a fetch or a push is: bytes received or sent, objects checked, of how many where that is known. */
export interface RemoteProgress {
  readonly step: 'receive' | 'check' | 'send';
  readonly done: number;
  readonly total?: number;
}

export interface TransportOptions {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  readonly http: HttpOptions;
  /** More than this is not taken. */
  readonly maxBytes: number;
  /** More than this is pushed in several pieces, where it can be, in bytes. */
  readonly mostPushed: number;
  readonly onProgress: (progress: RemoteProgress) => void;
}

interface Wanted {
  /** Refs of the other side, full name → commit. */
  readonly refs: ReadonlyMap<string, string>;
  /** Commits of ours that are whole. */
  readonly known: readonly string[];
}

export interface RefUpdate {
  /** Full name of a ref of the other side. */
  readonly ref: string;
  /** Where it is there; null when it is to be created. */
  readonly from: string | null;
  readonly to: string;
}

/**
 * What moves objects between two repositories: the git program (git-transport.ts), or isomorphic-git where there is none
 * (library-transport.ts). Both see of the other side what they are given, and nothing of it beside.
 */
export interface Transport {
  /**
   * Brings these commits and all they need here, checked and on disk when this returns; no ref of ours moves. Throws
   * ContentError 'remote', and keeps nothing then.
   */
  fetch(options: TransportOptions, there: Advertised, wanted: Wanted): Promise<void>;
  /**
   * Has the other side move one ref of its own from where it is said to be, or not at all: ContentError 'remote', 'behind' then,
   * and 'rejected' when its rules forbid it. When the answer is lost ('offline') nobody knows: the next look tells.
   */
  push(options: TransportOptions, there: Advertised, update: RefUpdate): Promise<void>;
}

/** What a client talks through to one service of the other side: what it sees of it, and what it may ask there. */
export interface Talk {
  readonly service: Advertised['what'];
  readonly advertisement: Buffer;
  /** One request of the service, through our own exchange; throws before the first piece where it is refused. */
  ask(body: RequestBody, headers?: OutgoingHttpHeaders): AsyncGenerator<Buffer>;
  /** What went wrong first between us and the other side; null when nothing did. */
  failure(): ContentError<'remote'> | null;
}

/** A talk in which these refs are all that is there. */
export function createTalk(
  { http, maxBytes, onProgress }: TransportOptions,
  { what, service, capabilities }: Advertised,
  refs: ReadonlyMap<string, string>,
): Talk {
  const isFetch = what === 'git-upload-pack';
  let failure: ContentError<'remote'> | null = null;
  let moved = 0;
  const count = ({ length }: Uint8Array): void => {
    moved += length;
    onProgress({ step: isFetch ? 'receive' : 'send', done: moved });
  };
  return {
    service: what,
    advertisement: advertisementOf({ what, capabilities }, refs),
    failure: () => failure,
    async *ask({ length, read }, headers = {}) {
      try {
        const { pieces } = await exchange(http, {
          url: service,
          expects: `application/x-${what}-result`,
          headers: { 'Content-Type': `application/x-${what}-request`, ...headers },
          body: { length, read: isFetch ? read : () => read().on('data', count) },
          maxBytes,
        });
        for await (const piece of pieces) {
          if (isFetch) count(piece);
          yield piece;
        }
      } catch (error) {
        if (hasCode(error, 'remote')) failure ??= error;
        throw error;
      }
    },
  };
}

/** The only address that a program is given instead of a remote's. */
export interface Relay {
  readonly url: string;
  /** The header without which nobody is answered. It goes into the program's environment: others see its arguments. */
  readonly header: string;
}

/**
 * Runs `work` while one service of a remote is answered for on this machine. The program that asks so never has the credentials
 * nor the address, can be sent nowhere else, and what fails is told by the same faults as ever.
 */
export async function withRelay<Value>(talk: Talk, work: (relay: Relay) => Promise<Value>): Promise<Value> {
  const header = `Authorization: Bearer ${randomBytes(16).toString('hex')}`;
  // What is sent comes no faster than the other side takes it: Node would end a request after five minutes.
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const isKnown = `Authorization: ${request.headers.authorization}` === header;
    if (!isKnown) return void response.writeHead(403).end();
    answer(talk, request, response).catch(() => {
      // A connection that breaks before an answer is tried again by libcurl: nothing is sent twice.
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { Connection: 'close' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  try {
    return await work({ url: `http://127.0.0.1:${port}`, header });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function answer(
  { service, advertisement, ask }: Talk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url, headers } = request;
  if (method === 'GET' && url === `/info/refs?service=${service}`) {
    response.writeHead(200, { 'Content-Type': `application/x-${service}-advertisement` });
    return void response.end(advertisement);
  }
  if (method !== 'POST' || url !== `/${service}`) return void response.writeHead(404).end();
  const { 'content-encoding': encoding, 'content-length': length } = headers;
  const body = { length: length === undefined ? undefined : Number(length), read: () => request };
  const pieces = ask(body, encoding === undefined ? {} : { 'Content-Encoding': encoding });
  const first = await pieces.next();
  response.writeHead(200, { 'Content-Type': `application/x-${service}-result` });
  if (first.done !== true) response.write(first.value);
  await pipeline(pieces, response);
}

/** Refusals that mean: somebody else was first (builtin/receive-pack.c, refs.c). */
const BEHIND =
  /fetch first|non-fast-forward|stale info|(?:cannot|failed to|unable to) lock|lock[ _](?:error|failure)|already exists|failed to update ref|incorrect old/i;

/** Whether the other side refused a push because somebody else was first, or because of its rules. */
export function refusalFault(reason: string): 'behind' | 'rejected' {
  return BEHIND.test(reason) ? 'behind' : 'rejected';
}

/** Those commits that are here. */
export async function commitsHere(objects: ObjectStore, ids: Iterable<string>): Promise<readonly string[]> {
  const here: string[] = [];
  for (const id of new Set(ids)) if ((await objects.sizeOf(id))?.type === 'commit') here.push(id);
  return here;
}
