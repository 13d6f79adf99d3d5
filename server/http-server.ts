import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { DEFAULT_LIMITS, limitBody, type RequestLimits } from './http-limits.ts';
import type { Headers } from './middleware/security-headers.ts';
import { refuseUnreadable } from './unreadable-requests.ts';

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
