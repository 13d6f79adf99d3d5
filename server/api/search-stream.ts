import type { RequestHandler } from 'express';
import { invalidInput } from '#content/contract/input-reason.ts';
import { searchOperations } from '#content/contract/search-operations.ts';
import type { PostSearch } from '#content/service/posts/post-search.ts';
import type { PublicNow } from './public-posts.ts';

/** GET /api/search: what a question finds in the public posts. */
export function searchStream(now: PublicNow, { search }: Pick<PostSearch, 'search'>): RequestHandler {
  const { input } = searchOperations.searchPosts;
  return async (request, response) => {
    const asked = input.safeParse(request.query, { reportInput: true });
    if (!asked.success) throw invalidInput(asked.error);
    const { view, caching } = now();
    response.set('Cache-Control', caching).json(await search(view, asked.data));
  };
}
