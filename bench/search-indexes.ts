import { createSearchIndex } from '#content/search/search-index.ts';

/** How minisearch is asked so that it answers alike: beginnings, mistyped words, fields that count for more. */
export const THEIR_OPTIONS = {
  fields: ['title', 'tags', 'category', 'excerpt', 'content'],
  storeFields: ['slug'],
};
export const THEIR_SEARCH = {
  prefix: true,
  fuzzy: 0.2,
  boost: { title: 10, tags: 5, category: 3, excerpt: 3 },
} as const;

/** The index that a server left in a folder. It throws where it would have to be made: that is not what is measured. */
export function openKeptIndex(folder: string): ReturnType<typeof createSearchIndex> {
  const refuse = () => Promise.reject(new Error('the index is not whole'));
  return createSearchIndex({
    ...{ folder, build: refuse, write: refuse },
    onError: (error) => {
      throw error;
    },
  });
}
