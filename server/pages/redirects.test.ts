import { afterEach, describe, expect, it } from 'vitest';
import type { Files } from '../testing/content-folder.ts';
import { instant, numberedId, postFiles, postText, TEST_NOW } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
afterEach(() => server.stop());

const MINUTE = 60_000;
const PROGRAMS_READ = [
  '/blog/lien.md',
  '/api/posts',
  `/api/posts/${numberedId(91)}`,
  '/feed.json',
  '/rss.xml',
];

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
      '301 /blog/article-1?utm=1',
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

  it('leads to where a line by hand means, by one redirect, and never round', async () => {
    const lines = [
      '/a: /Blog/Article-1',
      '/b: /B',
      '/c: /blog/Article_2/',
      '/d: /blog/tag/absent',
      '/e: /blog/E/',
    ];
    const more = ['/f: /a', '/blog/g: /blog/article-1.html', '/h: /h/', '/i: /blog?page=99', '/j: /rss.xml'];
    const parts = ['/blog/k: /blog/Article-1/?x=1#fin', '/l: /blog/k', '/m: /l#debut', '/x%2fy: /rss.xml'];
    await start(redirects(...lines, ...more, ...parts));
    const targets = ['/a', '/b', '/B', '/c', '/d', '/e', '/f', '/blog/g', '/h', '/i', '/j'];
    const others = ['/blog/k', '/l', '/m', '/x%2fy', '/x%2Fy', '/i?page=3&a'];
    expect(await Promise.all(others.map((target) => answer(target)))).toEqual([
      '301 /blog/article-1?x=1#fin',
      '301 /blog/article-1?x=1#fin',
      '301 /blog/article-1?x=1#fin',
      '301 /rss.xml',
      '301 /rss.xml',
      '301 /blog?a',
    ]);
    expect(await Promise.all(targets.map((target) => answer(target)))).toEqual([
      '301 /blog/article-1',
      '410',
      '410',
      '301 /blog/article-2',
      '410',
      '410',
      '301 /blog/article-1',
      '301 /blog/article-1',
      '404',
      '301 /blog',
      '301 /rss.xml',
    ]);
  });

  it('may state a query, which counts before the page of its path and goes no further', async () => {
    await start(
      redirects(
        '/?p=12: /blog/article-1',
        '/?p=13&preview=true: gone',
        '/?cat=3: /blog?page=1',
        '/blog/article-2?old=1: /?p=12',
        '/index.php?p=12: /?p=12#fin',
        '/index.php?&id=5: /blog/article-3',
        '/blog/article-3: /blog/article-1',
        '/?cat=4: /blog?page=9',
      ),
    );
    // Those who share an address add to its query.
    const shared = ['/?p=12&fbclid=a', '/?fbclid=a&p=12', '/?p=13&preview=true&fbclid=a', '/?p=1&fbclid=a'];
    const answers = ['301 /blog/article-1?fbclid=a', '301 /blog/article-1?fbclid=a', '410', '200'];
    expect(await Promise.all(shared.map((target) => answer(target)))).toEqual(answers);
    // The home page is ready by now.
    expect(await Promise.all(shared.map((target) => answer(target)))).toEqual(answers);
    const targets = ['/', '/?p=12', '/?p=12', '/?p=13&preview=true', '/?preview=true&p=13'];
    expect(await Promise.all(targets.map((target) => answer(target)))).toEqual([
      '200',
      '301 /blog/article-1',
      '301 /blog/article-1',
      '410',
      '200',
    ]);
    const others = [
      '/?p=12',
      '/?cat=3',
      '/blog/article-2?old=1&fbclid=a',
      '/blog/article-2/?old=1',
      '/index.php?p=12',
      '/index.php?utm_source=a&p=12&utm_medium=b',
      '/index.php?&id=5',
      '/blog/article-3?',
      '/?cat=4&page=2&utm_source=a',
    ];
    expect(await Promise.all(others.map((target) => answer(target)))).toEqual([
      '301 /blog/article-1',
      '301 /blog?page=1',
      '301 /blog/article-1?fbclid=a',
      '301 /blog/article-1',
      '301 /blog/article-1#fin',
      '301 /blog/article-1?utm_source=a&utm_medium=b#fin',
      '301 /blog/article-3',
      '200',
      '301 /blog?utm_source=a',
    ]);
  });

  it('of another blog is answered whatever it looks like', async () => {
    await start(
      redirects(
        '/2019/05/titre: /blog/article-1',
        '/2019/05/titre/feed: /rss.xml',
        '/2019/05: /blog',
        '/feed: /rss.xml',
        '/author/claire: /blog',
        '/page/2: /blog',
        '/wp-content/uploads/2019/05/a-300x200.jpg: /images/2019/a.jpg',
      ),
    );
    const targets = ['/2019/05/titre/', '/2019/05/titre/feed/', '/2019/05/', '/feed/', '/author/claire/?x=1'];
    const more = ['/page/2/', '/wp-content/uploads/2019/05/a-300x200.jpg'];
    expect(await Promise.all([...targets, ...more].map((target) => answer(target)))).toEqual([
      '301 /blog/article-1',
      '301 /rss.xml',
      '301 /blog',
      '301 /rss.xml',
      '301 /blog?x=1',
      '301 /blog',
      '301 /images/2019/a.jpg',
    ]);
  });

  it('of a list leads where it does from each of its pages, as other blogs number them, and from its parts; what is there stays, and what never was', async () => {
    await start({
      ...postFiles(14),
      'pages/page-2.md': postText({ title: 'Page 2' }),
      ...redirects(
        '/category/voyages: /blog',
        '/author/claire: /blog#claire',
        '/author: /blog',
        '/author/feed: /rss.xml',
        '/2019/05: /blog',
        '/blog/parti: gone',
      ),
    });
    const expected: readonly (readonly [string, string])[] = [
      ['/category/voyages/page/2/', '301 /blog'],
      ['/Category/Voyages/Page/12?utm=1', '301 /blog?utm=1'],
      ['/author/claire/page2/index.html', '301 /blog#claire'],
      ['/author/adm1n/', '301 /blog'],
      ['/author/adm1n/page/3', '301 /blog'],
      ['/author/adm1n/feed/', '301 /rss.xml'],
      ['/2019/05/12/', '301 /blog'],
      ['/2019/06/12/', '404'],
      ['/2019/05/12/titre/', '404'],
      ['/blog/article-1/amp/', '301 /blog/article-1'],
      ['/page/3/', '301 /blog'],
      ['/blog/page/2', '301 /blog'],
      ['/blog/article-1/comment-page-2/', '301 /blog/article-1'],
      ['/page-2', '200'],
      ['/blog/parti/page/2', '410'],
      ['/category/inconnue/page/2/', '404'],
      ['/blog/absent/page/2', '404'],
      ['/category/voyages/page/0', '404'],
    ];
    const answers = await Promise.all(
      expected.map(async ([target]) => [target, await answer(target)] as const),
    );
    expect(answers).toEqual(expected);
  });

  it('of a tag or category is followed while it has no article, and one that ended with its last is gone', async () => {
    const over = [`unpublishAt: ${instant(MINUTE)}`, 'tags: [éphémère]', 'category: Passagère'];
    await start({
      'posts/2026/fini.md': postText({ lines: over }),
      ...redirects(
        '/blog/tag/ancien: /blog/tag/ephemere',
        '/blog/tag/ephemere: /blog',
        '/blog/categorie/x: gone',
      ),
    });
    const targets = [
      '/blog/tag/ancien',
      '/blog/tag/ephemere',
      '/blog/categorie/passagere',
      '/blog/categorie/x',
    ];
    const look = () => Promise.all([...targets, '/blog/tag/jamais'].map((target) => answer(target)));
    expect(await look()).toEqual(['301 /blog/tag/ephemere', '200', '200', '410', '404']);
    server.setClock(TEST_NOW + MINUTE);
    expect(await look()).toEqual(['301 /blog', '301 /blog', '410', '410', '404']);
    const { text } = await server.get('/blog/categorie/passagere');
    expect(text).toContain('<h1>Cette page n’existe plus</h1>');
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  it('never leads away from an article, nor from a page', async () => {
    await start(redirects('/blog/article-1: /blog/article-2', '/blog: /', '/blog/article-3: gone'));
    const targets = ['/blog/article-1', '/blog', '/blog/article-3'];
    expect(await Promise.all(targets.map((target) => answer(target)))).toEqual(['200', '200', '200']);
  });

  it('of a draft, or of nothing at all, is gone; a draft’s own is not found', async () => {
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
    expect(await Promise.all(targets.map((target) => answer(target)))).toEqual(['410', '404', '410', '410']);
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
    expect(await answer('/blog/a')).toBe('410');
    server.setClock(TEST_NOW + MINUTE);
    expect(await answer('/blog/a')).toBe('301 /blog/futur');
  });
});

