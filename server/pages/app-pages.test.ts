import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppPages } from './app-pages.ts';

let isReady = false;
const app = express();
app.use(
  createAppPages({
    render: (address, { cspNonce }) => Promise.resolve(`<p>${address} ${cspNonce}</p>`),
    sources: {
      origin: 'https://exemple.fr',
      body: () => Promise.resolve(''),
      image: () => Promise.resolve(null),
      related: { related: () => [], similar: () => [] },
      updates: { of: () => Promise.resolve(null) },
      markdown: () => Promise.reject(new Error('not asked')),
    },
    viewAt: () => (isReady ? ({} as never) : null), // the renderer above reads nothing of it
    clock: () => 0,
    closed: () => Promise.resolve(null),
    signedIn: (request) =>
      Promise.resolve(request.headers.cookie === 'claire' ? ({ sessionId: 'a' } as never) : null), // only its presence counts
  }),
);
const server = createServer(app);
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
});
afterAll(() => server.close());

function ask(path: string, cookie = '', method = 'GET'): Promise<Response> {
  return fetch(origin + path, { method, headers: { cookie }, redirect: 'manual' });
}

describe('createAppPages', () => {
  it('answers 503 while the content is not ready', async () => {
    const answer = await ask('/auth');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    isReady = true;
  });

  it.each([
    ['/admin', '', '/auth'],
    ['/admin/images', '', '/auth'],
    ['/upload-debug', '', '/auth'],
    ['/test-upload', '', '/auth'],
  ])('leads from %s as « %s » to %s', async (path, cookie, location) => {
    const answer = await ask(path, cookie);
    const { status, headers } = answer;
    expect([status, headers.get('location'), await answer.text()]).toEqual([302, location, '']);
  });

  it.each([
    ['/auth', '', '/auth'],
    ['/auth', 'claire', '/auth'],
    ['/init-data', '', '/init-data'],
    ['/admin', 'claire', '/admin'],
    ['/admin/images', 'claire', '/admin'],
  ])('shows at %s to « %s » the page %s, with the nonce of its policy', async (path, cookie, shown) => {
    const answer = await ask(path, cookie);
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(await answer.text()).toBe(`<p>${shown} ${nonce}</p>`);
    expect([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual([
      'no-store',
      'noindex',
    ]);
  });

  it.each([
    ['/auth/', '/auth'],
    ['/Auth?a=b', '/auth?a=b'],
    ['/Fix-Images//', '/fix-images'],
    ['/ADMIN', '/admin'],
  ])('leads from %s, which somebody typed, to %s', async (path, location) => {
    const { status, headers } = await ask(path);
    expect([status, headers.get('location')]).toEqual([301, location]);
  });

  it.each([
    ['/administration', 'GET'],
    ['/blog', 'GET'],
    ['/admin', 'POST'],
  ])('passes %s by %s on', async (path, method) => {
    expect((await ask(path, 'claire', method)).status).toBe(404);
  });
});
