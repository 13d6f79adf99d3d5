import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import compression from 'compression';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { LiveContent } from '#content/service/live-content.ts';
import { createApi } from './api/api.ts';
import { feedRoutes } from './feeds/routes.ts';
import { healthRoute } from './health.ts';
import type { ImageInfoStore } from './images/image-info.ts';
import { imageRoute } from './images/route.ts';
import type { Variants } from './images/variants.ts';
import { createRequestLog } from './middleware/request-log.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import type { PageCache } from './pages/page-cache.ts';
import type { PageSources } from './pages/page-reader.ts';
import { createPublicPages } from './pages/public-pages.ts';
import type { RenderPage } from './pages/vike-renderer.ts';
import { refusedStatus } from './refused-status.ts';
import { staticFiles } from './static-files.ts';

export interface AppDeps {
  readonly origin: string;
  readonly trustProxy: boolean;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly content: Pick<LiveContent, 'snapshot' | 'viewAt'>;
  readonly imageInfo: ImageInfoStore;
  readonly variants: Variants;
  readonly pageCache: PageCache;
  readonly render: RenderPage;
  readonly body: PageSources['body'];
  readonly markdown: PageSources['markdown'];
  /** The built site: dist/web. */
  readonly distDir: string;
  readonly repairs: () => { readonly repaired: readonly string[]; readonly readOnly: string | null };
}

/** All that answers HTTP, not listening. A page that is ready never reaches Express (FACTS.md 18). */
export function createApp(deps: AppDeps) {
  const headers = securityHeaders(deps.origin);
  const log = createRequestLog(deps.logger);
  const { viewAt, snapshot } = deps.content;
  const image = deps.imageInfo.describe;
  const pages = createPublicPages({
    ...deps,
    cache: deps.pageCache,
    sources: { origin: deps.origin, body: deps.body, image, markdown: deps.markdown },
    headers,
    viewAt,
    onHit: log.noteHit,
    onUnreadable: (error) => deps.logger.error({ err: error }, 'a kept page could not be read'),
  });

  const app = express();
  app.disable('x-powered-by').enable('case sensitive routing');
  app.set('trust proxy', deps.trustProxy).set('query parser', 'simple');
  app.use(log.middleware);
  app.use((_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  });
  const { clock, repairs, pageCache } = deps;
  app.get('/healthz', healthRoute({ snapshot, viewAt, clock, repairs, pages: pageCache.figures }));
  app.use(staticFiles(join(deps.distDir, 'client')));
  app.use('/images', imageRoute({ variants: deps.variants, snapshot }));
  // Pages are compressed already, and no other way than their tag says.
  const compress = compression();
  app.use(feedRoutes({ origin: deps.origin, viewAt, clock, compress }));
  app.use('/api', compress, createApi({ viewAt, clock, body: deps.body, image, logger: deps.logger }));
  app.use(answerPage(pages.answer));
  app.use(answerFailure(deps.logger));

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (request.url?.startsWith('http')) request.url = originForm(request.url);
      if (!pages.answerReady(request, response)) app(request, response);
    },
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

type AnswerPage = ReturnType<typeof createPublicPages>['answer'];

function answerPage(answer: AnswerPage): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).set('Allow', 'GET, HEAD').type('text/plain').send('Méthode non autorisée.\n');
      return;
    }
    const absence = await answer(request, response, request.originalUrl);
    if (absence === null) return;
    const { preparingPage } = await import('#site/render/plain-pages.tsx');
    response
      .status(503)
      .set({ 'Retry-After': '2', 'Cache-Control': 'no-store' })
      .type('html')
      .send(preparingPage());
  };
}

/** A failure that reached this far: an address that cannot be decoded, or a bug. */
function answerFailure(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const status = refusedStatus(error);
    if (status !== null && !response.headersSent) {
      response
        .status(status)
        .set('Cache-Control', 'no-store')
        .type('text/plain')
        .send('Adresse incorrecte.\n');
      return;
    }
    logger.error({ err: error, url: request.originalUrl }, 'page failed');
    if (response.headersSent) {
      next(error);
      return;
    }
    response.status(500).set('Cache-Control', 'no-store').type('html');
    import('#site/render/plain-pages.tsx').then(({ errorPage }) => response.send(errorPage()), next);
  };
}
