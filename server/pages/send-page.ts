import type { IncomingMessage, ServerResponse } from 'node:http';
import { publicCaching } from '../caching.ts';
import type { Headers } from '../middleware/security-headers.ts';
import { matchesTag } from './negotiate.ts';
import { type Encoding, entityTag } from './page-variants.ts';

interface Answer {
  readonly status: number;
  readonly hash: string;
  readonly encoding: Encoding;
  /** Called unless the reader has the page already. */
  readonly bytes: () => Buffer;
  /** Milliseconds until the page may change by the clock alone. */
  readonly holdsFor: number;
}

/** Writes pages with headers made ready once; only the tag, the length and the encoding differ between two pages. */
export function createPageSender(headers: Headers) {
  const always = [...headers.flat(), 'Vary', 'Accept-Encoding'];
  const steady = [
    ...always,
    ...['Content-Type', 'text/html; charset=utf-8'],
    ...['Speculation-Rules', '"/speculation-rules.json"'],
  ];

  return (request: IncomingMessage, response: ServerResponse, answer: Answer): void => {
    const { encoding, status } = answer;
    const tag = entityTag(answer.hash, encoding);
    const caching = cacheControl(answer);
    const known = request.headers['if-none-match'];
    if (status === 200 && known !== undefined && matchesTag(known, tag)) {
      response.writeHead(304, always.concat('ETag', tag, 'Cache-Control', caching));
      response.end();
      return;
    }
    const body = answer.bytes();
    const own = ['ETag', tag, 'Cache-Control', caching, 'Content-Length', String(body.length)];
    if (encoding !== 'identity') own.push('Content-Encoding', encoding);
    response.writeHead(status, steady.concat(own));
    response.end(body);
  };
}

function cacheControl({ status, holdsFor }: Answer): string {
  return status >= 500 ? 'no-store' : publicCaching(holdsFor);
}