describe('an address that is nearly right', () => {
  const composed = encodeURI('/blog/été-indien'.normalize('NFC'));
  const decomposed = encodeURI('/blog/été-indien'.normalize('NFD'));

  it('leads to the right one by one 301, says that it is gone, or that it was never there', async () => {
    await start({
      ...postFiles(14),
      'posts/2026/ete-indien.md': postText({ title: 'Été indien' }),
      'posts/2026/brouillon.md': postText({ isPublished: false }),
      ...redirects('/blog/a: /blog/article-1', '/vieux/été: /blog/article-2', '/blog/parti: gone'),
    });
    const expected: readonly (readonly [string, string])[] = [
      ['/Blog/Article-1', '301 /blog/article-1'],
      ['//blog//article-1', '301 /blog/article-1'],
      ['/blog/article-1.html?x=1', '301 /blog/article-1?x=1'],
      ['/blog/index.html', '301 /blog'],
      ['/blog/%F0%9F%98%80', '404'],
      ['/BLOG?page=2', '301 /blog?page=2'],
      ['/Mentions-L%C3%A9gales/', '301 /mentions-legales'],
      [composed, '301 /blog/ete-indien'],
      [decomposed, '301 /blog/ete-indien'],
      ['/blog/Article_1/', '301 /blog/article-1'],
      ['/blog/A/?utm=1#x', '301 /blog/article-1?utm=1#x'],
      ['/blog/a.html', '301 /blog/article-1'],
      ['//BLOG/%C3%80/', '301 /blog/article-1'],
      ['/Vieux/%C3%89t%C3%A9.html', '301 /blog/article-2'],
      ['/vieux/e%CC%81te%CC%81', '301 /blog/article-2'],
      ['/blog/Parti/', '410'],
      ['/blog/Brouillon/', '404'],
      ['/blog/absent/', '404'],
      ['/blog/%ff', '404'],
      ['/blog/..%2fblog%2farticle-1', '404'],
    ];
    const answers = await Promise.all(
      expected.map(async ([target]) => [target, await answer(target)] as const),
    );
    expect(answers).toEqual(expected);
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

describe('a link of a text', () => {
  it('goes straight to where it ends, on pages kept before as well, and leaves other links alone', async () => {
    const body =
      '[a](/blog/ancien/?x=1&y=2#b) [b](/blog/Article-1) [c](/blog/parti) [d](/blog/article-1) [e](https://ailleurs.fr/blog/ancien) [f](//ailleurs.fr/blog/ancien)\n';
    const ancien = postText({ id: numberedId(90) });
    await start({
      'posts/2026/lien.md': postText({ body }),
      'posts/2026/ancien.md': ancien,
      ...redirects('/blog/parti: gone'),
    });
    const links = async () => {
      const { text } = await server.get('/blog/lien');
      return [...text.matchAll(/<a href="([^"]*)"[^>]*>[a-f]<\/a>/g)].map(([, href]) => href);
    };
    const others = ['/blog/parti', '/blog/article-1', 'https://ailleurs.fr/blog/ancien'];
    expect((await links()).slice(0, 2)).toEqual(['/blog/ancien?x=1&amp;y=2#b', '/blog/article-1']);
    const before = (await server.get('/blog/lien')).headers.etag;
    await server.publish({ 'posts/2026/ancien.md': null, 'posts/2026/nouveau.md': ancien });
    const after = await links();
    expect([after[0], ...after.slice(2, 5)]).toEqual(['/blog/nouveau?x=1&amp;y=2#b', ...others]);
    expect((await server.get('/blog/lien')).headers.etag).not.toBe(before);
  });
});

describe('a text for programs', () => {
  it('names the present address of what it links to, whole where it is read elsewhere, and leaves code alone', async () => {
    const body = '[a](/blog/ancien#b) [b](ancien)\n\n```\n[c](/code/exemple)\n```\n';
    const ancien = postText({ id: numberedId(90) });
    await start({
      'posts/2026/lien.md': postText({ id: numberedId(91), body }),
      'posts/2026/ancien.md': ancien,
    });
    const texts = () =>
      Promise.all(PROGRAMS_READ.map(async (place) => [place, (await server.get(place)).text] as const));
    const naming = (address: string, places: Awaited<ReturnType<typeof texts>>) =>
      places.filter(([, text]) => text.includes(address)).map(([place]) => place);
    expect(naming('blog/ancien#b', await texts())).toEqual(PROGRAMS_READ);
    await server.publish({ 'posts/2026/ancien.md': null, 'posts/2026/nouveau.md': ancien });
    const after = await texts();
    expect([naming('ancien', after), naming('blog/nouveau#b', after)]).toEqual([[], PROGRAMS_READ]);
    const { text } = await server.get('/blog/lien.md');
    expect(text).toContain(`[a](${server.origin}/blog/nouveau#b) [b](${server.origin}/blog/nouveau)`);
    expect(text).toContain('\n[c](/code/exemple)\n');
    expect(await answer('/blog/Ancien.md')).toBe('301 /blog/nouveau.md');
  });
});
