import { setImmediate } from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import {
  MAX_QUESTION_LENGTH,
  RESULTS_PER_PAGE,
  type SearchAnswer,
  searchAddress,
} from '#content/contract/search-operations.ts';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { hasCode } from '#content/model/errors.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import type { PostSearch, Question } from '#content/service/posts/post-search.ts';
import { pageNumber } from '#site/render/page-address.ts';
import { createPageReader } from '#site/render/page-reader.ts';
import type { ReaderSources } from '#site/render/reader.ts';
import { viewCaching } from '../caching.ts';
import { redirect } from '../redirect.ts';
import type { RenderPage } from './site-renderer.ts';

interface SearchPageOptions {
  readonly search: Pick<PostSearch, 'search'>;
  readonly render: RenderPage;
  readonly sources: ReaderSources;
  readonly viewAt: (now: number) => PublicView | null;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const ADDRESS = '/recherche';
/** Its address as it is, and as somebody may have typed it. */
const TYPED = /^\/recherche\/*$/i;
const RETRY_AFTER = '2';

/**
 * Answers /recherche?q=, made anew for each question: the cache of pages would fill with what one reader asked. Past the last
 * page of results it leads to that one, as lists do. Any other address is passed on.
 */
export function searchPage(options: SearchPageOptions): Router {
  const router = Router();
  router.get(TYPED, (request, response, next) => {
    if (request.path === ADDRESS) next();
    else redirect(response, 301, ADDRESS + request.url.slice(request.path.length));
  });
  router.get(ADDRESS, answerQuestion(options));
  return router;
}

function answerQuestion({ search, render, sources, viewAt, clock }: SearchPageOptions): RequestHandler {
  const oneAtATime = createOneAtATime();
  return async (request, response) => {
    const now = clock();
    const view = viewAt(now);
    if (view === null) {
      const { preparingPage } = await import('#site/render/plain-pages.tsx');
      response.status(503).set({ 'Retry-After': RETRY_AFTER, 'Cache-Control': 'no-store' });
      response.type('html').send(preparingPage());
      return;
    }
    const q = questionOf(request.query['q']);
    const page = pageOf(request.query['page']);
    const answer = q === '' ? null : await answerTo(search, view, { q, page, limit: RESULTS_PER_PAGE });
    if (answer !== null && page > answer.pages) {
      response.set('Cache-Control', viewCaching(view, now));
      redirect(response, 301, searchAddress(q, answer.pages));
      return;
    }
    // Making the page takes as long as sending a hundred that are ready: those that came meanwhile go first.
    await oneAtATime(() => setImmediate());
    const reader = createPageReader(sources, { view, now });
    const { html, status } = await render(searchAddress(q, page), {
      ...reader,
      search: () => Promise.resolve(answer),
    });
    if (status === 503) response.set({ 'Retry-After': RETRY_AFTER, 'Cache-Control': 'no-store' });
    else response.set('Cache-Control', viewCaching(view, now));
    response.status(status).type('html').send(html);
  };
}

/** What names no page asks for the first. */
function pageOf(asked: unknown): number {
  return (typeof asked === 'string' ? pageNumber(asked) : null) ?? 1;
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
  question: Question,
): Promise<SearchAnswer | null> {
  try {
    return await search(view, question);
  } catch (error) {
    if (hasCode(error, 'preparing')) return null;
    throw error;
  }
}
