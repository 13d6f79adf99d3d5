import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { plainPicture } from '../testing/pictures.ts';
import { instant, numberedId, postFiles, postText, TEST_NOW } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
afterEach(() => server.stop());

const MINUTE = 60_000;
const SECRET = 'Titre secret';
const PATH = 'posts/2026/cache.md';
const ID = numberedId(99);
/** Everywhere a post can be read. */
const LISTS = ['/', '/blog', '/api/posts', '/api/posts?limit=5&fields=summary', '/rss.xml', '/sitemap.xml'];

/** Where the post is seen: the lists that name it, and whether its own addresses answer. */
async function seen(): Promise<readonly string[]> {
  const places: string[] = [];
  for (const target of LISTS) {
    const { text } = await server.get(target);
    if (text.includes(SECRET) || text.includes('/blog/cache<')) places.push(target);
  }
  for (const target of ['/blog/cache', `/api/posts/${ID}`]) {
    const { status, text } = await server.get(target);
    if (text.includes(SECRET)) places.push(target);
    else expect([404, 410]).toContain(status);
  }
  return places;
}
const EVERYWHERE = [...LISTS, '/blog/cache', `/api/posts/${ID}`];

const secret = (fields: Parameters<typeof postText>[0]) => postText({ id: ID, title: SECRET, ...fields });

describe('a draft', () => {
  it('appears nowhere', async () => {
    server = await startTestServer({ files: { ...postFiles(2), [PATH]: secret({ isPublished: false }) } });
    expect(await seen()).toEqual([]);
    expect(await server.health()).toMatchObject({ counts: { posts: 3, published: 2, problems: 0 } });
  });
});

describe('a post dated in the future', () => {
  it('appears by itself, everywhere, at its second', async () => {
    const published = instant(MINUTE);
    server = await startTestServer({ files: { ...postFiles(2), [PATH]: secret({ published }) } });
    expect(await seen()).toEqual([]);
    server.setClock(TEST_NOW + MINUTE - 1);
    expect(await seen()).toEqual([]);
    server.setClock(TEST_NOW + MINUTE);
    expect(await seen()).toEqual(EVERYWHERE);
  });

  it('is not hidden by what a shared cache kept', async () => {
    const published = instant(MINUTE);
    server = await startTestServer({ files: { ...postFiles(2), [PATH]: secret({ published }) } });
    const caching = async () => {
      const answers = await Promise.all(
        [...LISTS, '/blog/cache', '/api/capacity'].map((at) => server.get(at)),
      );
      return [...new Set(answers.map(({ headers }) => headers['cache-control']))];
    };
    const apart = async () => (await server.get(`/api/posts/${ID}`)).headers['cache-control'];
    expect(await caching()).toEqual(['public, max-age=0, s-maxage=1']);
    server.setClock(TEST_NOW + MINUTE - 999);
    expect(await caching()).toEqual(['no-cache']);
    expect(await apart()).toBe('no-store');
  });
});

describe('a post with an end', () => {
  it('goes away, everywhere, at its moment', async () => {
    const lines = [`unpublishAt: ${instant(MINUTE)}`];
    server = await startTestServer({ files: { ...postFiles(2), [PATH]: secret({ lines }) } });
    expect(await seen()).toEqual(EVERYWHERE);
    server.setClock(TEST_NOW + MINUTE);
    expect(await seen()).toEqual([]);
  });
});

