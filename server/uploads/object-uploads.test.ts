import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import { eventually } from '#content/testing/eventually.ts';
import { answerErrors } from '../api/answer-errors.ts';
import { ask } from '../testing/exchange.ts';
import { createObjectUploads } from './object-uploads.ts';

const NOW = Date.parse('2026-07-01T10:00:00Z');
const ORIGIN = 'https://exemple.fr';
const ME = '5e0d6c1a-7f1b-4a55-8c2e-91f3b4d6a7c8';
const OTHER = '0b8a1f6e-3c52-4f7d-9a1e-5d2c7b9e4f10';
const AUTHOR = { name: 'Camille Test', email: 'camille@exemple.fr' };
const MB = 1024 * 1024;

let server: Server;
let port: number;
let now: number;
let uploaded: unknown[];
let bugs: unknown[];
let uploads: ReturnType<typeof createObjectUploads>;

function create(refusal: ContentError | null = null): ReturnType<typeof createObjectUploads> {
  return createObjectUploads({
    origin: ORIGIN,
    clock: () => now,
    refusal,
    upload: ({ filename, bytes }, author) => {
      uploaded.push({ filename, text: Buffer.from(bytes).toString('latin1').slice(0, 20), author });
      return Promise.resolve({
        id: ME,
        url: '/images/2026/image-1.jpg',
        filename: 'image-1.jpg',
        width: 1,
        height: 1,
        bytes: 1,
      });
    },
  });
}

beforeEach(async () => {
  [now, uploaded, bugs] = [NOW, [], []];
  await open(create());
});
afterEach(() => {
  close();
  expect(bugs).toEqual([]);
});

async function open(from: typeof uploads): Promise<void> {
  uploads = from;
  const app = express();
  app.use(uploads.route, answerErrors(pino({ level: 'silent' })));
  app.use((_request, response) => void response.status(404).end('further on'));
  const answerBug: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    bugs.push(error);
    response.status(500).end();
  };
  app.use(answerBug);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
}
function close(): void {
  server.closeAllConnections();
  server.close();
}

function call(user: string | null) {
  if (user === null) return { signedIn: null };
  const profile = { id: user, username: 'camille', displayName: 'Camille', email: '' };
  return { signedIn: { sessionId: 's', user: profile, author: AUTHOR } };
}

const address = async (user = ME): Promise<string> =>
  (await uploads.handlers.createObjectUpload({}, call(user))).uploadURL;
const put = (target: string, body: string | Uint8Array = 'bytes', type = 'image/png') =>
  ask(port, target, { method: 'PUT', headers: { 'content-type': type }, body });
async function finalize(imageURL: string, user: string | null = ME): Promise<unknown> {
  try {
    return await uploads.handlers.finalizeObjectUpload({ imageURL }, call(user));
  } catch (error) {
    return error instanceof ContentError ? error.code : error;
  }
}
const DONE = {
  url: '/images/2026/image-1.jpg',
  filename: 'image-1.jpg',
  objectPath: '/images/2026/image-1.jpg',
};

