import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { isSystemError } from '#content/git/system-error.ts';
import { ExplainedError } from './data/explained.ts';
import { DEFAULT_LIMITS, limitBody, type RequestLimits, refuseUnreadable } from './http-limits.ts';
import type { Headers } from './middleware/security-headers.ts';

interface HttpServerOptions {
  /** What every answer carries. */
  readonly headers: Headers;
  readonly handle: RequestListener;
  readonly limits?: RequestLimits;
}

/**
 * An HTTP server, not listening, whose every answer carries `headers`: Node's own refusals (no request at all, an
 * expectation it does not know) would carry none. What names no host, or more than one, is refused, as is what takes longer to
 * arrive than `limits` allow; for how long an answer is read there is no limit.
 */
export function createHttpServer({ headers, handle, limits = DEFAULT_LIMITS }: HttpServerOptions): Server {
  // Node looks at its connections now and then: both together are what is allowed.
  const checkMs = limits.headMs / 10;
  const settings = {
    requireHostHeader: false,
    headersTimeout: limits.headMs - checkMs,
    connectionsCheckingInterval: checkMs,
    requestTimeout: limits.wholeMs,
  };
  const server = createServer(settings, (request, response) => {
    const fault = hostFault(request);
    if (fault !== null) {
      refuse(response, { status: 400, text: fault, headers });
      return;
    }
    limitBody({ request, response, headers }, limits);
    handle(request, response);
  });
  // `Expect: 100-continue` never comes here: Node answers it and goes on to the request (RFC 9110 §10.1.1).
  server.on('checkExpectation', (_request, response) => {
    refuse(response, { status: 417, text: 'Cette attente (Expect) est inconnue.\n', headers });
  });
  refuseUnreadable(server, headers);
  return server;
}

/** A name or an address as one can ask for it, and a port: what RFC 3986 allows besides is in no address of a site. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;

/**
 * What is wrong with the host a request names (RFC 9112 §3.2); HTTP/1.0 need not name one. Node keeps the first of two,
 * and what stands in front of us may have read the other. This is on the way of every page: only names of four letters are
 * looked at.
 */
function hostFault({ rawHeaders, httpVersion }: IncomingMessage): string | null {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'Il y a plus d’un en-tête Host.\n';
    host = rawHeaders[at + 1] ?? '';
  }
  if (host === undefined) return httpVersion === '1.1' ? 'Il manque l’en-tête Host.\n' : null;
  return HOST.test(host) ? null : 'L’en-tête Host ne nomme aucun hôte.\n';
}

interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** The connection ends with it: whether a body follows is not known. */
function refuse(response: ServerResponse, { status, text, headers }: Refusal): void {
  const own = [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Cache-Control',
    'no-store',
    'Connection',
    'close',
  ];
  response.writeHead(status, [...headers.flat(), ...own]).end(text);
}

/** Longer than the usual idle time of a balancer, so that it is never us who close first, in milliseconds. */
const KEEP_ALIVE_MS = 75_000;

/** Starts listening and gives the port. Throws {@link ExplainedError} when the port is taken or not allowed. */
export function listen(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<number> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(refusal(error, port, host)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function refusal(error: Error, port: number, host: string): Error {
  if (isSystemError(error, 'EADDRINUSE')) {
    const text = `Le port ${port} est déjà pris. Arrêtez l’autre programme, ou choisissez-en un autre\u00a0: PORT=3001 npm start`;
    return new ExplainedError(text, { cause: error });
  }
  if (isSystemError(error, 'EACCES')) {
    return new ExplainedError(
      `Le port ${port} est réservé au système. Choisissez-en un autre\u00a0: PORT=3000`,
      {
        cause: error,
      },
    );
  }
  if (isSystemError(error, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL')) {
    return new ExplainedError(`Cette machine n’a pas l’adresse ${host}. Exemple\u00a0: HOST=127.0.0.1`, {
      cause: error,
    });
  }
  return error;
}

/** Answers under way at a stop are given this long, in milliseconds. */
const GRACE_MS = 10_000;
/** How often connections that have nothing more to say are closed meanwhile, in milliseconds. */
const SWEEP_EVERY_MS = 50;

/**
 * To be called before the server listens; what it gives closes the server: answers under way end first, for 10 seconds at
 * most. A connection that asked nothing is not waited for, be it kept after an answer or opened ahead by a browser, which
 * Node would count as a request that begins (`server.closeIdleConnections`).
 */
export function gentleClose(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeQuiet = () => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  return () =>
    new Promise((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      // A connection whose answer has ended since is closed too, not kept for a next request.
      const sweeper = setInterval(closeQuiet, SWEEP_EVERY_MS);
      server.close(() => {
        clearTimeout(timer);
        clearInterval(sweeper);
        resolve();
      });
    });
}
