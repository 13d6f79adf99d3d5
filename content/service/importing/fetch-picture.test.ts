import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../model/image.ts';
import { type FetchOptions, fetchPicture } from './fetch-picture.ts';

const PICTURE = Buffer.from('a picture, for all that is asked here');
const HERE = '127.0.0.1';

let server: Server;
let port: number;
let answer: RequestListener;
let asked: IncomingMessage[];
beforeEach(async () => {
  asked = [];
  answer = (_, response) => response.end(PICTURE);
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, HERE, resolve));
  const address = server.address() as AddressInfo; // A TCP server's.
  port = address.port;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const at = (host = HERE): string => `http://${host}:${port}/vue.jpg`;

/** As from a web where this machine's own address is a public one. */
function fetchHere(address: string, options: Partial<FetchOptions> = {}) {
  const { signal = new AbortController().signal, ...more } = options;
  return fetchPicture(address, { signal, isAllowed: (ip) => ip === HERE, pauseMs: 1, ...more });
}

/** Names that have these addresses; others have none. */
function names(known: Readonly<Record<string, readonly string[]>>): NonNullable<FetchOptions['resolveName']> {
  return (name) =>
    Promise.resolve((known[name] ?? []).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })));
}

const paths = (): readonly (string | undefined)[] => asked.map(({ url }) => url);

