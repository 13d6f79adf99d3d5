import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Headers } from './middleware/security-headers.ts';
import { refuseUnreadable } from './unreadable-requests.ts';

/**
 * An HTTP server, not listening, whose every answer carries `headers`: Node's own refusals (no request at all, no Host,
 * an expectation it does not know) would carry none.
 */
export function createHttpServer(headers: Headers, handle: RequestListener): Server {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    // RFC 9112 §3.2: HTTP/1.1 must name the host; HTTP/1.0 need not.
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      refuse(response, { status: 400, text: 'Il manque l’en-tête Host.\n', headers });
    } else handle(request, response);
  });
  // `Expect: 100-continue` never comes here: Node answers it and goes on to the request (RFC 9110 §10.1.1).
  server.on('checkExpectation', (_request, response) => {
    refuse(response, { status: 417, text: 'Cette attente (Expect) est inconnue.\n', headers });
  });
  refuseUnreadable(server, headers);
  return server;
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