describe('a signed address', () => {
  it('takes a file, which then goes into the repository', async () => {
    const signed = await address();
    const { status, text } = await put(signed);
    expect([status, JSON.parse(text)]).toEqual([200, {}]);
    expect(await finalize(signed)).toEqual(DONE);
    expect(uploaded).toEqual([{ filename: 'image', text: 'bytes', author: AUTHOR }]);
  });

  it.each([
    ['whole', (signed: string) => `${ORIGIN}${signed}`],
    ['by its path alone', (signed: string) => signed.replace(/\?.*$/, '')],
  ])('is finished when given back %s', async (_, asGiven) => {
    const signed = await address();
    await put(signed);
    expect(await finalize(asGiven(signed))).toEqual(DONE);
  });

  it('works once', async () => {
    const signed = await address();
    await put(signed, 'un');
    const second = await put(signed, 'deux');
    await finalize(signed);
    const third = await put(signed, 'trois');
    expect([second.status, third.status, uploaded]).toMatchObject([409, 409, [{ text: 'un' }]]);
    expect(JSON.parse(second.text)).toMatchObject({
      code: 'done',
      error: expect.stringMatching(/déjà/) as unknown,
    });
  });

  it('takes one of two files sent at once', async () => {
    const signed = await address();
    const answers = await Promise.all([put(signed, 'un'), put(signed, 'deux')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('works for 15 minutes', async () => {
    const [early, late, never] = [await address(), await address(), await address()];
    now = NOW + 15 * 60_000 - 1;
    const inTime = await put(early);
    await put(late);
    now += 1;
    const tooLate = await put(never);
    expect([inTime.status, tooLate.status, await finalize(late)]).toEqual([200, 403, 'forbidden']);
  });

  it.each([
    ['another moment', (signed: string) => signed.replace(/expires=\d/, 'expires=9')],
    ['another user', (signed: string) => signed.replace(ME, OTHER)],
    ['another last sign', (signed: string) => `${signed.slice(0, -1)}${signed.endsWith('A') ? 'B' : 'A'}`],
    ['a sign less', (signed: string) => signed.slice(0, -1)],
    ['a sign more', (signed: string) => `${signed}A`],
    ['a parameter more', (signed: string) => `${signed}&x=1`],
    ['a parameter twice', (signed: string) => `${signed}&expires=1900000000000`],
    ['no query', (signed: string) => signed.replace(/\?.*$/, '')],
    ['no signature', (signed: string) => signed.replace(/&signature=.*$/, '')],
    ['an empty signature', (signed: string) => signed.replace(/signature=.*$/, 'signature=')],
    ['another order', (signed: string) => signed.replace(/expires=(\d+)&user=([^&]+)/, 'user=$2&expires=$1')],
    ['an escaped sign', (signed: string) => signed.replace('expires', '%65xpires')],
  ])('is refused with %s', async (_, bend) => {
    const signed = await address();
    expect(bend(signed)).not.toBe(signed);
    expect([(await put(bend(signed))).status, (await put(signed)).status]).toEqual([403, 200]);
  });

  it('is none of ours once a thousand newer ones were given', async () => {
    const [oldest, second] = [await address(), await address()];
    for (let count = 0; count < 999; count += 1) await address();
    expect([(await put(oldest)).status, (await put(second)).status]).toEqual([403, 200]);
  });

  it.each(['GET', 'POST', 'DELETE', 'PATCH'])('answers 405 to %s', async (method) => {
    const { status, headers } = await ask(port, await address(), { method });
    expect([status, headers.allow]).toEqual([405, 'PUT']);
  });

  it('leaves the other addresses of objects to others', async () => {
    const answers = await Promise.all([put('/api/objects/finalize'), put('/api/objects/upload'), put('/x')]);
    expect(answers.map(({ text }) => text)).toEqual(['further on', 'further on', 'further on']);
  });

  it.each(['text/html', 'application/octet-stream', '', 'image/', 'x-image/png'])(
    'refuses the content type %j',
    async (type) => {
      const signed = await address();
      expect([(await put(signed, 'x', type)).status, (await put(signed)).status]).toEqual([415, 200]);
    },
  );

  it('takes 10 MB and no byte more, declared or not', async () => {
    const [exact, declared, chunked] = [await address(), await address(), await address()];
    const statuses = [
      (await put(exact, Buffer.alloc(10 * MB))).status,
      (await put(declared, Buffer.alloc(10 * MB + 1))).status,
      (await sendInPieces(chunked, 11)).status,
    ];
    expect(statuses).toEqual([200, 413, 413]);
    expect([await finalize(declared), await finalize(chunked)]).toEqual(['invalid', 'invalid']);
  });

  it('may be used again after an upload that broke off, which leaves nothing', async () => {
    const signed = await address();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `PUT ${signed} HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: 9999\r\n\r\nx`,
    );
    const isUsed = (code: unknown) => code === 'done';
    expect(await eventually(() => finalize(signed), isUsed)).toBe('done');
    socket.destroy();
    expect(
      await eventually(
        () => finalize(signed),
        (code) => !isUsed(code),
      ),
    ).toBe('invalid');
    expect((await put(signed)).status).toBe(200);
  });
});

it('says when to send a file again that cannot be taken now', async () => {
  close();
  await open(create(new ContentError('read-only', { reason: 'Pour lire.' })));
  const { status, headers } = await put(await address());
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '1', 'no-store']);
});

describe('finalizeObjectUpload', () => {
  it('refuses what was not sent', async () => {
    expect(await finalize(await address())).toBe('invalid');
  });

  it('refuses what another user sent', async () => {
    const signed = await address();
    await put(signed);
    expect([
      await finalize(signed, OTHER),
      await finalize(signed.replace(/\?.*$/, ''), OTHER),
      uploaded,
    ]).toEqual(['forbidden', 'forbidden', []]);
  });

  it('refuses whoever is not signed in', async () => {
    const signed = await address();
    await put(signed);
    expect(await finalize(signed, null)).toBe('unauthenticated');
  });

  it('is done once', async () => {
    const signed = await address();
    await put(signed);
    await finalize(signed);
    expect(await finalize(signed)).toBe('done');
  });

  it.each([
    'https://autre.fr/api/objects/0b8a1f6e-3c52-4f7d-9a1e-5d2c7b9e4f10',
    '/api/objects/../../state.sqlite',
    '/api/objects/0b8a1f6e-3c52-4f7d-9a1e-5d2c7b9e4f10',
    '/images/2026/x.jpg',
    'n’importe quoi',
  ])('refuses %s', async (imageURL) => {
    expect(await finalize(imageURL)).toBe('invalid');
  });

  it('refuses a bent address of a file that was sent', async () => {
    const signed = await address();
    await put(signed);
    expect([await finalize(signed.replace(/expires=\d/, 'expires=9')), uploaded]).toEqual(['invalid', []]);
  });
});

describe('what is left', () => {
  it('is the newest eight: of more the oldest have to be sent again', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => address()));
    for (const signed of all) expect((await put(signed)).status).toBe(200);
    const ends = await Promise.all(all.map((signed) => finalize(signed)));
    expect(ends).toEqual(['done', 'done', ...Array.from({ length: 8 }, () => DONE)]);
  });

  it('is forgotten with the server, and so is its address', async () => {
    const signed = await address();
    await put(signed);
    uploads = create();
    expect(await finalize(signed)).toBe('invalid');
  });
});

/** So many megabytes, one after the other, without saying how many. */
function sendInPieces(target: string, megabytes: number): Promise<{ readonly status: number }> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let left = megabytes; left > 0; left -= 1) controller.enqueue(new Uint8Array(MB));
      controller.close();
    },
  });
  const init = { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body, duplex: 'half' } as const;
  return fetch(`http://127.0.0.1:${port}${target}`, init);
}
