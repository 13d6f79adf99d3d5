import { type RequestHandler, Router } from 'express';
import type { PublicView } from '#content/model/snapshot.ts';
import { viewCaching } from '../caching.ts';
import { robotsText, SPECULATION_RULES, securityText } from './plain-files.ts';
import { rssFeed } from './rss.ts';
import { numberedSitemap, sitemap } from './sitemap.ts';

interface FeedsOptions {
  readonly origin: string;
  readonly viewAt: (now: number) => PublicView | null;
  readonly clock: () => number;
  readonly compress: RequestHandler;
}

/** What a text is made of. */
interface Occasion {
  readonly view: PublicView;
  readonly now: number;
  /** Of a numbered address; '' for the others. */
  readonly number: string;
}

/** RSS, sitemaps, robots.txt, security.txt and speculation rules, each made once for each state of the content. */
export function feedRoutes({ origin, viewAt, clock, compress }: FeedsOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let made: { readonly of: PublicView; readonly texts: Map<string, string> } | null = null;

  function once(view: PublicView, name: string, make: () => string | null): string | null {
    if (made?.of !== view) made = { of: view, texts: new Map() };
    const text = made.texts.get(name) ?? make();
    if (text !== null) made.texts.set(name, text);
    return text;
  }

  function serve(path: string, type: string, make: (occasion: Occasion) => string | null): void {
    router.get(path, compress, (request, response, next) => {
      const now = clock();
      const view = viewAt(now);
      if (view === null) {
        response.status(503).set({ 'Retry-After': '1', 'Cache-Control': 'no-store' }).end();
        return;
      }
      const number = String(request.params.number ?? '');
      const text = make({ view, now, number });
      if (text === null) next();
      else response.set('Cache-Control', viewCaching(view, now)).type(type).send(text);
    });
  }

  serve('/rss.xml', 'application/rss+xml', ({ view }) => once(view, 'rss', () => rssFeed(origin, view)));
  serve('/sitemap.xml', 'application/xml', ({ view }) => once(view, 'sitemap', () => sitemap(origin, view)));
  serve('/sitemap-:number.xml', 'application/xml', ({ view, number }) =>
    /^[1-9][0-9]{0,4}$/.test(number)
      ? once(view, `sitemap ${number}`, () => numberedSitemap(origin, view, Number(number)))
      : null,
  );
  serve('/robots.txt', 'text/plain', () => robotsText(origin));
  serve('/.well-known/security.txt', 'text/plain', ({ view, now }) =>
    securityText(origin, view.snapshot.site, now),
  );
  router.get('/speculation-rules.json', (_request, response) => {
    response
      .set('Cache-Control', 'public, max-age=86400')
      .type('application/speculationrules+json')
      .send(SPECULATION_RULES);
  });
  return router;
}
