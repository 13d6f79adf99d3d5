import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { instant, numberedId, postFiles, postText, TEST_NOW } from '../testing/post-texts.ts';
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
  const { status, headers, text } = await server.get(target);
  return status === 301 ? `${headers.location}${text}` : status;
}

describe('pages of tags and categories', () => {
  it.each([
    ['/blog/tag/epargne-salariale', 200],
    ['/blog/categorie/fiscalite', 200],
    ['/blog/categorie/Fiscalit%C3%A9', '/blog/categorie/fiscalite'],
    ['/blog/tag/%C3%89pargne%20salariale', '/blog/tag/epargne-salariale'],
    ['/blog/tag/PME/', '/blog/tag/pme'],
    ['/blog/tag/pme?page=1', 200],
    ['/blog/tag/pme?page=2', '/blog/tag/pme'],
    ['/blog/tag/PME/?page=9&utm=a%20b', '/blog/tag/pme?utm=a%20b'],
    ['/blog?page=9', '/blog'],
    ['/blog?page=12345678', '/blog'],
    ['/blog?page=0', 404],
    ['/blog?page=02', 404],
    ['/blog?page=2.5', 404],
    ['/blog/tag/fiscalite?page=2', 404],
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

describe('a page that readers saw', () => {
  const tagged = (id: number, lines: readonly string[], fields = {}) => ({
    [`posts/2026/${id}.md`]: postText({ id: numberedId(id), lines: [...lines], ...fields }),
  });
  const over = { unpublishAt: `unpublishAt: ${instant(60_000)}` };
  const LEFT = [
    '/blog/tag/seul',
    '/blog/tag/retire',
    '/blog/tag/masque',
    '/blog/categorie/rare',
    '/blog/tag/fini',
  ];
  const OTHERS = ['/blog/tag/commun', '/blog/tag/brouillon', '/blog/tag/Seul/?page=2', '/blog/tag/jamais'];
  let blog: TestServer;
  afterEach(() => blog.stop());

  async function look(targets: readonly string[]) {
    const answers = await Promise.all(targets.map((target) => blog.get(target)));
    return answers.map(({ status, headers }) => headers.location ?? status);
  }

  it('of a tag or category is gone once its last article left it, and there again with another', async () => {
    blog = await startTestServer({
      files: {
        ...tagged(1, ['tags: [Seul, Commun]']),
        ...tagged(2, ['tags: [Retiré, Commun]', 'category: Rare']),
        ...tagged(3, ['tags: [Masqué, Commun]']),
        ...tagged(4, ['tags: [Brouillon]'], { isPublished: false }),
        ...tagged(5, ['tags: [Commun]']),
        ...tagged(6, ['tags: [Fini]', over.unpublishAt]),
      },
    });
    expect(await look([...LEFT, ...OTHERS])).toEqual([
      200,
      200,
      200,
      200,
      200,
      200,
      404,
      '/blog/tag/seul',
      404,
    ]);
    blog.setClock(TEST_NOW + 60_000);
    await blog.publish({
      ...tagged(1, ['tags: [Commun]']),
      'posts/2026/2.md': null,
      ...tagged(3, ['tags: [Masqué]'], { isPublished: false }),
      ...tagged(4, ['tags: [Autre]'], { isPublished: false }),
      'posts/2026/6.md': null,
    });
    const after = [410, 410, 410, 410, 410, 200, 404, 410, 404];
    expect(await look([...LEFT, ...OTHERS])).toEqual(after);
    // From what it kept.
    await blog.restart();
    expect(await look([...LEFT, ...OTHERS])).toEqual(after);
    await blog.publish(tagged(7, ['tags: [Seul]', 'category: rare']));
    expect(await look(LEFT)).toEqual([200, 410, 410, 200, 410]);
  });

  it('of a list that grew shorter leads to the last page there is, past what was kept of it', async () => {
    blog = await startTestServer({ files: postFiles(30) });
    const kept = await look(['/blog?page=2', '/blog?page=3', '/Blog/?page=4']);
    expect(kept).toEqual([200, 200, '/blog?page=3']);
    await blog.publish(
      Object.fromEntries(
        Object.keys(postFiles(30))
          .slice(13)
          .map((path) => [path, null]),
      ),
    );
    expect(await look(['/blog?page=2', '/blog?page=3'])).toEqual([200, '/blog?page=2']);
    await blog.publish(
      Object.fromEntries(
        Object.keys(postFiles(30))
          .slice(1)
          .map((path) => [path, null]),
      ),
    );
    expect(await look(['/blog?page=2', '/blog?a=1&page=3&b'])).toEqual(['/blog', '/blog?a=1&b']);
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
