import type { RequestHandler } from 'express';
import { sentenceOf } from '#content/contract/french.ts';
import { ContentError, hasCode } from '#content/model/errors.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import type { Draft } from '#content/service/posts/draft-posts.ts';
import { createPageReader } from '#site/render/page-reader.ts';
import type { Preview, ReaderSources } from '#site/render/reader.ts';
import type { RenderPage } from '../pages/site-renderer.ts';

export interface PreviewPagesOptions {
  readonly render: RenderPage;
  readonly sources: ReaderSources;
  readonly viewAt: (now: number) => PublicView | null;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** What an address shows; null when it is over, for whatever reason. */
  readonly find: (token: string) => Promise<(Preview & Pick<Draft, 'images'>) | null>;
}

/** The page that shows a reader's draft (site/render/render-target.ts). */
const TARGET = '/apercu';
const ADDRESS = /^\/apercu\/([A-Za-z0-9_-]{43})$/;
/** Nobody keeps it, lists it, or tells the sites it links to where their reader comes from. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Answers the addresses of previews, made anew each time: 200 with the draft, else 404 that tells nothing of the reason.
 * Any other address is passed on. While the accounts are closed they answer 503.
 */
export function previewPages({ render, sources, viewAt, clock, find }: PreviewPagesOptions): RequestHandler {
  return async (request, response, next) => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    if (!isAsked || !request.path.startsWith(`${TARGET}/`)) {
      next();
      return;
    }
    response.set(HEADERS);
    const now = clock();
    const view = viewAt(now);
    if (view === null) {
      const { preparingPage } = await import('#site/render/plain-pages.tsx');
      response.status(503).set('Retry-After', '2').type('html').send(preparingPage());
      return;
    }
    const token = ADDRESS.exec(request.path)?.[1];
    const preview = token === undefined ? null : await find(token).catch(closedOnly);
    if (preview instanceof ContentError) {
      const { closedPage } = await import('#site/render/plain-pages.tsx');
      response
        .status(503)
        .type('html')
        .send(closedPage(sentenceOf(preview.code, preview.data)));
      return;
    }
    const reader = createPageReader(sources, { view: withImages(view, preview?.images), now }, preview);
    const { html } = await render(TARGET, reader);
    response
      .status(preview === null ? 404 : 200)
      .type('html')
      .send(html);
  };
}

/** With the images that only wait. */
function withImages(view: PublicView, images = view.snapshot.images): PublicView {
  const { snapshot } = view;
  return images === snapshot.images ? view : { ...view, snapshot: { ...snapshot, images } };
}

function closedOnly(error: unknown): ContentError<'accounts-closed'> {
  if (hasCode(error, 'accounts-closed')) return error;
  throw error;
}
