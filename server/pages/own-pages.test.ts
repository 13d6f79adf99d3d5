import { afterEach, describe, expect, it } from 'vitest';
import { AUTHOR_ENV, signIn } from '../testing/author.ts';
import { postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
afterEach(() => server.stop());

const SERVICES = { title: 'Services', lines: ['menu: true', 'tags: [prix]'], body: 'Ce que je fais.\n' };

/** What an address answers: its status, and where it leads. */
async function answered(target: string): Promise<string> {
  const { status, headers } = await server.get(target);
  return [status, headers.location].filter(Boolean).join(' ');
}

describe('a page that a commit brings', () => {
  const page = postText(SERVICES);

  it('is at an address of its own, in the menu, in the sitemap and found, and in no list', async () => {
    server = await startTestServer({ files: { ...postFiles(2), 'pages/services.md': page } });
    const { status, text } = await server.get('/services');
    expect([status, text.includes('<h1>Services</h1>'), text.includes('Ce que je fais.')]).toEqual([
      ...[200, true, true],
    ]);
    expect(text).toContain('<a href="/services" aria-current="page">Services</a>');
    expect((await server.get('/')).text).toContain('<a href="/services">Services</a>');
    expect((await server.get('/sitemap.xml')).text).toContain('/services</loc>');
    for (const list of ['/blog', '/rss.xml', '/feed.json', '/llms.txt', '/api/posts', '/blog/article-1'])
      expect((await server.get(list)).text, list).not.toContain('Ce que je fais');
    expect(JSON.parse((await server.get('/api/posts?limit=5')).text)).toMatchObject({ total: 2 });
    expect(await answered('/blog/services')).toBe('404');
    expect(await answered('/blog/services.md')).toBe('404');
    expect(await answered('/blog/tag/prix')).toBe('404');
    expect(await answered('/Services/')).toBe('301 /services');
    const found = async () => (await server.get('/api/search?q=services')).text;
    await expect.poll(found, { timeout: 60_000 }).toContain('"isPage":true');
  });

  it('keeps its readers when it is moved, leaves the menu, and is gone when it is removed', async () => {
    server = await startTestServer({ files: { ...postFiles(1), 'pages/services.md': page } });
    expect(await answered('/services')).toBe('200');
    await server.publish({ 'pages/services.md': null, 'pages/offres.md': page });
    expect(await answered('/services')).toBe('301 /offres');
    await server.publish({ 'pages/offres.md': page.replace('menu: true\n', '') });
    expect((await server.get('/')).text).not.toContain('href="/offres"');
    await server.publish({ 'pages/offres.md': null, 'posts/2026/offres.md': page });
    expect(await answered('/offres')).toBe('301 /blog/offres');
    await server.publish({ 'posts/2026/offres.md': null, 'pages/offres.md': page });
    expect(await answered('/blog/offres')).toBe('301 /offres');
    await server.publish({ 'pages/offres.md': null });
    expect(await answered('/offres')).toBe('410');
  });

  it('is no part of the blog in the menu once it is gone; an article and a list of tags are', async () => {
    const [article, lists] = [postText({ lines: ['tags: [prix]'] }), '/blog/tag/prix'];
    server = await startTestServer({ files: { 'pages/services.md': page, 'posts/2026/un.md': article } });
    await server.publish({ 'pages/services.md': null, 'posts/2026/un.md': null });
    const marked: unknown[] = [];
    for (const target of ['/services', '/blog/un', lists]) {
      const { status, text } = await server.get(target);
      marked.push([status, text.includes('<a href="/blog" aria-current="true">')]);
    }
    expect(marked).toEqual([
      [410, false],
      [410, true],
      [410, true],
    ]);
  });

  it('never takes an address of the site, nor that of an article', async () => {
    const files = { ...postFiles(1), 'pages/admin.md': page };
    server = await startTestServer({ files: { ...files, 'pages/images.md': postText() }, env: AUTHOR_ENV });
    await server.publish({ 'pages/article-1.md': postText() });
    expect(await answered('/article-1')).toBe('404');
    expect(await answered('/blog/article-1')).toBe('200');
    expect(await answered('/admin')).toMatch(/^302 /);
    const call = await signIn(server);
    const problems = await call('GET', '/api/admin/problems');
    const paths = problems.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['pages/admin.md', 'pages/article-1.md', 'pages/images.md']),
    );
  });

  it('takes the place of a legal page, to which what it does not say is added', async () => {
    const file = (title: string, body: string) => postText({ title, body });
    const files = {
      'pages/mentions-legales.md': file('Qui nous sommes', 'Éditeur : la maison.\n'),
      'pages/confidentialite.md': file('Vos données', 'Rien n’est vendu.\n'),
    };
    server = await startTestServer({ files });
    const notice = (await server.get('/mentions-legales')).text;
    expect([notice.includes('<h1>Qui nous sommes</h1>'), notice.includes('la maison')]).toEqual([true, true]);
    const privacy = async () => (await server.get('/confidentialite')).text;
    expect(await privacy()).toContain('Rien n’est vendu.');
    expect(await privacy()).toContain('Ce que garde votre navigateur');
    const sitemap = (await server.get('/sitemap.xml')).text;
    expect(sitemap.match(/\/confidentialite<\/loc>/g)).toHaveLength(1);
    const said = file('Vos données', '## Ce que garde votre navigateur\n\nRien.\n');
    await server.publish({ 'pages/confidentialite.md': said });
    expect((await privacy()).match(/Ce que garde votre navigateur/g)).toHaveLength(1);
    await server.publish({ 'pages/confidentialite.md': null });
    expect(await answered('/confidentialite')).toBe('200');
  });
});

