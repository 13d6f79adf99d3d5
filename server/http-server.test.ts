import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#content/testing/eventually.ts';
import { DEFAULT_LIMITS, type RequestLimits } from './http-limits.ts';
import { createHttpServer, listen } from './http-server.ts';
import { askRaw } from './testing/exchange.ts';

const HEADERS = [['X-Content-Type-Options', 'nosniff']] as const;
let server: Server = createServer();
const sockets: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close().closeAllConnections();
});

function open(handle: RequestListener, limits: Partial<RequestLimits> = {}): Promise<number> {
  server = createHttpServer({ headers: HEADERS, handle, limits: { ...DEFAULT_LIMITS, ...limits } });
  return listen(server, { port: 0, host: '127.0.0.1' });
}

const sayBody: RequestListener = (request, response) => {
  text(request).then(
    (body) => response.end(`reçu : ${body}`),
    () => response.destroy(),
  );
};
const ignoreBody: RequestListener = (_request, response) => response.end('sans lire');
const post = (target: string, length: number) =>
  `POST ${target} HTTP/1.1\r\nHost: exemple.fr\r\nContent-Length: ${length}\r\n\r\n`;

/** What a client reads that never closes by itself; `closed` gives all of it once the server has closed. */
function talk(port: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  let read = '';
  const closed = new Promise<string>((resolve) => {
    socket.on('data', (piece: Buffer) => {
      read += piece.toString();
    });
    for (const end of ['end', 'error'] as const) socket.on(end, () => resolve(read));
  });
  /** Resolves with what was read so far once it has this in it. */
  const said = (part: string) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (read.includes(part)) resolve(read);
      };
      socket.on('data', look);
      look();
    });
  return { send: (words: string) => socket.write(words), closed, said };
}

