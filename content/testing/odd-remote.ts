import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bytesOf } from './git-backend.ts';

interface OddRemote {
  /** Lines of the advertisement, `<id> <name>`. */
  readonly refs: readonly string[];
  /** What answers a fetch; a stream is written piece by piece until the other side goes. */
  readonly pack?: Buffer | Iterable<Buffer>;
  /** What it tells its user before the pack. */
  readonly said?: Iterable<Buffer>;
  /** Takes the place of the advertisement. */
  readonly advertisement?: Iterable<Buffer>;
  /** Never ends what it answers to a fetch. */
  readonly falls?: 'silent';
}

const CAPABILITIES = 'side-band-64k ofs-delta thin-pack report-status delete-refs';
const BAND = 65_000;

/** A git server on 127.0.0.1 that answers whatever it was told to, sound or not. Stop it always. */
export async function startOddRemote(odd: OddRemote) {
  const requests: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(`${request.method} ${request.url}`);
    const service = /git-(?:upload|receive)-pack/.exec(request.url ?? '')?.[0] ?? '';
    const kind = request.method === 'GET' ? 'advertisement' : 'result';
    const body = await bytesOf(request);
    response.writeHead(200, { 'Content-Type': `application/x-${service}-${kind}` });
    if (kind === 'advertisement')
      return send(response, odd.advertisement ?? [advertisement(service, odd.refs)]);
    response.write(pktLine('NAK\n'));
    if (!body.includes('done\n')) return void response.end();
    await send(response, answerOf(odd), odd.falls);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  return {
    url: `http://127.0.0.1:${port}/content.git`,
    requests: requests as readonly string[],
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(response: ServerResponse, pieces: Iterable<Buffer>, falls?: 'silent'): Promise<void> {
  // Who asked may have gone away.
  await pipeline(Readable.from(pieces), response, { end: falls === undefined }).catch(() => undefined);
}

function* answerOf({ said = [], pack = [] }: Pick<OddRemote, 'said' | 'pack'>): Generator<Buffer> {
  yield* banded(2, said);
  yield* banded(1, Buffer.isBuffer(pack) ? [pack] : pack);
  yield Buffer.from('0000');
}

function* banded(band: number, pieces: Iterable<Buffer>): Generator<Buffer> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += BAND)
      yield pktLine(Buffer.concat([Buffer.from([band]), piece.subarray(at, at + BAND)]));
}

function advertisement(service: string, [first = '', ...others]: readonly string[]): Buffer {
  const lines = [`${first}\0${CAPABILITIES}`, ...others].map((line) => pktLine(`${line}\n`));
  return Buffer.concat([
    pktLine(`# service=${service}\n`),
    Buffer.from('0000'),
    ...lines,
    Buffer.from('0000'),
  ]);
}

/** One line of git's protocol (gitprotocol-common(5), pkt-line). */
export function pktLine(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}
