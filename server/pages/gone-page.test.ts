import { afterEach, describe, expect, it } from 'vitest';
import type { Files } from '../testing/content-folder.ts';
import { instant, postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
afterEach(() => server.stop());

async function start(files: Files): Promise<void> {
  server = await startTestServer({ files: { ...postFiles(4), ...files } });
}

describe('the page of an article that is gone', () => {
  it('says so in the layout of the site, with similar articles, and stays out of search engines', async () => {
    await start({
      'posts/2026/fixer-son-prix.md': postText({
        title: 'Fixer son prix',
        published: instant(-900 * 86_400_000),
      }),
      'redirects.yml': '/blog/augmenter-ses-prix: gone\n/vieux/tarif: gone\n',
    });
    const { status, text, headers } = await server.get('/blog/augmenter-ses-prix');
    expect([status, headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>Article non trouvé</h1>');
    expect(text).toContain('<p>Cet article a été retiré du site.</p>');
    expect(text).toMatch(/<h2[^>]*>À lire à la place<\/h2>/);
    expect(text).toContain('<meta name="robots" content="noindex">');
    const links = [...text.matchAll(/class="more" href="(\/blog\/[^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual(['/blog/fixer-son-prix', '/blog/article-1', '/blog/article-2']);
    expect(text).toContain('</footer>');
    expect((await server.get('/vieux/tarif')).status).toBe(410);
  });

  it('is made again when what it suggests changes', async () => {
    await start({ 'redirects.yml': '/blog/x: gone\n' });
    expect((await server.get('/blog/x')).text).toContain('Article 1');
    const title = 'Tout nouveau';
    await server.publish({ 'posts/2026/neuf.md': postText({ title, published: instant(-1) }) });
    expect((await server.get('/blog/x')).text).toContain(title);
  });

  it('is the same made and kept, and HEAD gives its headers', async () => {
    await start({ 'redirects.yml': '/blog/x: gone\n' });
    const [first, second] = [await server.get('/blog/x'), await server.get('/blog/x')];
    const head = await server.get('/blog/x', { method: 'HEAD' });
    expect(second.text).toBe(first.text);
    expect([head.status, head.headers.etag, head.bytes.length]).toEqual([410, first.headers.etag, 0]);
  });

  it('is no address by itself', async () => {
    await start({});
    const statusOf = async (path: string) => (await server.get(path)).status;
    expect(await Promise.all(['/gone/x', '/gone', '/apercu'].map(statusOf))).toEqual([404, 404, 404]);
  });
});
