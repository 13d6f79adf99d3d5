import { vi } from 'vitest';
import type { searchOperations } from '#content/contract/search-operations.ts';
import { badField, type CasesOf, type Site } from './contract-case.ts';
import { ARTICLES } from './contract-files.ts';

/** The suite's cases of the search of published articles. */
export const searchCases: CasesOf<typeof searchOperations> = {
  searchPosts: [
    {
      it: 'finds an article by a word of its text',
      send: onceIndexed,
      gives: { question: 'read', total: 1, posts: [{ post: { id: ARTICLES.read } }] },
    },
    { it: 'refuses a missing question', send: {}, refused: badField('q', 'il manque') },
    {
      it: 'refuses too many articles',
      send: { q: 'a', limit: 51 },
      refused: badField('limit', '50 au plus'),
    },
  ],
};

/** The index is made after the first snapshot; until then a question is put off. */
async function onceIndexed({ client }: Site): Promise<object> {
  await vi.waitFor(() => client.searchPosts({ q: 'read' }), { timeout: 380_000, interval: 50 });
  return { q: 'read' };
}
