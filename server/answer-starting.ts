import type { RequestListener } from 'node:http';
import type { Headers } from './middleware/security-headers.ts';

/**
 * Every address while the repository is being opened or created, or its content read for the first time. `progress` says how
 * far it is, where that is known; `/healthz` is for programs.
 */
export function answerStarting(
  headers: Headers,
  progress: () => string | null = () => null,
): RequestListener {
  const starting = [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Retry-After',
    '1',
    'Cache-Control',
    'no-store',
  ];
  const [, , ...others] = starting;
  const json = ['Content-Type', 'application/json; charset=utf-8', ...others];
  return (request, response) => {
    const far = progress();
    if (far !== null && request.url === '/healthz') {
      response.writeHead(503, [...headers.flat(), ...json]);
      response.end(JSON.stringify({ status: 'starting', progress: far }));
      return;
    }
    response.writeHead(503, [...headers.flat(), ...starting]);
    response.end(`Le site démarre : réessayez dans un instant.\n${far === null ? '' : `${far}\n`}`);
  };
}
