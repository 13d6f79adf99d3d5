import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Talk } from './transport.ts';

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
  const server = createServer((request, response) => {
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
