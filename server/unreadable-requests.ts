import { type Server, STATUS_CODES } from 'node:http';
import type { Headers } from './middleware/security-headers.ts';

/** Status by the code of Node's parser; 400 for any other (nodejs.org, http, Event: 'clientError'). */
const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers what is no HTTP request, is too large or never ends, with the headers every answer carries. */
export function refuseUnreadable(server: Server, headers: Headers): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = STATUS[error.code ?? ''] ?? 400;
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      'Cache-Control: no-store',
      'Content-Length: 0',
      'Connection: close',
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  });
}