describe('fetchPicture', () => {
  it('gives the bytes, and asks as nobody', async () => {
    expect(await fetchHere(`http://camille:secret@${HERE}:${port}/vue.jpg?v=2`)).toEqual({
      kind: 'bytes',
      bytes: PICTURE,
    });
    const [request] = asked;
    expect(paths()).toEqual(['/vue.jpg?v=2']);
    expect(request?.headers.authorization).toBeUndefined();
    expect(request?.headers.cookie).toBeUndefined();
    expect(request?.headers['user-agent']).toMatch(/^Encrier/);
  });

  it.each([HERE, 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '127.1'])(
    'never asks this machine itself: %s',
    async (host) => {
      const { signal } = new AbortController();
      expect(await fetchPicture(at(host), { signal, pauseMs: 1 })).toEqual({
        kind: 'failed',
        reason: 'cette adresse mène à un réseau privé\u00a0: elle n’a pas été demandée',
      });
      expect(asked).toEqual([]);
    },
  );

  it('follows to another address, and to no private one', async () => {
    answer = ({ url }, response) => {
      if (url === '/ailleurs.jpg') response.end(PICTURE);
      else response.writeHead(301, { location: '/ailleurs.jpg' }).end();
    };
    expect(await fetchHere(at())).toEqual({ kind: 'bytes', bytes: PICTURE });
    answer = (_, response) => response.writeHead(302, { location: at('127.0.0.2') }).end();
    expect(await fetchHere(at())).toMatchObject({ kind: 'failed' });
    answer = (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    expect(await fetchHere(at())).toMatchObject({ kind: 'failed' });
    expect(paths()).toEqual(['/vue.jpg', '/ailleurs.jpg', '/vue.jpg', '/vue.jpg']);
  });

  it.each([
    ['a private address beside a public one', ['8.8.8.8', '10.0.0.1']],
    ['this machine in its IPv6 form', ['::ffff:127.0.0.1']],
    ['a private address behind a translation', ['64:ff9b::a00:1']],
    ['a private address behind the translation of this network', ['2a02:64::a00:1']],
    ['nothing', []],
  ])('asks no name that has %s', async (_, addresses) => {
    const resolveName = names({ 'vues.exemple.fr': addresses, 'ipv4only.arpa': ['2a02:64::c000:aa'] });
    const { signal } = new AbortController();
    expect(await fetchPicture(at('vues.exemple.fr'), { signal, resolveName, pauseMs: 1 })).toEqual({
      kind: 'failed',
      reason: 'cette adresse mène à un réseau privé\u00a0: elle n’a pas été demandée',
    });
    expect(asked).toEqual([]);
  });

  it('asks the address that was looked at, whatever the name leads to a moment later', async () => {
    const answers = [[HERE], ['10.0.0.1']];
    const resolveName = () => names({ 'vues.exemple.fr': answers.shift() ?? [] })('vues.exemple.fr');
    expect(await fetchHere(at('vues.exemple.fr'), { resolveName })).toEqual({
      kind: 'bytes',
      bytes: PICTURE,
    });
    expect(asked[0]?.headers.host).toBe(`vues.exemple.fr:${port}`);
    expect(JSON.stringify(await fetchHere(at('vues.exemple.fr'), { resolveName }))).toContain('réseau privé');
  });

  it.each(['http://exemple.fr:25/vue.jpg', 'https://exemple.fr:22/vue.jpg', 'http://exemple.fr:0/vue.jpg'])(
    'asks no other service than the web: %s',
    async (address) => {
      expect(await fetchHere(address)).toEqual({
        kind: 'failed',
        reason: 'cette adresse mène à un autre service que le web',
      });
    },
  );

  it('gives up where it is sent round in a circle', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/vue.jpg' }).end();
    expect(await fetchHere(at())).toEqual({
      kind: 'failed',
      reason: 'le site renvoie trop souvent ailleurs',
    });
    expect(asked).toHaveLength(6);
  });

  it('asks again where the site is out of order, three times at most', async () => {
    answer = (_, response) => response.writeHead(503).end();
    expect(await fetchHere(at())).toEqual({ kind: 'failed', reason: 'le site répond 503' });
    expect(asked).toHaveLength(3);
    answer = (_, response) => {
      if (asked.length < 5) response.socket?.destroy();
      else response.end(PICTURE);
    };
    expect(await fetchHere(at())).toEqual({ kind: 'bytes', bytes: PICTURE });
  });

  it('does what Retry-After says, unless that is too long', async () => {
    answer = (_, response) => {
      if (asked.length === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else response.end(PICTURE);
    };
    expect(await fetchHere(at())).toEqual({ kind: 'bytes', bytes: PICTURE });
    answer = (_, response) => response.writeHead(429, { 'retry-after': '86400' }).end();
    expect(await fetchHere(at())).toEqual({ kind: 'failed', reason: 'le site répond 429' });
    expect(asked).toHaveLength(3);
  });

  it('asks once for what is not there', async () => {
    answer = (_, response) => response.writeHead(404).end('absent');
    expect(await fetchHere(at())).toEqual({ kind: 'failed', reason: 'le site répond 404' });
    expect(asked).toHaveLength(1);
  });

  it('takes no more than a picture may have', async () => {
    answer = (_, response) => {
      response.write(Buffer.alloc(MAX_IMAGE_BYTES));
      response.write(Buffer.alloc(1024)); // And never ends.
    };
    expect(await fetchHere(at())).toEqual({ kind: 'failed', reason: 'l’image dépasse 10 Mo' });
  });

  it('takes half a picture for none', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => response.socket?.destroy());
    };
    expect(await fetchHere(at())).toEqual({ kind: 'failed', reason: 'l’envoi a été coupé' });
  });

  it('waits no longer than it must for who says nothing', async () => {
    answer = () => undefined;
    expect(await fetchHere(at(), { silenceMs: 30 })).toEqual({
      kind: 'failed',
      reason: 'le site ne répond pas',
      isSilent: true,
    });
  });

  it('waits no longer for who sends it on and on, a byte at a time', async () => {
    answer = ({ url }, response) => {
      if (url === '/vue.jpg') response.writeHead(302, { location: '/lente.jpg' }).end();
      else setInterval(() => response.write('.'), 5).unref();
    };
    expect(JSON.stringify(await fetchHere(at(), { wholeMs: 60 }))).toMatch(/envoi a été coupé|ne répond pas/);
  });

  it('ends when it is told to, whichever try it is at, and says nothing of the picture', async () => {
    for (const tries of [1, 2, 3]) {
      asked = [];
      const stopping = new AbortController();
      answer = (_, response) => {
        if (asked.length === tries) stopping.abort();
        response.writeHead(503).end();
      };
      await expect(fetchHere(at(), { signal: stopping.signal })).rejects.toThrow(/abort/i);
    }
  });

  it.each(['ftp://exemple.fr/vue.jpg', 'file:///etc/passwd', 'data:image/png;base64,AAAA', 'vue.jpg'])(
    'asks for nothing that is not of the web: %s',
    async (address) => {
      expect(await fetchHere(address)).toEqual({ kind: 'failed', reason: 'ce n’est pas une adresse du web' });
    },
  );
});
