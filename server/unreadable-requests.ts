import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Headers } from './middleware/security-headers.ts';

/** Status by the code of Node's parser; 400 for any other (nodejs.org, http, Event: 'clientError'). */
const STATUS: Readonly<Record<string, Refused>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const TEXT = {
  400: 'Cette demande n’est pas du HTTP lisible.\n',
  408: 'La demande n’est pas arrivée en entier à temps : recommencez.\n',
  431: 'L’adresse ou les en-têtes de la demande sont trop longs.\n',
} as const;
type Refused = keyof typeof TEXT;

/** Whoever was refused gets this long to read it and to close, in milliseconds; then we close. */
const LINGER_MS = 1000;

/** Answers what is no HTTP request, is too large or never ends, with the headers every answer carries. */
export function refuseUnreadable(server: Server, headers: Headers): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuseOnSocket(socket, STATUS[error.code ?? ''] ?? 400, headers);
  });
}

/** Answers where there is no response to answer with, and ends the connection, even of one who never closes. */
export function refuseOnSocket(socket: Duplex, status: Refused, headers: Headers): void {
  const text = TEXT[status];
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Content-Type: text/plain; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
