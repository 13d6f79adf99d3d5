import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import compression from 'compression';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  Router,
} from 'express';
import type { Logger } from 'pino';
import { hasCode } from '#content/model/errors.ts';
import { PLAIN_SHEET } from '#site/render/plain-style.ts';
import { refusedStatus } from './api/answer-errors.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { feedRoutes } from './feeds/routes.ts';
import { type HealthOptions, healthRoute } from './health.ts';
import { imageRoute } from './images/route.ts';
import { loggedUrl } from './middleware/request-log.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { LOST_RETRY } from './pages/answer-page.ts';
import { searchPage } from './pages/search-page.ts';
import { openReaderOffice } from './reader-office.ts';
import type { SiteParts } from './site-parts.ts';
import { type CardStore, socialImageRoute } from './social-image/cards.ts';
import { emptyWorker, plainSheet, staticFiles } from './static-files.ts';

interface ExpressAppOptions extends SiteParts {
  readonly cards: CardStore;
  readonly repairs: HealthOptions['repairs'];
  /** Answers whatever nothing else does. */
  readonly answerPage: RequestListener;
}

/**
 * Opens all that answers what is no public page: files, images, feeds, health, and the back office.
 */
export async function openExpressApp(options: ExpressAppOptions) {
  const isReader = options.env.role === 'reader';
  const backOffice = isReader ? openReaderOffice(options) : await openBackOffice(options);
  return { ...backOffice, answer: createExpressApp(options, backOffice) };
}

export type ExpressApp = Awaited<ReturnType<typeof openExpressApp>>;

function createExpressApp(options: ExpressAppOptions, backOffice: BackOffice): Express {
  const { env, content, logger } = options;
  const { following, publishedImages } = content;
  const headers = securityHeaders(options.sources.origin, env);
  const app = express();
  app.disable('x-powered-by').enable('case sensitive routing').enable('strict routing');
  // One proxy is trusted: an address that came to it in a header may be anybody's invention.
  app.set('trust proxy', env.trustProxy ? 1 : false).set('query parser', 'simple');
  app.use((_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  });
  app.get('/healthz', healthRoute({ ...options, packing: backOffice.packing }));
  app.use(
    webhookRoute({ secret: env.upstream?.webhookSecret ?? null, onCall: () => void following.syncNow() }),
  );
  if (!env.offlineReading) app.get('/sw.js', emptyWorker);
  app.get(PLAIN_SHEET, plainSheet);
  app.use(staticFiles(join(options.distDir, 'client')));
  app.use('/images', imageRoute(publishedImages));
  app.use(socialImageRoute(options.cards, options));
  // Pages are compressed already, and no other way than their tag says.
  const compress = compressAnswers();
  app.use(feedRoutes(options, compress));
  app.use('/recherche', compress);
  app.use(searchPage(options));
  backOffice.mount(app, compress);
  app.use((request, response) => options.answerPage(request, response));
  app.use(answerFailure(logger));
  return app;
}

/** The library leaves HEAD out, whose head is to be that of GET (RFC 9110 §9.3.2): it is told that it is one. */
function compressAnswers(): RequestHandler {
  const compress = compression();
  return (request, response, next) => {
    const get = (from: Request, key: keyof Request): unknown => (key === 'method' ? 'GET' : from[key]);
    compress(request.method === 'HEAD' ? new Proxy(request, { get }) : request, response, next);
  };
}

/** A failure that reached this far: an address that cannot be decoded, a call too long, content that the repository lost, or a bug. */
function answerFailure(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const status = refusedStatus(error);
    if (status !== null && !response.headersSent) {
      response
        .status(status)
        .set('Cache-Control', 'no-store')
        .type('text/plain')
        .send(status === 413 ? 'C’est trop long.\n' : 'Adresse incorrecte.\n');
      return;
    }
    if (hasCode(error, 'corrupt') && !response.headersSent) {
      logger.warn({ err: error, url: loggedUrl(request.originalUrl) }, 'content lost');
      const headers = { 'Cache-Control': 'no-store', 'Retry-After': LOST_RETRY };
      response.status(503).set(headers).type('text/plain').send('Ce contenu est momentanément illisible.\n');
      return;
    }
    logger.error({ err: error, url: loggedUrl(request.originalUrl) }, 'page failed');
    if (response.headersSent) {
      next(error);
      return;
    }
    response.status(500).set('Cache-Control', 'no-store').type('html');
    import('#site/render/plain-pages.tsx').then(({ errorPage }) => response.send(errorPage()), next);
  };
}

/** Largest call taken, in bytes: GitHub's are a few KB, at most 25 MB with thousands of commits. */
const MAX_BYTES = 5 * 1024 * 1024;

interface WebhookOptions {
  /** Null: there is no webhook, and the address answers 404. */
  readonly secret: string | null;
  readonly onCall: () => void;
}

/**
 * `POST /api/webhook`: the upstream says that something is new. Signed as GitHub and Forgejo do (X-Hub-Signature-256, an
 * HMAC of the body), without cookie or session, so that no other site can make a browser call it. Nothing of the body is
 * believed: it only has the upstream looked at.
 */
function webhookRoute({ secret, onCall }: WebhookOptions): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  if (secret === null) return router;
  const readBody = express.raw({ type: () => true, limit: MAX_BYTES, inflate: false });
  router.post('/api/webhook', readBody, (request, response) => {
    response.set('Cache-Control', 'no-store');
    if (!isSigned(request, secret)) {
      const error = 'La signature de cet appel n’est pas la bonne.';
      response.status(403).json({ error, code: 'forbidden', data: { reason: error } });
      return;
    }
    onCall();
    response.status(202).json({});
  });
  return router;
}

function isSigned({ body, headers }: Request, secret: string): boolean {
  const given = headers['x-hub-signature-256'];
  const bytes: unknown = body;
  if (typeof given !== 'string') return false;
  const content = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(content).digest('hex')}`);
  const shown = Buffer.from(given);
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}
