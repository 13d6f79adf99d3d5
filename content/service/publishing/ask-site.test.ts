import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { askSite, siteOfRemote } from './confirmations.ts';

const ID = '6f1f0000-0000-4000-8000-0000000000aa';
const LIVE = { commit: 'a'.repeat(40), revision: 'b'.repeat(40) };
let server: Server | null = null;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  server = null;
});

async function answering(listener: RequestListener): Promise<string> {
  const listening = createServer(listener).listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`; // a listening TCP server has one
}

const ask = (origin: string) => askSite(origin, ID, new AbortController().signal);
const json = (text: string) =>
  answering((_, response) => response.setHeader('content-type', 'application/json').end(text));

describe('askSite', () => {
  it('tells the revision that readers get, and sends nothing of ours', async () => {
    const seen: string[] = [];
    const origin = await answering((request, response) => {
      seen.push(request.url ?? '', request.headers.authorization ?? '', request.headers.cookie ?? '');
      response.setHeader('content-type', 'application/json').end(JSON.stringify(LIVE));
    });
    expect(await ask(origin)).toEqual(LIVE);
    expect(seen).toEqual([`/api/live/${ID}`, '', '']);
  });

  it.each([
    ['what is no such answer', '{"revision":"x"}'],
    ['half an answer', '{"commit":"'],
    ['an answer without end', `{"commit":"${'a'.repeat(3000)}"}`],
  ])('knows nothing after %s', async (_, text) => expect(await ask(await json(text))).toBeNull());

  it('knows nothing of a site that is not reached', async () => {
    expect(await ask('http://127.0.0.1:1')).toBeNull();
  });

  it.each([
    [(response: Parameters<RequestListener>[1]) => response.writeHead(503).end()],
    [
      (response: Parameters<RequestListener>[1]) =>
        response.setHeader('content-type', 'text/html').end('<p>'),
    ],
    [(response: Parameters<RequestListener>[1]) => response.destroy()],
    [
      (response: Parameters<RequestListener>[1]) =>
        response.writeHead(302, { location: 'https://exemple.fr/' }).end(),
    ],
  ])('knows nothing of a site that does not answer as Encrier (%#)', async (answer) => {
    const origin = await answering((_, response) => void answer(response));
    expect(await ask(origin)).toBeNull();
  });
});

describe('siteOfRemote', () => {
  it.each([
    ['https://exemple.fr/content.git', 'https://exemple.fr'],
    ['https://exemple.fr:8443/content.git/', 'https://exemple.fr:8443'],
    ['https://github.com/claire/content.git', null],
    ['https://github.com/content.git', null],
    ['https://git.exemple.fr/claire/articles.git', null],
  ])('finds the site of %s', (url, site) => expect(siteOfRemote(url)).toBe(site));
});
