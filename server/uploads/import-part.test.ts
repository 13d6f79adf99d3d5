import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { MAX_PART_BYTES } from '#content/contract/import-operations.ts';
import { eventually } from '#content/testing/eventually.ts';
import { AUTHOR_ENV } from '../testing/author.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const answerSchema = z.looseObject({
  id: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), received: z.number() })),
});

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer({ env: AUTHOR_ENV });
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = AUTHOR_ENV;
  const signedIn = await send('POST', '/api/login', JSON.stringify({ username, password }));
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
});
afterAll(() => server.stop());

function send(method: string, path: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  return fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'Content-Type': type, ...headers },
  });
}

/** Begins an import of one file of so many bytes; answers the address of its parts. */
async function begin(bytes: number): Promise<{ readonly id: string; readonly address: string }> {
  const files = [{ name: 'blog.xml', bytes }];
  const answer = await send('POST', '/api/admin/imports', JSON.stringify({ files }), { Cookie: cookie });
  expect(answer.status).toBe(201);
  const { id } = answerSchema.parse(await answer.json());
  return { id, address: `/api/admin/imports/${id}/files/0` };
}

/** Sends a part; answers how much is there. */
async function part(address: string, offset: number, bytes: Buffer): Promise<number> {
  const answer = await send('PUT', `${address}?offset=${offset}`, bytes, { Cookie: cookie });
  expect(answer.status).toBe(200);
  return answerSchema.parse(await answer.json()).files[0]?.received ?? -1;
}

/** Sends so many bytes whatever is answered, and reads the answer once they are sent. */
async function sendFirst(target: string, bytes: number): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    `PUT ${target} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(Buffer.alloc(bytes), () => resolve());
  });
  const [answer] = (await once(socket, 'data')) as readonly unknown[];
  socket.destroy();
  return String(answer);
}

function fileOf(id: string): string {
  return join(server.content.path, 'imports', id, 'files/0');
}

function stored(id: string): Buffer {
  return readFileSync(fileOf(id));
}

function lengthOf(id: string): number {
  return statSync(fileOf(id), { throwIfNoEntry: false })?.size ?? 0;
}

describe('importPartRoute', () => {
  it('appends parts, and says how much is there', async () => {
    const { id, address } = await begin(8);
    expect(await part(address, 0, Buffer.from('abcd'))).toBe(4);
    expect(await part(address, 4, Buffer.from('efgh'))).toBe(8);
    expect(stored(id).toString()).toBe('abcdefgh');
  });

  it('writes nothing of a part that was sent before or lies beyond, and says where to go on', async () => {
    const { id, address } = await begin(8);
    await part(address, 0, Buffer.from('abcd'));
    expect(await part(address, 0, Buffer.from('abcd'))).toBe(4);
    expect(await part(address, 6, Buffer.from('gh'))).toBe(4);
    expect(stored(id).toString()).toBe('abcd');
  });

  it('writes no part twice that is sent twice at once', async () => {
    const { id, address } = await begin(8);
    await Promise.all([part(address, 0, Buffer.from('abcd')), part(address, 0, Buffer.from('abcd'))]);
    expect(stored(id).toString()).toBe('abcd');
  });

  it('keeps what came before the connection was cut', async () => {
    const { id, address } = await begin(1_000_000);
    const cut = request({
      port: server.port,
      method: 'PUT',
      path: `${address}?offset=0`,
      headers: { Cookie: cookie, 'Content-Length': 500_000 },
    });
    cut.on('error', () => undefined);
    cut.write(Buffer.alloc(1000, 1));
    expect(
      await eventually(
        () => lengthOf(id),
        (length) => length === 1000,
      ),
    ).toBe(1000);
    cut.destroy();
    expect(await part(address, 1000, Buffer.alloc(10, 2))).toBe(1010);
  });

  it('says so to who sends all of a part before reading', async () => {
    const { id, address } = await begin(MAX_PART_BYTES);
    await part(address, 0, Buffer.from('abcd'));
    rmSync(fileOf(id));
    symlinkSync('/dev/full', fileOf(id));
    expect(await sendFirst(`${address}?offset=0`, MAX_PART_BYTES)).toMatch(/^HTTP\/1.1 507 /);
    const long = await begin(MAX_PART_BYTES * 2);
    expect(await sendFirst(`${long.address}?offset=0`, MAX_PART_BYTES * 2)).toMatch(/^HTTP\/1.1 413 /);
  });

  it('says that the disk is full, keeps what came before, and goes on once there is room', async () => {
    const { id, address } = await begin(8);
    await part(address, 0, Buffer.from('abcd'));
    const [kept, file] = [`${fileOf(id)}.kept`, fileOf(id)];
    // Where writing finds no room (full(4)); its length is the part that is there.
    renameSync(file, kept);
    symlinkSync('/dev/full', file);
    const full = await send('PUT', `${address}?offset=0`, Buffer.from('efgh'), { Cookie: cookie });
    expect(full.status).toBe(507);
    expect(await full.text()).toMatch(/disk-full.*plein|plein.*disk-full/);
    rmSync(file);
    renameSync(kept, file);
    expect(await part(address, 4, Buffer.from('efgh'))).toBe(8);
    expect(stored(id).toString()).toBe('abcdefgh');
  });

  it('takes no more than the file is to be long, and no part above the limit', async () => {
    const { address } = await begin(4);
    const tooMuch = await send('PUT', `${address}?offset=0`, Buffer.from('abcdefgh'), { Cookie: cookie });
    expect(tooMuch.status).toBe(413);
    const large = await begin(MAX_PART_BYTES * 2);
    const answer = await send('PUT', `${large.address}?offset=0`, Buffer.alloc(MAX_PART_BYTES + 1), {
      Cookie: cookie,
    });
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('8 Mo')]);
  });

  it('refuses whoever is not signed in, another site, and an import that nobody knows', async () => {
    const { address } = await begin(4);
    const bytes = Buffer.from('abcd');
    expect((await send('PUT', `${address}?offset=0`, bytes)).status).toBe(401);
    const foreign = { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' };
    expect((await send('PUT', `${address}?offset=0`, bytes, foreign)).status).toBe(403);
    const unknown = address.replace(/imports\/[^/]+/, 'imports/5e0d6c1a-7f1b-4a55-8c2e-91f3b4d6a7c8');
    expect((await send('PUT', `${unknown}?offset=0`, bytes, { Cookie: cookie })).status).toBe(404);
    const asked = await fetch(`http://127.0.0.1:${server.port}${unknown.replace(/\/files.*/, '')}`, {
      headers: { Cookie: cookie },
    });
    expect(await asked.json()).toMatchObject({ error: 'Cet import est introuvable.', code: 'not-found' });
    expect((await send('PUT', address, bytes, { Cookie: cookie })).status).toBe(400);
  });
});
