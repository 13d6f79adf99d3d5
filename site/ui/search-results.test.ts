import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { searchAnswerSchema } from '#content/contract/search-operations.ts';
import { samplePost } from '#site/testing/samples.ts';
import { SearchResults } from './search-results.tsx';

it('marks the words that were found, though a run of blanks before a sign becomes one space', () => {
  const text = 'Impôts  : les «  niches  » fiscales  !';
  const ranges = ['niches', 'fiscales'].map((word) => [text.indexOf(word), text.indexOf(word) + word.length]);
  const marked = { text, ranges };
  const answer = searchAnswerSchema.parse({
    question: 'niches fiscales',
    total: 1,
    near: 0,
    page: 1,
    pages: 1,
    proposal: null,
    posts: [
      { post: { ...samplePost(1), cover: null }, section: null, title: marked, snippet: marked, missing: [] },
    ],
  });
  const html = renderToStaticMarkup(createElement(SearchResults, { answer, after: null }));
  expect(html).toContain('Impôts\u00a0: les «\u00a0<mark>niches</mark>\u00a0» <mark>fiscales</mark>\u202f!');
});
