import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ContentError, hasCode } from '#content/model/errors.ts';
import type { Advertised } from './advertisement.ts';
import { exchange, type HttpOptions, type RequestBody } from './http-exchange.ts';

export interface RelayOptions {
  readonly http: HttpOptions;
  readonly there: Advertised;
  /** What is shown of the refs there (advertisementOf). */
  readonly advertisement: Buffer;
  /** More than this of an answer is 'too-large'. */
  readonly maxBytes: number;
  readonly onBytes: (moved: { readonly received: number; readonly sent: number }) => void;
}

/** The only address that a program is given instead of a remote's. */
export interface Relay {
  readonly url: string;
  /** The header without which nobody is answered. It goes into the program's environment: others see its arguments. */
  readonly header: string;
  /** What went wrong first between us and the remote; null when nothing did. */
  readonly failure: () => ContentError<'remote'> | null;
}

/**
 * Runs `work` while one service of a remote is answered for on this machine: the advertisement is the one given, requests go
 * there through our own exchange. The program that asks so never has the credentials nor the address, can be sent nowhere else,
 * and what fails is told by the same faults as ever.
 */
export async function withRelay<Value>(
  options: RelayOptions,
  work: (relay: Relay) => Promise<Value>,
): Promise<Value> {
  const { what } = options.there;
  const header = `Authorization: Bearer ${randomBytes(16).toString('hex')}`;
  let failure: ContentError<'remote'> | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    if (`Authorization: ${headers.authorization}` !== header) return void response.writeHead(403).end();
    if (method === 'GET' && url === `/info/refs?service=${what}`) {
      response.writeHead(200, { 'Content-Type': `application/x-${what}-advertisement` });
      return void response.end(options.advertisement);
    }
    if (method !== 'POST' || url !== `/${what}`) return void response.writeHead(404).end();
    await passOn(options, request, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (hasCode(error, 'remote')) failure ??= error;
      // A connection that breaks before an answer is tried again by libcurl: nothing is sent twice.
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { Connection: 'close' }).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  try {
    return await work({ url: `http://127.0.0.1:${port}`, header, failure: () => failure });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function passOn(
  { http, there, maxBytes, onBytes }: RelayOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const expects = `application/x-${there.what}-result`;
  const answered = await exchange(http, {
    url: there.service,
    expects,
    maxBytes,
    headers: passedHeaders(request, there),
    body: bodyOf(request, (sent) => onBytes({ received: 0, sent })),
  });
  response.writeHead(200, { 'Content-Type': expects });
  await pipeline(
    counted(answered.pieces, (received) => onBytes({ received, sent: 0 })),
    response,
  );
}

function passedHeaders({ headers }: IncomingMessage, { what }: Advertised): OutgoingHttpHeaders {
  const encoding = headers['content-encoding'];
  return {
    'Content-Type': `application/x-${what}-request`,
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
  };
}

function bodyOf(request: IncomingMessage, onPiece: (bytes: number) => void): RequestBody {
  const length = request.headers['content-length'];
  return {
    length: length === undefined ? undefined : Number(length),
    read: () => Readable.from(counted(request, onPiece)),
  };
}

async function* counted(
  pieces: AsyncIterable<unknown>,
  onPiece: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = piece as Buffer; // streams without an encoding give bytes
    onPiece(bytes.length);
    yield bytes;
  }
}
