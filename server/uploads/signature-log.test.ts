import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUTHOR_ENV, signIn } from '../testing/author.ts';
import { plainPicture } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: AUTHOR_ENV });
});
afterEach(() => server.stop());

const at = (name: string) => join(server.content.path, name);

describe('the signature of an upload', () => {
  it('is in no log and no journal, whether the upload succeeds or is refused', async () => {
    const call = await signIn(server);
    const address = async () => String((await call('POST', '/api/objects/upload'))['uploadURL']);
    const put = (target: string, body: Uint8Array | string, type = 'image/png') =>
      server.get(target, { method: 'PUT', headers: { 'content-type': type }, body });
    const [done, refused] = [await address(), await address()];
    expect((await put(done, await plainPicture(8, 8))).status).toBe(200);
    expect((await put(done, 'encore')).status).toBe(409);
    expect((await put(refused, 'x', 'text/plain')).status).toBe(415);
    expect((await put(refused.replace('signature=', '%73ignature='), 'x')).status).toBe(403);
    await call('PUT', '/api/objects/finalize', { imageURL: done });

    const kept = JSON.stringify(server.logged) + (await journal());
    expect(kept).toContain('/api/objects/');
    for (const signed of [done, refused])
      expect(kept).not.toContain(/signature=(.+)$/.exec(signed)?.[1] ?? 'none');
  });
});

/** All the journal holds; it is written behind the answers. */
async function journal(): Promise<string> {
  await server.restart();
  if (!existsSync(at('audit'))) return '';
  return readdirSync(at('audit'))
    .map((name) => readFileSync(join(at('audit'), name), 'utf8'))
    .join('');
}
