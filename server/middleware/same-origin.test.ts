import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { hasCode } from '#content/model/errors.ts';
import { type Answer, ask } from '../testing/exchange.ts';
import { sameOrigin } from './same-origin.ts';

let server: Server | null = null;
afterEach(() => void server?.close());

interface Asked {
  readonly host?: string;
  readonly method?: string;
  readonly headers: (port: number) => Readonly<Record<string, string>>;
}

/** What a server that listens for `host` answers: 204, or 403 when it refuses. */
async function statusOf(asked: Asked): Promise<number> {
  return (await answerTo(asked)).status;
}

async function answerTo(asked: Asked): Promise<Answer> {
  const app = express();
  app.use(sameOrigin({ origin: 'https://exemple.fr', host: asked.host ?? '127.0.0.1' }));
  app.use((_request, response) => void response.status(204).end());
  app.use(((error, _request, response, next) => {
    if (hasCode(error, 'forbidden')) response.status(403).send(error.data.reason);
    else next(error);
  }) satisfies express.ErrorRequestHandler);
  const listening = createServer(app).listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo; // a listening TCP server has one
  return ask(port, '/api/login', {
    method: asked.method ?? 'POST',
    headers: asked.headers(port),
  });
}

describe('sameOrigin', () => {
  it.each([
    ['programs, which send neither header', () => ({})],
    ['the site itself', () => ({ Origin: 'https://exemple.fr', 'Sec-Fetch-Site': 'same-origin' })],
    ['a person who typed the address', () => ({ 'Sec-Fetch-Site': 'none' })],
    ['localhost on this port', (port: number) => ({ Origin: `http://localhost:${port}` })],
    ['127.0.0.1 on this port', (port: number) => ({ Origin: `http://127.0.0.1:${port}` })],
    ['[::1] on this port', (port: number) => ({ Origin: `http://[::1]:${port}` })],
  ])('lets %s through', async (_, headers) => {
    expect(await statusOf({ headers })).toBe(204);
  });

  it.each([
    ['another site', () => ({ Origin: 'https://ailleurs.example', 'Sec-Fetch-Site': 'cross-site' })],
    ['another site that hides', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    ['a sister of the site', () => ({ 'Sec-Fetch-Site': 'same-site' })],
    ['what no browser says', () => ({ 'Sec-Fetch-Site': 'same-origin, cross-site' })],
    ['an origin that hides', () => ({ Origin: 'null' })],
    ['a name that begins alike', () => ({ Origin: 'https://exemple.fr.ailleurs.example' })],
    ['the site without https', () => ({ Origin: 'http://exemple.fr' })],
    ['the site on another port', () => ({ Origin: 'https://exemple.fr:8443' })],
    ['another program of this machine', (port: number) => ({ Origin: `http://localhost:${port - 1}` })],
    [
      'a name that was bound to this machine',
      (port: number) => ({ Origin: `http://ailleurs.example:${port}` }),
    ],
    [
      'a name that looks like this machine',
      (port: number) => ({ Origin: `http://127.0.0.1.example:${port}` }),
    ],
    ['two origins', () => ({ Origin: 'https://exemple.fr, https://ailleurs.example' })],
    ['nothing where an origin should be', () => ({ Origin: '' })],
  ])('refuses %s', async (_, headers) => {
    expect(await statusOf({ headers })).toBe(403);
  });

  it('says which address it takes them from', async () => {
    const headers = (port: number) => ({ Origin: `http://192.0.2.1:${port}` });
    expect((await answerTo({ host: '0.0.0.0', headers })).text).toBe(
      'Cette demande vient d’une autre adresse que https://exemple.fr (PUBLIC_ORIGIN)\u00a0: elle est refusée.',
    );
  });

  it('takes loopback names only where the server listens on one', async () => {
    const headers = (port: number) => ({ Origin: `http://localhost:${port}` });
    expect(await statusOf({ host: '0.0.0.0', headers })).toBe(403);
    expect(await statusOf({ host: '::1', headers })).toBe(204);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('refuses %s from elsewhere, and never reading', async (method) => {
    const headers = () => ({ Origin: 'https://ailleurs.example', 'Sec-Fetch-Site': 'cross-site' });
    expect(await statusOf({ method, headers })).toBe(403);
    expect(await statusOf({ method: 'GET', headers })).toBe(204);
  });
});
