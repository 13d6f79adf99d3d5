import { type RequestHandler, Router } from 'express';
import { MAX_QUESTION_LENGTH, type SearchAnswer } from '#content/contract/search-operations.ts';
import { hasCode } from '#content/model/errors.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import type { PostSearch } from '#content/service/post-search.ts';
import { viewCaching } from '../caching.ts';
import { createPageReader, type PageSources } from './page-reader.ts';
import type { RenderPage } from './vike-renderer.ts';

interface SearchPageOptions {
  readonly search: Pick<PostSearch, 'search'>;
  readonly render: RenderPage;
  readonly sources: PageSources;
  readonly viewAt: (now: number) => PublicView | null;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const ADDRESS = '/recherche';
/** Its address as it is, and as somebody may have typed it. */
const TYPED = /^\/recherche\/*$/i;
/** Articles on the page. */
const LIMIT = 20;
const RETRY_AFTER = '2';

/**
 * Answers /recherche?q=, made anew for each question: the cache of pages would fill with what one reader asked. Any other
 * address is passed on.
 */
export function searchPage(options: SearchPageOptions): Router {
  const router = Router();
  router.get(TYPED, (request, response, next) => {
    if (request.path === ADDRESS) next();
    else response.redirect(301, ADDRESS + request.url.slice(request.path.length));
  });
  router.get(ADDRESS, answerQuestion(options));
  return router;
}

function answerQuestion({ search, render, sources, viewAt, clock }: SearchPageOptions): RequestHandler {
  return async (request, response) => {
    const now = clock();
    const view = viewAt(now);
    if (view === null) {
      const { preparingPage } = await import('#site/render/plain-pages.tsx');
      response.status(503).set({ 'Retry-After': RETRY_AFTER, 'Cache-Control': 'no-store' });
      response.type('html').send(preparingPage());
      return;
    }
    const question = questionOf(request.query['q']);
    const answer = question === '' ? null : await answerTo(search, view, question);
    const { reader } = createPageReader(sources, { view, now });
    const target = question === '' ? ADDRESS : `${ADDRESS}?q=${encodeURIComponent(question)}`;
    const { html } = await render(target, { ...reader, search: () => Promise.resolve(answer) });
    if (question !== '' && answer === null)
      response.status(503).set({ 'Retry-After': RETRY_AFTER, 'Cache-Control': 'no-store' });
    else response.set('Cache-Control', viewCaching(view, now));
    response.type('html').send(html);
  };
}

/** The first of several; half of a character, which no address can carry, is left out. */
function questionOf(asked: unknown): string {
  const question: unknown = Array.isArray(asked) ? asked[0] : asked;
  return typeof question === 'string'
    ? question
        .trim()
        .slice(0, MAX_QUESTION_LENGTH)
        .replace(/\p{Surrogate}/gu, '')
        .trim()
    : '';
}

async function answerTo(
  { search }: Pick<PostSearch, 'search'>,
  view: PublicView,
  q: string,
): Promise<SearchAnswer | null> {
  try {
    return await search(view, { q, limit: LIMIT });
  } catch (error) {
    if (hasCode(error, 'preparing')) return null;
    throw error;
  }
}
