import { describe, expect, it } from 'vitest';
import { countedPosts, countKinds, deletedWords, endingOf, postWords } from './post-words.ts';

describe('postWords', () => {
  it('speaks of a page in the feminine, and of whatever is not said to be one as an article', () => {
    expect([postWords({ isPage: true }).the, postWords({ isPage: true }).e]).toEqual(['la page', 'e']);
    expect([postWords({}), postWords({ isPage: false })].map(({ the, e }) => the + e)).toEqual([
      'l’article',
      'l’article',
    ]);
    expect(deletedWords({ isPage: true })).toEqual({
      title: 'Page supprimée',
      description: 'Elle reste dans la corbeille.',
    });
  });
});

describe('countedPosts', () => {
  it.each([
    [0, 0, '0 article', ''],
    [1, 0, '1 article', ''],
    [2, 0, '2 articles', 's'],
    [0, 1, '1 page', 'e'],
    [0, 3, '3 pages', 'es'],
    [1, 1, '1 article et 1 page', 's'],
  ])(
    'counts %i articles and %i pages as « %s », whose participles end in « %s »',
    (articles, pages, text, ending) => {
      const counts = { articles, pages };
      expect([countedPosts(counts), endingOf(counts)]).toEqual([text, ending]);
    },
  );

  it('counts each kind of a list', () => {
    expect(countKinds([{}, { isPage: true }, { isPage: false }])).toEqual({ articles: 2, pages: 1 });
  });
});
