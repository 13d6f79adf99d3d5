import { Router } from 'express';
import type { PublicView } from '#content/model/snapshot.ts';
import { robotsText, SPECULATION_RULES, securityText } from './plain-files.ts';
import { rssFeed } from './rss.ts';
import { numberedSitemap, sitemap } from './sitemap.ts';

interface FeedsOptions {
  readonly origin: string;
  readonly viewAt: (now: number) => PublicView | null;
  readonly clock: () => number;
}

/** RSS, sitemaps, robots.txt, security.txt and speculation rules, each made once for each state of the content. */
export function feedRoutes({ origin, viewAt, clock }: FeedsOptions): Router {
  const router = Router();
  let made: { readonly of: PublicView; readonly texts: Map<string, string> } | null = null;

  function once(view: PublicView, name: string, make: () => string | null): string | null {
    if (made?.of !== view) made = { of: view, texts: new Map() };
    const text = made.texts.get(name) ?? make();
    if (text !== null) made.texts.set(name, text);
    return text;
  }

  function serve(
    path: string,
    type: string,
    make: (view: PublicView, number: number) => string | null,
  ): void {
    router.get(path, (request, response, next) => {
      const view = viewAt(clock());
      if (view === null) {
        response.status(503).set('Retry-After', '1').end();
        return;
      }
      const number = Number(request.params.number ?? 0);
      const text = once(view, request.path, () => make(view, number));
      if (text === null) next();
      else response.set('Cache-Control', 'public, max-age=0, s-maxage=1').type(type).send(text);
    });
  }

  serve('/rss.xml', 'application/rss+xml', (view) => rssFeed(origin, view));
  serve('/sitemap.xml', 'application/xml', (view) => sitemap(origin, view));
  serve('/sitemap-:number.xml', 'application/xml', (view, number) => numberedSitemap(origin, view, number));
  serve('/robots.txt', 'text/plain', () => robotsText(origin));
  serve('/.well-known/security.txt', 'text/plain', (view) =>
    securityText(origin, view.snapshot.site, clock()),
  );
  router.get('/speculation-rules.json', (_request, response) => {
    response
      .set('Cache-Control', 'public, max-age=86400')
      .type('application/speculationrules+json')
      .send(SPECULATION_RULES);
  });
  return router;
}
