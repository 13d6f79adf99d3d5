import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import { readMultipart } from './multipart.ts';

let server: Server;
let address: string;
/** What became of each request, in order. */
let outcomes: unknown[];
let waiting: (() => void)[];
beforeEach(async () => {
  outcomes = [];
  waiting = [];
  const app = express();
  app.post('/', async (request, response) => {
    const outcome: unknown = await readMultipart(request, response).catch((error: unknown) =>
      error instanceof ContentError ? [error.code, error.data] : error,
    );
    outcomes.push(outcome);
    for (const resolve of waiting.splice(0)) resolve();
    response.json({});
  });
  const answerBug: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    outcomes.push(error);
    response.status(500).end();
  };
  app.use(answerBug);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function send(body: FormData | string | Uint8Array<ArrayBuffer>, type?: string): Promise<unknown> {
  const headers = type === undefined ? {} : { 'Content-Type': type };
  await fetch(address, { method: 'POST', body, headers });
  return outcomes.at(-1);
}

function form(
  files: readonly (readonly [field: string, bytes: Uint8Array<ArrayBuffer>, name?: string])[],
): FormData {
  const data = new FormData();
  for (const [field, bytes, name = 'a.jpg'] of files) data.append(field, new Blob([bytes]), name);
  return data;
}

const BYTES = new Uint8Array([1, 2, 3]);
const MULTIPART = 'multipart/form-data; boundary=b';

describe('readMultipart', () => {
  it('gives the bytes and the name of a picture', async () => {
    expect(await send(form([['image', BYTES, 'Été 😀.jpg']]))).toEqual({
      image: { filename: 'Été 😀.jpg', bytes: Buffer.from(BYTES) },
    });
  });

  it('takes exactly 10 MB', async () => {
    const outcome = await send(form([['image', new Uint8Array(10 * 1024 * 1024)]]));
    expect(outcome).toMatchObject({ image: { bytes: { length: 10 * 1024 * 1024 } } });
  });

  it('refuses one byte more', async () => {
    const outcome = await send(form([['image', new Uint8Array(10 * 1024 * 1024 + 1)]]));
    expect(outcome).toEqual(['too-large', { limit: '10 Mo' }]);
  });

  it.each([
    ['no file', form([])],
    ['a text in its place', textForm('image', 'abc')],
    ['a hostile field', textForm('__proto__[x]', 'x')],
  ])('gives nothing of %s: the row says what is missing', async (_, data) => {
    expect(await send(data)).toEqual({});
  });

  it.each([
    ['another field', form([['autre', BYTES]])],
    [
      'two files',
      form([
        ['image', BYTES],
        ['image', BYTES],
      ]),
    ],
    [
      'a field more',
      form([
        ['image', BYTES],
        ['autre', BYTES],
      ]),
    ],
  ])('refuses %s', async (_, data) => {
    expect(await send(data)).toMatchObject([
      'invalid',
      { reason: expect.stringMatching(/une seule/) as unknown },
    ]);
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'another boundary',
      MULTIPART,
      '--c\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nx\r\n--c--',
    ],
    ['no end', MULTIPART, '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nx'],
    ['a head that is none', MULTIPART, '--b\r\n\0\0\0: \r\n\r\nx\r\n--b--'],
    ['a head without end', MULTIPART, `--b\r\nX: ${'x'.repeat(100_000)}`],
    ['nothing', MULTIPART, ''],
    [
      'a thousand fields',
      MULTIPART,
      `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(1000)}--b--`,
    ],
  ])('refuses a body with %s', async (_, type, body) => {
    expect(await send(body, type)).toMatchObject(['invalid', { path: '' }]);
  });

  it.each(['application/json', 'image/png', 'text/plain'])('refuses a body of type %s', async (type) => {
    expect(await send('{}', type)).toMatchObject(['unsupported', {}]);
  });

  it('ends with a request that breaks off', async () => {
    const ended = new Promise<void>((resolve) => waiting.push(resolve));
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${MULTIPART}\r\nContent-Length: 9999\r\n\r\n--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nx`,
      () => socket.destroy(),
    );
    await ended;
    expect(outcomes).toMatchObject([['invalid', {}]]);
  });
});

function textForm(name: string, text: string): FormData {
  const data = new FormData();
  data.append(name, text);
  return data;
}
