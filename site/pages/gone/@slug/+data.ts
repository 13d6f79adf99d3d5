import type { PageContextServer } from 'vike/types';
import { type GoneData, gatherGone } from '#site/render/gone.tsx';

/** No address of the site: what the server renders in the place of a post or page that was deleted, with 410. */
export function data({ reader, routeParams, urlParsed }: PageContextServer): Promise<GoneData> {
  const what = urlParsed.search['of'] === 'page' ? 'page' : 'article';
  return gatherGone(reader, { what, words: routeParams['slug'] ?? '' });
}
