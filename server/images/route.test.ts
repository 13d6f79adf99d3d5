import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { git } from '#content/testing/temporary-repository.ts';
import { AUTHOR_ENV } from '../testing/author.ts';
import { sessionCookie } from '../testing/calls.ts';
import { plainPicture } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: AUTHOR_ENV });
});
afterAll(() => server.stop());

describe('an image that waits with its text', () => {
  it('is for sessions by its path, for whoever knows its bytes by their id, and kept by nobody', async () => {
    const { gitDir } = server.content;
    const run = (args: readonly string[], input?: Uint8Array) =>
      git(args, { cwd: gitDir, ...(input === undefined ? {} : { input }) });
    const blob = run(['hash-object', '-w', '--stdin'], await plainPicture(60, 45));
    const path = 'images/2026/attend-aaaaaaaaaaaa.png';
    run(['read-tree', 'main']);
    run(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`]);
    const commit = run(['commit-tree', run(['write-tree']), '-p', 'main', '-m', 'Une image']);
    run(['update-ref', 'refs/heads/travail', commit]);
    const cookie = await sessionCookie(server);
    const asked = async (target: string, headers = {}) => {
      const { status, headers: given } = await server.get(target, { headers });
      return [status, given['cache-control']];
    };
    expect((await server.get(`/${path}`)).status).toBe(404);
    expect(await asked(`/${path}`, { cookie })).toEqual([200, 'no-store']);
    // The second time it lies in the cache, beside those that readers see.
    for (const time of ['first', 'second'])
      expect(await asked(`/images/${blob}/attend-400.webp`), time).toEqual([200, 'no-store']);
    run(['update-ref', 'refs/heads/main', commit]);
    await vi.waitFor(async () => expect((await server.get(`/${path}`)).status).toBe(200), {
      timeout: 380_000,
    });
    expect(await asked(`/images/${blob}/attend-400.webp`)).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  });
});

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
