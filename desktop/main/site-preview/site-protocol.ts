import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from 'electron';
import type { ServedImage } from '#content/service/images/variants.ts';
import { SITE_SCHEME, siteTarget } from '#desktop/host/site-preview.ts';
import { documentHtml } from '#site/render/html.ts';
import { errorPage } from '#site/render/plain-pages.tsx';
import { PLAIN_SHEET, PLAIN_STYLE } from '#site/render/plain-style.ts';
import { ALWAYS, builtFile, picture } from '../protocol.ts';
import type { SiteAnswer } from './site-pages.ts';

interface SiteProtocolOptions {
  readonly session: Pick<Session, 'protocol'>;
  /** The built window, whose site.html names the style sheets of the site. */
  readonly renderer: string;
  /** What the site answers to a path and a query; null while no folder is open. */
  readonly answer: (target: string) => Promise<SiteAnswer | null>;
  readonly image: (path: string) => Promise<ServedImage | null>;
  readonly onError: (error: unknown) => void;
}

/** No script at all, whoever wrote it, and nothing that is not of this site. Links to the outside are asked about. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ');
const HTML = {
  ...ALWAYS,
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
};

const CSS = { ...ALWAYS, 'Content-Type': 'text/css; charset=utf-8' };

/** Serves the previewed site: its pages, the images of the articles and the style sheets of the site. */
export function serveSite(options: SiteProtocolOptions): void {
  let files: Promise<BuiltFiles> | null = null;
  const builtFiles = () => {
    files ??= filesOf(options.renderer);
    return files;
  };
  options.session.protocol.handle(SITE_SCHEME, async (request) => {
    try {
      return await answer(request, { ...options, builtFiles });
    } catch (error) {
      options.onError(error);
      return new Response(errorPage(), { status: 500, headers: HTML });
    }
  });
}

/** What the pages need of the build. */
interface BuiltFiles {
  readonly stylesheets: readonly string[];
  /** HTML: fonts are optional (site/styles/fonts.css), and there in time when they are asked for first. */
  readonly preloads: string;
}

interface Serving extends SiteProtocolOptions {
  readonly builtFiles: () => Promise<BuiltFiles>;
}

async function answer(request: Request, serving: Serving): Promise<Response> {
  const target = siteTarget(request.url);
  if (target === null || request.method !== 'GET') return new Response(null, { status: 404 });
  const path = target.split('?')[0] ?? target;
  if (path === PLAIN_SHEET) return new Response(PLAIN_STYLE, { headers: CSS });
  const file = await builtFile(serving.renderer, path);
  if (file !== null) return file;
  if (path.startsWith('/images/')) {
    const found = await serving.image(path);
    return found === null ? new Response(null, { status: 404 }) : picture(found);
  }
  return pageResponse(await serving.answer(target), await serving.builtFiles());
}

function pageResponse(answered: SiteAnswer | null, { stylesheets, preloads }: BuiltFiles): Response {
  switch (answered?.kind) {
    case undefined:
      return new Response(null, { status: 404 });
    case 'moved':
      return new Response(null, { status: 302, headers: { Location: answered.location } });
    case 'preparing':
      return new Response(answered.html, { status: 503, headers: HTML });
    case 'page': {
      const page = { ...answered.page, head: answered.page.head + preloads };
      // Without scripts: what they add (sharing, more articles) needs the network or moves nothing here.
      return new Response(documentHtml(page, { stylesheets, scripts: [] }), {
        status: page.status,
        headers: HTML,
      });
    }
  }
}

async function filesOf(renderer: string): Promise<BuiltFiles> {
  const html = await readFile(join(renderer, 'site.html'), 'utf8');
  const hrefs = (rel: string) =>
    [...html.matchAll(/<link\b[^>]*>/g)]
      .filter(([link]) => link.includes(`rel="${rel}"`))
      .flatMap(([link]) => /href="([^"]+)"/.exec(link)?.[1] ?? []);
  const preloads = hrefs('preload').map(
    (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`,
  );
  return { stylesheets: hrefs('stylesheet'), preloads: preloads.join('') };
}
