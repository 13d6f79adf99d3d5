import { render } from 'vike/abort';
import type { PageContextServer } from 'vike/types';
import { type BlogData, gatherBlog, pageNumber } from '#site/render/blog.tsx';

/** A number past the end of the list is an address that does not exist. */
export async function data({ reader, urlParsed }: PageContextServer): Promise<BlogData> {
  const number = pageNumber(urlParsed.search['page']);
  const page = number === null ? null : await gatherBlog(reader, number);
  if (page === null) throw render(404);
  return page;
}
