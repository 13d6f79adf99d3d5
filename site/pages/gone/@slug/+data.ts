import type { PageContextServer } from 'vike/types';
import { type GoneData, gatherGone } from '#site/render/gone.tsx';

/** No address of the site: what the server renders in the place of a post that was deleted, with 410. */
export function data({ reader, routeParams }: PageContextServer): Promise<GoneData> {
  return gatherGone(reader, routeParams['slug'] ?? '');
}
