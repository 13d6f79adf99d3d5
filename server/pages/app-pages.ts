import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { sentenceOf } from '#content/contract/french.ts';
import type { ContentError } from '#content/model/errors.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import { ADMIN, APP_PAGES, LOGIN } from '#site/render/app-pages.ts';
import { createPageReader } from '#site/render/page-reader.ts';
import type { ReaderSources } from '#site/render/reader.ts';
import { isReading, redirect } from '../answering.ts';
import type { SignedIn } from '../api/http-call.ts';
import type { RenderAppPage } from './site-renderer.ts';

interface AppPagesOptions {
  readonly render: RenderAppPage;
  readonly sources: ReaderSources;
  readonly viewAt: (now: number) => PublicView | null;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Whose living session the request carries, or null. */
  readonly signedIn: (request: Request) => Promise<SignedIn | null>;
  /** Why nobody can sign in, if so: pages that need it then say that, and what to do. */
  readonly closed: () => Promise<ContentError | null>;
}

export const APP_ADDRESSES: readonly string[] = Object.keys(APP_PAGES);
/** Where a page asks who is signed in: public pages and files never do. */
export const SESSION_ADDRESSES: readonly string[] = APP_ADDRESSES.filter(
  (address) => APP_PAGES[address]?.access === 'protected',
);

/**
 * The pages that run in the browser: login, admin, maintenance. Never kept, never indexed; their policy lets
 * only our scripts run, and the libraries of the editor write style elements that carry the page's nonce. Their addresses
 * in capitals or with a final slash lead there; any other is passed on.
 */
export function createAppPages(options: AppPagesOptions): RequestHandler {
  return async (request, response, next) => {
    if (!isReading(request)) {
      next();
      return;
    }
    const { path, url } = request;
    const address = appAddress(path);
    const access = APP_PAGES[address]?.access;
    if (access === undefined) {
      const meant = meantAddress(path);
      if (meant === null) next();
      else redirect(response, 301, meant + url.slice(path.length));
      return;
    }
    response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    const closed = access === 'open' ? null : await options.closed();
    if (closed !== null) {
      await sendClosed(response, closed);
      return;
    }
    // From the login its own script leads on: the admin leads there when it cannot know who is signed in, and would be led back.
    const isLedAway = access === 'protected' && (await options.signedIn(request)) === null;
    if (isLedAway) redirect(response, 302, LOGIN);
    else await sendPage(address, response, options);
  };
}

/** The address of the page that answers a path: all below the admin's are its own. */
function appAddress(path: string): string {
  return path.startsWith(`${ADMIN}/`) ? ADMIN : path;
}

/** The page whose address was mistyped, or null. */
function meantAddress(path: string): string | null {
  const address = path.toLowerCase().replace(/\/+$/, '');
  return APP_PAGES[address] === undefined ? null : address;
}

async function sendPage(address: string, response: Response, options: AppPagesOptions): Promise<void> {
  const { render, sources, viewAt, clock } = options;
  const now = clock();
  const view = viewAt(now);
  if (view === null) {
    await sendPreparing(response);
    return;
  }
  const cspNonce = randomBytes(16).toString('base64');
  const reader = createPageReader(sources, { view, now });
  const html = await render(address, { reader, cspNonce });
  response.set('Content-Security-Policy', policyOf(cspNonce)).type('html').send(html);
}

/** Answers that the site is being read. */
export async function sendPreparing(response: Response): Promise<void> {
  const { preparingPage } = await import('#site/render/plain-pages.tsx');
  response.status(503).set({ 'Retry-After': '2', 'Cache-Control': 'no-store' });
  response.type('html').send(preparingPage());
}

/** Answers that nobody can be known, and why. */
export async function sendClosed(response: Response, { code, data }: ContentError): Promise<void> {
  const { closedPage } = await import('#site/render/plain-pages.tsx');
  response
    .status(503)
    .type('html')
    .send(closedPage(sentenceOf(code, data)));
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
