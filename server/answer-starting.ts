import type { RequestListener } from 'node:http';
import type { Headers } from './middleware/security-headers.ts';

/** Every address while the repository is being opened or created, or its content read for the first time. */
export function answerStarting(headers: Headers): RequestListener {
  const starting = [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Retry-After',
    '1',
    'Cache-Control',
    'no-store',
  ];
  return (_request, response) => {
    response.writeHead(503, [...headers.flat(), ...starting]);
    response.end('Le site démarre : réessayez dans un instant.\n');
  };
}
