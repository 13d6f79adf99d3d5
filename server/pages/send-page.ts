import type { IncomingMessage, ServerResponse } from 'node:http';
import { publicCaching } from '../answering.ts';
import type { Headers } from '../middleware/security-headers.ts';
import { matchesTag, type Wish } from './negotiate.ts';
import { type CachedPage, formIn, type PageCache } from './page-cache.ts';
import { type Encoding, entityTag } from './page-variants.ts';

interface Answer {
  readonly page: CachedPage;
  readonly encoding: Encoding;
  /** The reader's conditions. */
  readonly wish: Wish;
  readonly cache: Pick<PageCache, 'bytes' | 'keepBytes'>;
  /** Milliseconds until the page may change by the clock alone. */
  readonly holdsFor: number;
}

/** Writes pages; all but four headers are made ready once for all pages. */
export function createPageSender(headers: Headers) {
  const always = [...headers.flat(), 'Vary', 'Accept-Encoding'];
  const steady = [
    ...always,
    ...['Content-Type', 'text/html; charset=utf-8'],
    ...['Speculation-Rules', '"/speculation-rules.json"'],
  ];

  function pageHeaders(page: CachedPage, encoding: Encoding, caching: string): string[] {
    const own = ['ETag', entityTag(page.hash, encoding), 'Cache-Control', caching];
    own.push('Content-Length', String(formIn(page, encoding).size));
    if (encoding !== 'identity') own.push('Content-Encoding', encoding);
    return steady.concat(own);
  }

  return (request: IncomingMessage, response: ServerResponse, answer: Answer): void => {
    const { page, encoding, wish, cache } = answer;
    const caching = page.status >= 500 ? 'no-store' : publicCaching(answer.holdsFor);
    if (page.status === 200 && wish.ifNoneMatch !== undefined) {
      const tag = entityTag(page.hash, encoding);
      if (matchesTag(wish.ifNoneMatch, tag)) {
        response.writeHead(304, always.concat('ETag', tag, 'Cache-Control', caching));
        response.end();
        return;
      }
    }
    const body = request.method === 'HEAD' ? undefined : cache.bytes(page, encoding);
    response.writeHead(page.status, pageHeaders(page, encoding, caching));
    response.end(body);
    if (!isHandedOver(response)) cache.keepBytes(page, encoding);
  };
}

/** Whether the system has taken all that was written: usually so at once, but for slow readers and pipelined requests. */
function isHandedOver(response: ServerResponse): boolean {
  const { socket } = response;
  return socket !== null && socket.writableLength === 0 && response.writableLength === 0;
}
