import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { searchAnswerSchema } from '#content/contract/search-operations.ts';
import { instant, numberedId, postFiles, postText, TEST_NOW } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const ARTICLE = postText({
  id: numberedId(50),
  title: 'Fiscalité des indépendants',
  body: 'Début.\n\n## L’impôt sur le revenu\n\nLe barème a 5 tranches : au-delà de 10 000 €, comptez bien.\n',
});
const LATER = postText({
  id: numberedId(51),
  title: 'Holding',
  published: instant(60_000),
  body: 'Texte.\n',
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    files: { ...postFiles(3), 'posts/2026/impot.md': ARTICLE, 'posts/2026/holding.md': LATER },
  });
});
afterAll(() => server.stop());

async function search(q: string, more = '') {
  const { status, text } = await server.get(`/api/search?q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  return searchAnswerSchema.parse(JSON.parse(text));
}

describe('GET /api/search', () => {
  it('finds an article by its text, with the section to open and the words that match', async () => {
    const { posts, ...answer } = await search(' impots 10000 ');
    expect(answer).toEqual({
      question: 'impots 10000',
      total: 1,
      near: 0,
      page: 1,
      pages: 1,
      proposal: null,
    });
    expect(posts).toMatchObject([
      {
        post: { title: 'Fiscalité des indépendants', slug: 'impot' },
        section: {
          anchor: 'l-impot-sur-le-revenu',
          heading: { text: 'L’impôt sur le revenu', ranges: [[2, 7]] },
        },
        missing: [],
      },
    ]);
    const [found] = posts;
    const marked = found?.snippet.ranges.map(([start, end]) => found.snippet.text.slice(start, end));
    expect(marked?.map((text) => text.replace(/\s/gu, ' '))).toEqual(['10 000']);
  });

  it('puts a mistyped word right', async () => {
    const { proposal, posts } = await search('indepandant');
    expect([proposal, posts.map(({ post }) => post.slug)]).toEqual(['indépendants', ['impot']]);
  });

  it('finds a post from its second on', async () => {
    expect((await search('holding')).posts).toEqual([]);
    server.setClock(TEST_NOW + 60_000);
    expect((await search('holding')).posts.map(({ post }) => post.slug)).toEqual(['holding']);
    server.setClock(TEST_NOW);
  });

  it('finds a change as soon as it is shown', async () => {
    await server.publish({
      'posts/2026/bail.md': postText({ id: numberedId(52), title: 'Baux', body: 'Zanzibar.\n' }),
    });
    expect((await search('zanzibar')).posts.map(({ post }) => post.slug)).toEqual(['bail']);
    await server.publish({
      'posts/2026/bail.md': postText({ id: numberedId(52), title: 'Baux', body: 'Rien.\n' }),
    });
    expect((await search('zanzibar')).posts).toEqual([]);
  });

  it.each([
    ['', /«\u00a0q\u00a0».*il manque/],
    ['?q=', /«\u00a0q\u00a0».*il manque/],
    [`?q=${'a'.repeat(201)}`, /«\u00a0q\u00a0».*200\u00a0caractères au plus/],
    ['?q=a&page=0', /«\u00a0page\u00a0»/],
    ['?q=a&limit=0', /«\u00a0limit\u00a0»/],
    ['?q=a&limit=51', /«\u00a0limit\u00a0».*50 au plus/],
    ['?q=a&limit=x', /«\u00a0limit\u00a0»/],
  ])('refuses %s with a French sentence', async (query, sentence) => {
    const { status, text } = await server.get(`/api/search${query}`);
    const { error } = z.object({ error: z.string() }).parse(JSON.parse(text));
    expect([status, error]).toEqual([400, expect.stringMatching(sentence)]);
  });
});
