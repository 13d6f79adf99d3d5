import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AUTHOR_ENV } from '../testing/author.ts';
import { createCalls, sessionCookie } from '../testing/calls.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: AUTHOR_ENV });
});
afterEach(() => server.stop());

it.each(['POST /api/logout', 'DELETE /api/account/sessions'])(
  'saves nothing of a body that comes after %s',
  async (ending) => {
    const cookie = await sessionCookie(server);
    const body = JSON.stringify({ title: 'Trop tard', slug: 'trop-tard', content: 'Un texte.' });
    const sent = request({
      host: '127.0.0.1',
      port: server.port,
      path: '/api/posts',
      method: 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        expect: '100-continue',
      },
      agent: false,
    });
    sent.flushHeaders();
    await once(sent, 'continue');
    expect((await createCalls(server, cookie)(ending)).status).toBeLessThan(300);
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>; // what the event carries
    sent.end(body);
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(401);
    const calls = createCalls(server, await sessionCookie(server));
    expect((await calls('GET /api/admin/posts')).text).not.toContain('trop-tard');
  },
);
