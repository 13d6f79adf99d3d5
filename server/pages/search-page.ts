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
import { redirect, viewCaching } from '../answering.ts';
import type { SiteParts } from '../site-parts.ts';
import { sendPreparing } from './app-pages.ts';

type SearchPageOptions = Pick<SiteParts, 'content' | 'sources' | 'render' | 'clock'>;

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

function answerQuestion({ content, sources, render, clock }: SearchPageOptions): RequestHandler {
  const oneAtATime = createOneAtATime();
  return async (request, response) => {
    const now = clock();
    const view = content.live.viewAt(now);
    if (view === null) {
      await sendPreparing(response);
      return;
    }
    const q = questionOf(request.query['q']);
    const page = pageOf(request.query['page']);
    const answer =
      q === '' ? null : await answerTo(content.search, view, { q, page, limit: RESULTS_PER_PAGE });
    if (answer !== null && page > answer.pages) {
      response.set('Cache-Control', viewCaching(view, now));
      redirect(response, 301, searchAddress(q, answer.pages));
      return;
    }
    // Making the page takes as long as sending a hundred that are ready: those that came meanwhile go first.
    await oneAtATime(() => setImmediate());
    const reader = createPageReader(sources, { view, now });
    const { html, status } = await render(
      { kind: 'search', question: q, number: page },
      { ...reader, search: () => Promise.resolve(answer) },
    );
    if (status === 503) response.set({ 'Retry-After': RETRY_AFTER, 'Cache-Control': 'no-store' });
    else response.set('Cache-Control', viewCaching(view, now));
    response.status(status).type('html').send(html);
  };
}

/** What names no page asks for the first. */
function pageOf(asked: unknown): number {
  return (typeof asked === 'string' ? pageNumber(asked) : null) ?? 1;
}

/** The first of several. What nobody types is a blank: a control character, half of one that was cut. */
function questionOf(asked: unknown): string {
  const question: unknown = Array.isArray(asked) ? asked[0] : asked;
  return typeof question === 'string'
    ? question
        .trim()
        .slice(0, MAX_QUESTION_LENGTH)
        .replace(/[\p{Surrogate}\p{Cc}]/gu, ' ')
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
