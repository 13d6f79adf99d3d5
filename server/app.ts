import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLateDoor } from './late-door.ts';
import { createRequestLog } from './middleware/request-log.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { asksForPage, createPageListener } from './pages/answer-page.ts';
import { createPublicPages } from './pages/public-pages.ts';
import type { SiteParts } from './site-parts.ts';

/**
 * All that answers HTTP, not listening. Public pages are answered here, without Express (docs/design.md, Ready pages); every other
 * address by what `open` is given (express-app.ts), for which requests wait once readers have their pages.
 */
export function createApp(parts: SiteParts) {
  const { logger, env, sources } = parts;
  const headers = securityHeaders(sources.origin, env);
  const log = createRequestLog(logger, parts.signal);
  const pages = createPublicPages({
    ...parts,
    headers,
    onHit: log.noteHit,
    onUnreadable: (error) => logger.error({ err: error }, 'a kept page could not be read'),
  });
  const answerPage = createPageListener({ answer: pages.answer, headers, logger });
  const others = createLateDoor();

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (request.url?.startsWith('/') === false) request.url = originForm(request.url);
      if (pages.answerReady(request, response)) return;
      log.note(request, response);
      if (asksForPage(request)) answerPage(request, response);
      else others.answer(request, response);
    },
    answerPage,
    /** Answers from now on what is no public page. */
    open: others.open,
    /** Resolves when no page is being made. */
    idle: pages.idle,
    close(): void {
      pages.close();
      log.close();
    },
  };
}

/** A target as proxies may write it, with scheme and host, in its usual form (RFC 9112 §3.2.2). */
function originForm(target: string): string {
  const path = /^https?:\/\/[^/?#]+(.*)$/i.exec(target)?.[1];
  if (path === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}
