import type { PageContextServer } from 'vike/types';
import { pageNumber } from '#site/render/blog.tsx';
import { gatherSearch, type SearchData } from '#site/render/search.tsx';

export function data({ reader, urlParsed }: PageContextServer): Promise<SearchData> {
  const { q = '', page } = urlParsed.search;
  return gatherSearch(reader, { question: q, number: pageNumber(page) });
}
