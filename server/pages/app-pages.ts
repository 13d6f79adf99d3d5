import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { sentenceOf } from '#content/contract/french.ts';
import type { ContentError } from '#content/model/errors.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import { createPageReader } from '#site/render/page-reader.ts';
import type { ReaderSources } from '#site/render/reader.ts';
import type { SignedIn } from '../api/http-call.ts';
import type { RenderAppPage } from './site-renderer.ts';

interface AppPagesOptions {
  readonly render: RenderAppPage;
  readonly sources: ReaderSources;
  readonly viewAt: (now: number) => PublicView | null;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Whose living session the request carries, or null. */
  readonly signedIn: (request: Request) => SignedIn | null | Promise<SignedIn | null>;
  /** Why nobody can sign in, if so: pages that need it then say that, and what to do. */
  readonly closed: () => Promise<ContentError | null>;
}

const LOGIN = '/auth';
const ADMIN = '/admin';
/** docs/product.md, Addresses: reachable by whoever is signed in. */
const PROTECTED = new Set([ADMIN, '/upload-debug', '/test-upload']);
/** docs/product.md, Addresses: reachable by all; what they do needs a session (docs/design.md, HTTP). */
const OPEN = new Set([
  LOGIN,
  '/init-data',
  '/fix-images',
  '/fix-ironman-production',
  '/direct-fix',
  '/test-object-storage',
]);

/**
 * The pages that run in the browser: login, admin, maintenance. Never kept, never indexed; their policy lets
 * only our scripts run, and the libraries of the editor write style elements that carry the page's nonce. Any other address
 * is passed on.
 */
export function createAppPages(options: AppPagesOptions): RequestHandler {
  return async (request, response, next) => {
    const access = accessOf(request.path);
    if (access === null || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    const closed = access === 'open' ? null : await options.closed();
    if (closed !== null) {
      const { closedPage } = await import('#site/render/plain-pages.tsx');
      response
        .status(503)
        .type('html')
        .send(closedPage(sentenceOf(closed.code, closed.data)));
      return;
    }
    const elsewhere = await redirectionOf(request, access, options);
    if (elsewhere !== null) response.redirect(302, elsewhere);
    else await sendPage(request, response, options);
  };
}

type Access = 'protected' | 'open' | 'login';

function accessOf(path: string): Access | null {
  if (path === LOGIN) return 'login';
  if (OPEN.has(path)) return 'open';
  return PROTECTED.has(path) || path.startsWith(`${ADMIN}/`) ? 'protected' : null;
}

async function redirectionOf(
  request: Request,
  access: Access,
  { signedIn }: AppPagesOptions,
): Promise<string | null> {
  if (access === 'open') return null;
  const isSignedIn = (await signedIn(request)) !== null;
  if (access === 'login') return isSignedIn ? ADMIN : null;
  return isSignedIn ? null : LOGIN;
}

async function sendPage(request: Request, response: Response, options: AppPagesOptions): Promise<void> {
  const { render, sources, viewAt, clock } = options;
  const now = clock();
  const view = viewAt(now);
  if (view === null) {
    const { preparingPage } = await import('#site/render/plain-pages.tsx');
    response.status(503).set('Retry-After', '2').type('html').send(preparingPage());
    return;
  }
  const cspNonce = randomBytes(16).toString('base64');
  const reader = createPageReader(sources, { view, now });
  const html = await render(request.path, { reader, cspNonce });
  response.set('Content-Security-Policy', policyOf(cspNonce)).type('html').send(html);
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
