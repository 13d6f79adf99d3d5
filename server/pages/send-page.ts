import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Headers } from '../middleware/security-headers.ts';
import { matchesTag } from './negotiate.ts';
import { type Encoding, entityTag } from './page-variants.ts';

/** How long a shared cache may keep a page, in seconds (DESIGN.md, Remotes and publishing). */
const SHARED_SECONDS = 1;

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
  const steady = [
    ...headers.flat(),
    ...['Content-Type', 'text/html; charset=utf-8', 'Vary', 'Accept-Encoding'],
    ...['Speculation-Rules', '"/speculation-rules.json"'],
  ];

  return (request: IncomingMessage, response: ServerResponse, answer: Answer): void => {
    const { encoding, status } = answer;
    const tag = entityTag(answer.hash, encoding);
    const caching = cacheControl(answer);
    const known = request.headers['if-none-match'];
    if (status === 200 && known !== undefined && matchesTag(known, tag)) {
      response.writeHead(304, ['ETag', tag, 'Cache-Control', caching, 'Vary', 'Accept-Encoding']);
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
  if (status >= 500) return 'no-store';
  return holdsFor >= SHARED_SECONDS * 1000 ? `public, max-age=0, s-maxage=${SHARED_SECONDS}` : 'no-cache';
}
