import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type PageAddress, pageAddress } from '#site/render/page-address.ts';
import { isReading } from '../answering.ts';
import { loggedUrl } from '../middleware/request-log.ts';
import type { Headers } from '../middleware/security-headers.ts';
import type { PublicPages } from './public-pages.ts';

interface AnswerPageOptions {
  readonly answer: PublicPages['answer'];
  readonly headers: Headers;
  readonly logger: Logger;
}

/** Seconds: somebody has to give the article back, or to write it again. */
export const LOST_RETRY = '3600';

/** Whether a request names a public page that has an address of its own, so that nothing else can answer it. */
export function asksForPage(request: IncomingMessage): boolean {
  const kind = kindAsked(request);
  return kind !== 'unknown' && kind !== 'own page';
}

/** The same, or what may be a page of the owner's, or the search: somebody looks at a browser meanwhile. */
export function mayAskForPage(request: IncomingMessage): boolean {
  return (
    kindAsked(request) !== 'unknown' ||
    (isReading(request) && /^\/recherche(?:[?/]|$)/.test(request.url ?? ''))
  );
}

function kindAsked(request: IncomingMessage): PageAddress['kind'] {
  return isReading(request) && request.url !== undefined ? pageAddress(request.url).kind : 'unknown';
}

/**
 * Answers any address with a page, the one that says that there is none included, and never fails: what goes wrong is
 * logged and answered 500. Needs no Express.
 */
export function createPageListener({ answer, headers, logger }: AnswerPageOptions): RequestListener {
  const refusal = ['Allow', 'GET, HEAD', 'Content-Type', 'text/plain; charset=utf-8'];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isReading(request)) {
      response.writeHead(405, [...headers.flat(), ...refusal]).end('Méthode non autorisée.\n');
      return;
    }
    const absence = await answer(request, response, request.url ?? '/');
    if (absence === null) return;
    const { lostPage, preparingPage } = await import('#site/render/plain-pages.tsx');
    const html = absence === 'lost' ? lostPage() : preparingPage();
    sendPlain(response, { status: 503, html, own: ['Retry-After', absence === 'lost' ? LOST_RETRY : '2'] });
  }

  async function fail(error: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
    logger.error({ err: error, url: loggedUrl(request.url ?? '') }, 'page failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { errorPage } = await import('#site/render/plain-pages.tsx');
    sendPlain(response, { status: 500, html: errorPage(), own: [] });
  }

  interface PlainPage {
    readonly status: number;
    readonly html: string;
    readonly own: readonly string[];
  }

  function sendPlain(response: ServerResponse, { status, html, own }: PlainPage): void {
    const always = ['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-store'];
    response.writeHead(status, [...headers.flat(), ...always, ...own]).end(html);
  }

  return (request, response) => {
    respond(request, response)
      .catch((error: unknown) => fail(error, request, response))
      .catch(() => response.destroy());
  };
}
