import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant, numberedId, postText, TEST_NOW } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const post = (id: number, title: string, lines: readonly string[], fields = {}) =>
  postText({ id: numberedId(id), title, lines: [...lines], body: 'Texte de Zanzibar.\n', ...fields });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    files: {
      'posts/2026/a.md': post(1, 'Un', ['category: Fiscalité', 'tags: [Épargne salariale, PME]']),
      'posts/2026/b.md': post(2, 'Deux', ['tags: [Caché]'], { isPublished: false }),
      'posts/2026/c.md': post(3, 'Trois', ['tags: [Bientôt]'], { published: instant(60_000) }),
    },
  });
});
afterAll(() => server.stop());

async function answered(target: string) {
  const { status, headers } = await server.get(target);
  return status === 301 ? headers.location : status;
}

describe('pages of tags and categories', () => {
  it.each([
    ['/blog/tag/epargne-salariale', 200],
    ['/blog/categorie/fiscalite', 200],
    ['/blog/categorie/Fiscalit%C3%A9', '/blog/categorie/fiscalite'],
    ['/blog/tag/%C3%89pargne%20salariale', '/blog/tag/epargne-salariale'],
    ['/blog/tag/PME/', '/blog/tag/pme'],
    ['/blog/tag/pme?page=1', 200],
    ['/blog/tag/pme?page=2', 404],
    ['/blog/tag/fiscalite', 404],
    ['/blog/tag/cache', 404],
    ['/blog/tag/bientot', 404],
  ])('answer %s with %s', async (target, answer) => {
    expect(await answered(target)).toBe(answer);
  });

  it('are there from the second of their first article on', async () => {
    server.setClock(TEST_NOW + 60_000);
    expect(await answered('/blog/tag/bientot')).toBe(200);
    server.setClock(TEST_NOW);
    expect(await answered('/blog/tag/bientot')).toBe(404);
  });
});

describe('/recherche', () => {
  it('shows what is found as HTML, and never what is not public', async () => {
    const { status, text, headers } = await server.get('/recherche?q=zanzibar');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=0, s-maxage=1']);
    expect(text).toContain('texte de <mark>Zanzibar</mark>'.replace('texte', 'Texte'));
    expect(text).not.toMatch(/Deux|Trois/);
  });

  it.each([
    ['/recherche', 200],
    ['/recherche?q=', 200],
    ['/recherche?q=%E0%A4%A', 200],
    [`/recherche?q=${'a'.repeat(3000)}`, 200],
    ['/recherche?q=%00%ED%A0%80"><b>', 200],
    ['/Recherche/?q=a', '/recherche?q=a'],
  ])('answers %s with %s', async (target, answer) => {
    expect(await answered(target)).toBe(answer);
  });
});
