import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTHOR_ENV } from '../testing/author.ts';
import { sessionCookie } from '../testing/calls.ts';
import { plainPicture } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: AUTHOR_ENV });
});
afterAll(() => server.stop());

describe('an image that was just uploaded', () => {
  it('is there at once, at the address the upload answered', async () => {
    const cookie = await sessionCookie(server);
    for (const width of [40, 41, 42]) {
      const bytes = await plainPicture(width, 30);
      const form = new FormData();
      form.set('image', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), 'carré.png');
      const sent = await fetch(`http://127.0.0.1:${server.port}/api/images/upload`, {
        method: 'POST',
        body: form,
        headers: { cookie },
      });
      const { url } = (await sent.json()) as { url: string }; // a parser: the answer of this program
      expect([sent.status, (await server.get(url)).status]).toEqual([201, 200]);
    }
  });
});
