import { afterEach, describe, expect, it } from 'vitest';
import type { Files } from '../testing/content-folder.ts';
import { instant, numberedId, postFiles, postText, TEST_NOW } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
afterEach(() => server.stop());

const MINUTE = 60_000;

async function start(files: Files): Promise<void> {
  server = await startTestServer({ files: { ...postFiles(4), ...files } });
}

/** The answer in few words: its status, and where it leads. */
async function answer(target: string, method = 'GET'): Promise<string> {
  const { status, headers } = await server.get(target, { method });
  return [status, headers.location].filter(Boolean).join(' ');
}

const redirects = (...lines: readonly string[]): Files => ({ 'redirects.yml': `${lines.join('\n')}\n` });

describe('an old address', () => {
  it('leads to the new one at once, whatever follows it, for GET and HEAD', async () => {
    await start(redirects('/blog/a: /blog/b', '/blog/b: /blog/article-1', '/vieux: /blog?page=1'));
    const targets = ['/blog/a', '/blog/a?utm=1', '/blog/b', '/vieux', '/vieux/'];
    expect(await Promise.all(targets.map((target) => answer(target)))).toEqual([
      '301 /blog/article-1',
      '301 /blog/article-1',
      '301 /blog/article-1',
      '301 /blog?page=1',
      '301 /blog?page=1',
    ]);
    expect(await answer('/blog/a', 'HEAD')).toBe('301 /blog/article-1');
  });

  it('is kept by shared caches no longer than a page, and carries the same headers', async () => {
    await start(redirects('/blog/a: /blog/article-1'));
    const { headers, bytes } = await server.get('/blog/a');
    expect([headers['cache-control'], headers['x-content-type-options'], bytes.length]).toEqual([
      'public, max-age=0, s-maxage=1',
      'nosniff',
      0,
    ]);
  });

  it('never leads away from an article, nor from a page', async () => {
    await start(redirects('/blog/article-1: /blog/article-2', '/blog: /', '/blog/article-3: gone'));
    const targets = ['/blog/article-1', '/blog', '/blog/article-3'];
    expect(await Promise.all(targets.map((target) => answer(target)))).toEqual(['200', '200', '200']);
  });

  it('of a draft, or of nothing at all, is not found', async () => {
    await start({
      'posts/2026/brouillon.md': postText({ isPublished: false }),
      ...redirects(
        '/blog/a: /blog/brouillon',
        '/blog/b: /blog/absent',
        '/blog/c: /blog/d',
        '/blog/d: /blog/c',
      ),
    });
    const targets = ['/blog/a', '/blog/brouillon', '/blog/b', '/blog/c'];
    expect(await Promise.all(targets.map((target) => answer(target)))).toEqual(['404', '404', '404', '404']);
  });

  it('follows what changes, past the pages that were kept', async () => {
    await start({});
    expect([await answer('/blog/a'), await answer('/blog/article-1')]).toEqual(['404', '200']);
    await server.publish({
      ...redirects('/blog/article-1: gone', '/blog/a: gone'),
      'posts/2026/article-1.md': null,
    });
    expect([await answer('/blog/a'), await answer('/blog/article-1')]).toEqual(['410', '410']);
    await server.publish(redirects('/blog/article-1: /blog/article-2'));
    expect([await answer('/blog/a'), await answer('/blog/article-1')]).toEqual([
      '404',
      '301 /blog/article-2',
    ]);
    await server.publish(postFiles(1));
    expect(await answer('/blog/article-1')).toBe('200');
  });

  it('leads to a scheduled article from its moment on', async () => {
    const published = instant(MINUTE);
    await start({ 'posts/2026/futur.md': postText({ published }), ...redirects('/blog/a: /blog/futur') });
    expect(await answer('/blog/a')).toBe('404');
    server.setClock(TEST_NOW + MINUTE);
    expect(await answer('/blog/a')).toBe('301 /blog/futur');
  });
});

describe('an article that a push renames', () => {
  it('is found from its old address, and gone once a push deletes it', async () => {
    await start({ 'posts/2026/ancien.md': postText({ id: numberedId(90) }) });
    await server.publish({
      'posts/2026/ancien.md': null,
      'posts/2026/nouveau.md': postText({ id: numberedId(90) }),
    });
    expect(await answer('/blog/ancien')).toBe('301 /blog/nouveau');
    await server.publish({ 'posts/2026/nouveau.md': null });
    expect([await answer('/blog/ancien'), await answer('/blog/nouveau')]).toEqual(['410', '410']);
  });
});

describe('the page of an article that is gone', () => {
  it('says so in the layout of the site, with similar articles, and stays out of search engines', async () => {
    await start({
      'posts/2026/fixer-son-prix.md': postText({
        title: 'Fixer son prix',
        published: instant(-900 * 86_400_000),
      }),
      ...redirects('/blog/augmenter-ses-prix: gone', '/vieux/tarif: gone'),
    });
    const { status, text, headers } = await server.get('/blog/augmenter-ses-prix');
    expect([status, headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>Cet article n’existe plus</h1>');
    expect(text).toContain('<meta name="robots" content="noindex">');
    const links = [...text.matchAll(/class="more" href="(\/blog\/[^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual(['/blog/fixer-son-prix', '/blog/article-1', '/blog/article-2']);
    expect(text).toContain('</footer>');
    expect(await answer('/vieux/tarif')).toBe('410');
  });

  it('is made again when what it suggests changes', async () => {
    await start(redirects('/blog/x: gone'));
    expect((await server.get('/blog/x')).text).toContain('Article 1');
    const title = 'Tout nouveau';
    await server.publish({ 'posts/2026/neuf.md': postText({ title, published: instant(-1) }) });
    expect((await server.get('/blog/x')).text).toContain(title);
  });

  it('is the same made and kept, and HEAD gives its headers', async () => {
    await start(redirects('/blog/x: gone'));
    const [first, second] = [await server.get('/blog/x'), await server.get('/blog/x')];
    const head = await server.get('/blog/x', { method: 'HEAD' });
    expect(second.text).toBe(first.text);
    expect([head.status, head.headers.etag, head.bytes.length]).toEqual([410, first.headers.etag, 0]);
  });

  it('is no address by itself', async () => {
    await start({});
    expect(await Promise.all(['/gone/x', '/gone', '/apercu'].map((at) => answer(at)))).toEqual([
      '404',
      '404',
      '404',
    ]);
  });
});