describe('a commit of the git program', () => {
  it('takes a post away, everywhere', async () => {
    server = await startTestServer({ files: { ...postFiles(2), [PATH]: secret({}) } });
    expect(await seen()).toEqual(EVERYWHERE);
    await server.publish({ [PATH]: secret({ isPublished: false }) });
    expect(await seen()).toEqual([]);
    await server.publish({ [PATH]: secret({}) });
    expect(await seen()).toEqual(EVERYWHERE);
    await server.publish({ [PATH]: null });
    expect(await seen()).toEqual([]);
  });

  it('changes what the pages say of the availability', async () => {
    const capacity = (quarter: string) =>
      `currentMonth: ${quarter}\nnextMonth: T1 2027\navailabilityStatus: Complet\n`;
    server = await startTestServer({ files: { ...postFiles(2), 'capacity.yml': capacity('T4 2026') } });
    const home = async () => (await server.get('/')).text;
    expect(await home()).toContain('T4 2026');
    await server.publish({ 'capacity.yml': capacity('T2 2027') });
    expect(await home()).toContain('T2 2027');
  });

  it('changes the pages that show it and no other', async () => {
    server = await startTestServer({ files: postFiles(9) });
    const targets = ['/', '/blog', '/mentions-legales', ...[1, 2, 5, 9].map((n) => `/blog/article-${n}`)];
    const pages = () => Promise.all(targets.map((target) => server.get(target)));
    const before = await pages();
    await server.publish({
      'posts/2026/article-3.md': postText({
        id: numberedId(3),
        title: 'Nouveau titre',
        published: instant(-3 * 86_400_000),
      }),
    });
    const after = await pages();
    const changed = targets.filter((_, at) => after[at]?.headers.etag !== before[at]?.headers.etag);
    expect(changed).toEqual(targets.filter((_, at) => after[at]?.text.includes('Nouveau titre')));
    expect(changed).toContain('/blog/article-2');
    expect(changed).not.toContain('/mentions-legales');
    expect((await server.get('/blog/article-3')).text).toContain('Nouveau titre');
  });

  it('shows a site setting on every page', async () => {
    server = await startTestServer({ files: postFiles(1) });
    const targets = ['/', '/blog', '/blog/article-1', '/confidentialite', '/absent', '/blog/absent'];
    const before = await Promise.all(targets.map((target) => server.get(target)));
    const site = server.content.git('show', 'main:site.yml');
    await server.publish({ 'site.yml': site.replace(/^( +name: ).*$/m, '$1 Marque renouvelée') });
    for (const [at, target] of targets.entries()) {
      const now = await server.get(target);
      expect(now.text).toContain('Marque renouvelée');
      expect(now.headers.etag).not.toBe(before[at]?.headers.etag);
    }
  });

  it('shows an image changed under the same path', async () => {
    const post = secret({ lines: ['coverImage: /images/mer.png'], body: '![Mer](/images/mer.png)' });
    server = await startTestServer({
      files: { [PATH]: post, 'images/mer.png': await plainPicture(100, 50) },
    });
    const before = await server.get('/blog/cache');
    await server.publish({ 'images/mer.png': await plainPicture(200, 50) });
    const after = await server.get('/blog/cache');
    expect(before.text).toContain('width="100"');
    expect(after.text).not.toContain('width="100"');
    expect(after.text).toContain('width="200"');
  });

  it('shows an image whose bytes are given back, at most a minute later', async () => {
    server = await startTestServer();
    let object = '';
    const picture = await plainPicture(120, 60);
    await server.restart(() => {
      server.content.commit({
        [PATH]: secret({ body: '![Mer](/images/mer.png)' }),
        'images/mer.png': picture,
      });
      const id = server.content.git('rev-parse', 'main:images/mer.png').trim();
      object = join(server.content.gitDir, 'objects', id.slice(0, 2), id.slice(2));
      renameSync(object, `${server.content.path}/away`);
    });
    expect((await server.get('/blog/cache')).text).not.toContain('width="120"');
    renameSync(`${server.content.path}/away`, object);
    server.setClock(TEST_NOW + MINUTE);
    expect((await server.get('/blog/cache')).text).toContain('width="120"');
  });

  it('that breaks a file keeps its last readable text, and says where it broke', async () => {
    server = await startTestServer({ files: { [PATH]: secret({}) } });
    await server.publish({ [PATH]: '---\ntitle: [\n---\nTexte' });
    expect((await server.get('/blog/cache')).text).toContain(SECRET);
    const { problems } = await server.health();
    expect(problems).toMatchObject([{ path: PATH, line: 2 }]);
  });
});

describe('the year', () => {
  it('changes at midnight in Paris on pages already kept', async () => {
    server = await startTestServer({ files: postFiles(1) });
    const midnight = Date.parse('2026-12-31T23:00:00.000Z');
    server.setClock(midnight - 1);
    const before = await server.get('/mentions-legales');
    server.setClock(midnight);
    const after = await server.get('/mentions-legales');
    const years = [before, after].map(({ text }) => /©\s*([0-9]{4})/.exec(text)?.[1]);
    expect(years).toEqual(['2026', '2027']);
  });
});
