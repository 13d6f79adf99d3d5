import { describe, expect, it } from 'vitest';
import { postSummary } from '#content/contract/posts.ts';
import type { FoundPost, SearchAnswer } from '#content/contract/search-operations.ts';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { samplePost, samplePosts } from '#site/testing/samples.ts';
import { searchPage } from './search.tsx';

const post = samplePost(1, { title: 'Impôt : un <cas>', category: 'Fiscalité' });
const found: FoundPost = {
  post: postSummary(post, null),
  missing: [],
  section: { anchor: 'le-bareme', heading: { text: 'Le barème', ranges: [] } },
  title: { text: post.title, ranges: [[0, 5]] },
  snippet: { text: '… dû à l’impôt.', ranges: [[9, 14]] },
};

async function page(answer: SearchAnswer | null, question = 'impots') {
  const reader = memoryReader({ posts: [post], ...(answer === null ? {} : { answer }) });
  return searchPage(reader, { question, number: answer?.page ?? 1 });
}

const answered = (fields: Partial<SearchAnswer> = {}): SearchAnswer => ({
  question: 'impots',
  total: 1,
  near: 0,
  page: 1,
  pages: 1,
  proposal: null,
  posts: [found],
  ...fields,
});

describe('the page of the search', () => {
  it('marks what was looked for, and opens the article at the section that speaks of it', async () => {
    const { body } = await page(answered());
    expect(body).toContain(
      '<a href="/blog/article-1#le-bareme"><mark>Impôt</mark>\u00A0: un &lt;cas&gt;</a>',
    );
    expect(body).toContain('… dû à l’<mark>impôt</mark>.');
  });

  it.each([
    [{}, '1\u00A0article pour «\u00A0impots\u00A0».'],
    [{ total: 1200 }, '1\u202F200\u00A0articles pour «\u00A0impots\u00A0», dont voici le premier.'],
    [{ total: 21, page: 2, pages: 2 }, '21\u00A0articles pour «\u00A0impots\u00A0», dont voici le dernier.'],
    [
      { total: 60, page: 2, pages: 3, posts: [found, found] },
      '60\u00A0articles pour «\u00A0impots\u00A0», dont voici les articles 21 à 22.',
    ],
    [
      { total: 1, near: 9, posts: [found, found, found] },
      '1\u00A0article pour «\u00A0impots\u00A0», puis 2 qui s’en approchent.',
    ],
    [
      { total: 0, near: 30, page: 2, pages: 2 },
      'Aucun article ne contient tous les mots de «\u00A0impots\u00A0»\u202F; en voici d’autres qui s’en approchent.',
    ],
    [
      { total: 0, near: 1 },
      'Aucun article ne contient tous les mots de «\u00A0impots\u00A0»\u202F; en voici un qui s’en approche.',
    ],
    [{ total: 0, posts: [] }, 'Aucun article trouvé pour «\u00A0impots\u00A0».'],
  ])('says how many articles there are: %j', async (fields, sentence) => {
    const { body } = await page(answered(fields));
    expect(body).toContain(sentence);
  });

  it('leads from page to page', async () => {
    const first = await page(answered({ total: 60, pages: 3 }));
    const middle = await page(answered({ total: 60, page: 2, pages: 3 }));
    const last = await page(answered({ total: 60, page: 3, pages: 3 }));
    const links = [first, middle, last].map(({ body }) =>
      [...body.matchAll(/rel="(?:prev|next)" href="([^"]*)"/g)].map(([, address]) => address),
    );
    expect(links).toEqual([
      ['/recherche?q=impots&amp;page=2'],
      ['/recherche?q=impots', '/recherche?q=impots&amp;page=3'],
      ['/recherche?q=impots&amp;page=2'],
    ]);
    expect(middle.status).toBe(200);
    expect(middle.head).toContain('<title>«\u00A0impots\u00A0», page 2 | ');
    expect(middle.body).toContain('Page 2 / 3');
  });

  it('offers what was probably meant, and the categories where nothing was found', async () => {
    const { body } = await page(answered({ total: 0, posts: [], proposal: 'impôts' }));
    expect(body).toContain('<a href="/recherche?q=imp%C3%B4ts">impôts</a>');
    expect(body).toContain('href="/blog/categorie/fiscalite"');
  });

  it('says that the search is being prepared', async () => {
    const { status, body } = await page(null);
    expect([status, body]).toEqual([503, expect.stringContaining('La recherche se prépare')]);
  });

  it('is listed by no search engine, and has one address', async () => {
    const { head } = await page(answered());
    expect(head).toContain('<meta name="robots" content="noindex">');
    expect(head).toContain('<link rel="canonical" href="https://exemple.fr/recherche">');
  });

  it('writes a hostile question as text', async () => {
    const { head, body } = await page(answered({ question: '"><script>' }), '"><script>');
    expect(`${head}${body}`).not.toContain('<script>');
  });
});

describe('the page of a topic', () => {
  it('is linked from cards and articles by an address without accents', async () => {
    const { topicPage } = await import('./topic.tsx');
    const reader = memoryReader({ posts: samplePosts(14).map((one) => ({ ...one, tags: ['Épargne'] })) });
    const first = await topicPage(reader, { topic: 'tag', slug: 'epargne', number: 1 });
    const html = first?.body;
    expect(html).toContain('<a href="/blog/tag/epargne" rel="tag">Épargne</a>');
    expect(html).toContain('href="/blog/tag/epargne?page=2"');
    expect(first?.head).toContain('<link rel="canonical" href="https://exemple.fr/blog/tag/epargne">');
    expect(await topicPage(reader, { topic: 'tag', slug: 'epargne', number: 3 })).toBeNull();
    expect(await topicPage(reader, { topic: 'category', slug: 'epargne', number: 1 })).toBeNull();
  });
});
