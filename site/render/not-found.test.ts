import { describe, expect, it } from 'vitest';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { notFoundPage } from './not-found.tsx';

describe('notFoundPage', () => {
  it.each([
    ['page', 404, 'Page Not Found', '<a class="button button-gold" href="/">Retour à l&#x27;accueil</a>'],
    ['post', 404, 'Article non trouvé', '<a class="button button-gold" href="/blog">Retour au blog</a>'],
  ] as const)('answers a missing %s with %i « %s » and a way on', async (missing, status, title, link) => {
    const page = await notFoundPage(memoryReader(), missing);
    expect([page.status, page.body.includes(`<h1>${title}</h1>`), page.body.includes(link)]).toEqual([
      status,
      true,
      true,
    ]);
  });

  it('says that the article does not exist, in its own words', async () => {
    const { body } = await notFoundPage(memoryReader(), 'post');
    expect(body).toContain('L&#x27;article que vous recherchez n&#x27;existe pas.');
  });

  it('stays out of search engines', async () => {
    const { head } = await notFoundPage(memoryReader(), 'page');
    expect(head).toContain('<meta name="robots" content="noindex">');
  });
});