describe('a request that does not arrive', () => {
  it.each([
    ['not a byte', ''],
    ['half of its headers', 'GET / HTTP/1.1\r\nHost: exemple.fr\r\nX-'],
  ])('is answered 408 within the limit: %s', async (_what, sent) => {
    const client = talk(await open(ignoreBody, { headMs: 200 }));
    client.send(sent);
    expect(await client.closed).toMatch(/^HTTP\/1\.1 408 [^]*nosniff[^]*pas arrivée en entier à temps/);
  });

  it('is not waited for on a kept connection', async () => {
    const client = talk(await open(ignoreBody, { headMs: 200 }));
    client.send('GET / HTTP/1.1\r\nHost: exemple.fr\r\n\r\n');
    await client.said('sans lire');
    client.send('GET / HTTP/1.1\r\nHost: exemple.fr\r\nX-');
    expect(await client.closed).toMatch(/sans lire[^]*HTTP\/1\.1 408 /);
  });

  it('is answered 408 when its body stops coming', async () => {
    const client = talk(await open(sayBody, { bodyIdleMs: 300 }));
    client.send(`${post('/api/posts', 100)}début`);
    expect(await client.closed).toMatch(/^HTTP\/1\.1 408 [^]*nosniff[^]*pas arrivée en entier à temps/);
  });

  it('is answered 408 when nothing comes of what was to be sent on demand', async () => {
    const client = talk(await open(sayBody, { bodyIdleMs: 300 }));
    client.send(post('/', 5).replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'));
    expect(await client.closed).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 408 /);
  });

  it('is closed when it was answered before its body stopped', async () => {
    const client = talk(await open(ignoreBody, { bodyIdleMs: 300 }));
    client.send(`${post('/', 100)}début`);
    expect(await client.closed).toMatch(/sans lire$/);
  });

  it('is closed, for its answer, even where the client never closes', async () => {
    const port = await open(sayBody, { bodyIdleMs: 300 });
    const gone = new Promise<void>((resolve) => {
      server.on('connection', (socket) => socket.on('close', () => resolve()));
    });
    talk(port).send(`${post('/', 100)}début`);
    await gone;
  });

  it.each([
    ['/content.git/git-receive-pack', { gitIdleMs: 300 }],
    ['/api/objects/1-2', { uploadIdleMs: 300 }],
    ['/api/admin/upload', { uploadIdleMs: 300 }],
    ['/api/posts/upload-image', { uploadIdleMs: 300 }],
    ['/api/images/upload', { uploadIdleMs: 300 }],
  ])('has a limit of its own on %s', async (target, limits) => {
    const port = await open(sayBody, { bodyIdleMs: 1e6, uploadIdleMs: 1e6, gitIdleMs: 1e6, ...limits });
    const client = talk(port);
    client.send(`${post(target, 100)}début`);
    expect(await client.closed).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('a request that takes its time', () => {
  /** Ends once the server would have ended a quiet one. */
  async function quietLimit(port: number): Promise<void> {
    const quiet = talk(port);
    quiet.send(`${post('/', 100)}début`);
    await quiet.closed;
  }

  it('is served when its body comes slowly and steadily', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let body = '';
    const port = await open(
      (request, response) => {
        request.setEncoding('utf8').on('data', (piece: string) => {
          body += piece;
        });
        request.on('end', () => response.end(`reçu : ${body}`));
      },
      { bodyIdleMs: 300 },
    );
    const client = talk(port);
    const words = 'lentement et surement';
    client.send(post('/', words.length));
    for (let at = 0; at < words.length; at += 1) {
      client.send(words.charAt(at));
      await eventually(
        () => body.length,
        (length) => length > at,
      );
      vi.advanceTimersByTime(280);
    }
    expect(await client.said('reçu')).toContain(words);
  });

  it('is served when it is we who do not read it yet', async () => {
    const waiting: (() => void)[] = [];
    const port = await open(
      (request, response) => {
        if (request.url === '/late') waiting.push(() => sayBody(request, response));
        else sayBody(request, response);
      },
      { bodyIdleMs: 300 },
    );
    const client = talk(port);
    client.send(`${post('/late', 10)}12345`);
    await quietLimit(port);
    for (const read of waiting) read();
    client.send('67890');
    expect(await client.said('reçu')).toContain('1234567890');
  });

  it('may be answered, and its answer read, for as long as it takes', async () => {
    const answering: (() => void)[] = [];
    const port = await open(
      (request: IncomingMessage, response) => {
        if (request.url !== '/long') {
          sayBody(request, response);
          return;
        }
        response.write('commencé');
        answering.push(() => response.end('terminé'));
      },
      { headMs: 200, bodyIdleMs: 300 },
    );
    const client = talk(port);
    client.send(`${post('/long', 5)}12345`);
    await client.said('commencé');
    await quietLimit(port);
    for (const end of answering) end();
    expect(await client.said('terminé')).toContain('terminé');
  });
});

describe('the host of a request', () => {
  const status = async (head: string) => {
    const port = await open(ignoreBody);
    const answer = Buffer.from(await askRaw(port, `${head}Connection: close\r\n\r\n`), 'latin1').toString();
    return [answer.slice(9, 12), answer.split('\r\n\r\n')[1]];
  };

  it.each([
    ['two', 'GET / HTTP/1.1\r\nHost: exemple.fr\r\nHost: autre.fr\r\n', 'plus d’un'],
    ['twice the same', 'GET / HTTP/1.1\r\nHost: exemple.fr\r\nhOST: exemple.fr\r\n', 'plus d’un'],
    ['two in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: exemple.fr\r\nX: y\r\nHost: autre.fr\r\n', 'plus d’un'],
    ['none', 'GET / HTTP/1.1\r\n', 'manque'],
    ['an empty one', 'GET / HTTP/1.1\r\nHost:\r\n', 'aucun hôte'],
    ['a list', 'GET / HTTP/1.1\r\nHost: exemple.fr, autre.fr\r\n', 'aucun hôte'],
    ['a path', 'GET / HTTP/1.1\r\nHost: exemple.fr/a\r\n', 'aucun hôte'],
    ['a user', 'GET / HTTP/1.1\r\nHost: a@exemple.fr\r\n', 'aucun hôte'],
    ['a tag', 'GET / HTTP/1.1\r\nHost: <b>\r\n', 'aucun hôte'],
    ['a port that is none', 'GET / HTTP/1.1\r\nHost: exemple.fr:http\r\n', 'aucun hôte'],
  ])('is refused: %s', async (_what, head, reason) => {
    expect(await status(head)).toEqual(['400', expect.stringContaining(reason)]);
  });

  it.each([
    'GET / HTTP/1.1\r\nHost: exemple.fr\r\n',
    'GET / HTTP/1.1\r\nhost: localhost:3000\r\n',
    'GET / HTTP/1.1\r\nHost: [::1]:3000\r\n',
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n',
    'GET / HTTP/1.1\r\nHost: mon_site-1.xn--caf-dma.fr.\r\n',
    'GET / HTTP/1.0\r\n',
  ])('is taken: %j', async (head) => {
    expect((await status(head))[0]).toBe('200');
  });
});