describe('a page that its author writes', () => {
  it('is made, linked, moved, deleted and brought back like an article', async () => {
    server = await startTestServer({ files: postFiles(1), env: AUTHOR_ENV });
    const call = await signIn(server);
    const becomes = (target: string, expected: string) =>
      expect.poll(() => answered(target), { timeout: 60_000, interval: 10 }).toBe(expected);
    const fields = { title: 'À propos', slug: 'a-propos', content: 'Moi.', isPublished: true, isPage: true };
    const made = await call('POST', '/api/admin/posts', fields);
    expect(made).toMatchObject({ isPage: true, menu: false });
    await becomes('/a-propos', '200');
    const article = { title: 'Deux', slug: 'deux', content: 'Lire [moi](/a-propos).', isPublished: true };
    const linking = await call('POST', '/api/admin/posts', article);

    const path = `/api/admin/posts/${String(made['id'])}`;
    const moved = await call('PUT', path, { slug: 'qui', menu: true });
    expect(moved['linksToMend']).toEqual([{ id: linking['id'], title: 'Deux' }]);
    await becomes('/a-propos', '301 /qui');
    const [check] = await call('POST', '/api/admin/posts/check', {
      id: linking['id'],
      excerpt: 'Un extrait.',
    });
    expect(check).toMatchObject({ kind: 'moved-link', replacement: { text: 'qui' } });
    await call('POST', '/api/admin/links/mend', { from: '/a-propos', to: '/qui' });
    const hasLink = async () => (await server.get('/blog/deux')).text.includes('<a href="/qui">moi</a>');
    await expect.poll(hasLink, { timeout: 60_000, interval: 10 }).toBe(true);

    const table = await call('GET', '/api/admin/posts/table?kind=page');
    expect(table).toMatchObject({ total: 1, pages: 1, posts: [{ slug: 'qui', isPage: true }] });
    expect(await call('GET', `${path}/history`)).toMatchObject({ versions: { length: 2 } });
    await call('DELETE', path);
    await becomes('/qui', '410');
    const [binned] = await call('GET', '/api/admin/bin');
    const restored = { commit: binned?.['commit'] };
    await call('POST', `/api/admin/bin/${String(made['id'])}/restore`, restored);
    await call('PUT', path, { isPublished: true });
    await becomes('/qui', '200');
  });

  it('is refused an address that the site, an article or another page has', async () => {
    server = await startTestServer({ files: postFiles(1), env: AUTHOR_ENV });
    const call = await signIn(server);
    const fields = { title: 'Page', content: 'Texte.', isPage: true };
    const make = (slug: string) => call('POST', '/api/admin/posts', { ...fields, slug });
    await make('services');
    await expect(make('api')).rejects.toThrow('400');
    await expect(make('services')).rejects.toThrow('409');
    await expect(make('article-1')).rejects.toThrow('409');
  });
});
