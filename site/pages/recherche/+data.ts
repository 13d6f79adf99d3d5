import type { PageContextServer } from 'vike/types';
import { gatherSearch, type SearchData } from '#site/render/search.tsx';

export function data({ reader, urlParsed }: PageContextServer): Promise<SearchData> {
  return gatherSearch(reader, urlParsed.search['q'] ?? '');
}
