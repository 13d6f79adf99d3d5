import { afterEach, expect, it } from 'vitest';
import { instant, numberedId, postFiles, postText, TEST_NOW } from './testing/post-texts.ts';
import { startTestServer, type TestServer } from './testing/running-server.ts';

let server: TestServer;
afterEach(() => server.stop());

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const APPEARS = TEST_NOW + HOUR;
const GOES = TEST_NOW + 2 * HOUR;
const ID = numberedId(99);
const TITLE = 'Saumons remontants';
const SLUG = 'saumons-remontants';
const PAGE = `/blog/${SLUG}`;

const FILES = {
  ...postFiles(3),
  [`posts/2026/${SLUG}.md`]: postText({
    id: ID,
    title: TITLE,
    published: instant(HOUR),
    body: 'La rivière monte.\n',
    lines: [`unpublishAt: ${instant(2 * HOUR)}`, 'tags: [rivière]', 'category: Pêche'],
  }),
  'redirects.yml': `/vieux: ${PAGE}\n/blog/saumons-perdus: gone\n`,
};

/** Every place that names the article while readers see it, and none that names it otherwise. */
const PLACES = [
  PAGE,
  '/',
  '/blog',
  '/blog/article-1',
  '/blog/tag/riviere',
  '/blog/categorie/peche',
  '/recherche?q=saumon',
  '/api/search?q=saumon',
  `${PAGE}.md`,
  '/feed.json',
  '/llms.txt',
  '/blog/saumons-perdus',
  '/api/posts',
  '/api/posts?limit=2',
  '/api/posts?fields=summary',
  `/api/posts?tag=${encodeURIComponent('rivière')}`,
  `/api/posts?category=${encodeURIComponent('Pêche')}`,
  `/api/posts/${ID}`,
  '/rss.xml',
  '/feed.json',
  '/llms.txt',
  `${PAGE}.md`,
  '/sitemap.xml',
] as const;

/** A search marks its words within the title. */
const LINK = new RegExp(`${PAGE}[<"#]`);

interface Seen {
  /** The places that name the article. */
  readonly named: readonly string[];
  /** What its own addresses answer: the page, the old address, the call. */
  readonly statuses: readonly number[];
  readonly isLive: boolean;
  readonly published: number;
}

/** Looks everywhere: as it is made, or warm. */
async function look(): Promise<Seen> {
  const named: string[] = [];
  for (const place of PLACES) {
    const { text } = await server.get(place);
    if (text.includes(TITLE) || LINK.test(text)) named.push(place);
  }
  const own = await Promise.all([PAGE, '/vieux', `/api/posts/${ID}`].map((target) => server.get(target)));
  const live = (await server.get(`/api/live/${ID}`)).text;
  const { counts } = await server.health();
  return {
    named,
    statuses: own.map(({ status }) => status),
    isLive: !live.includes('"revision":null'),
    published: counts.published,
  };
}

const HIDDEN = { named: [], isLive: false, published: 3 };
const COMING: Seen = { ...HIDDEN, statuses: [404, 410, 404] };
const SHOWN: Seen = { named: PLACES, statuses: [200, 301, 200], isLive: true, published: 4 };
const GONE: Seen = { ...HIDDEN, statuses: [410, 410, 410] };

/** Asks again with what a browser keeps of each answer: the places whose answer is still the same. */
async function unchanged(tags: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const same: string[] = [];
  for (const [place, tag] of tags) {
    const { status } = await server.get(place, { headers: { 'if-none-match': tag } });
    if (status === 304) same.push(place);
  }
  return same;
}

async function entityTags(): Promise<ReadonlyMap<string, string>> {
  const tags = new Map<string, string>();
  for (const place of PLACES) {
    const { etag } = (await server.get(place)).headers;
    if (etag !== undefined) tags.set(place, etag);
  }
  return tags;
}

/** The longest that a shared cache may keep any of it, in seconds. */
async function keptFor(): Promise<number> {
  const answers = await Promise.all([...PLACES, '/vieux'].map((place) => server.get(place)));
  const caching = answers.map(({ headers }) => headers['cache-control'] ?? 's-maxage=Infinity');
  return Math.max(...caching.map((text) => Number(/s-maxage=([^,]+)/.exec(text)?.[1] ?? 0)));
}

it('an article appears everywhere at its second, and is gone everywhere at the second of its end', async () => {
  server = await startTestServer({ files: FILES });
  expect(await look()).toEqual(COMING);
  server.setClock(APPEARS - SECOND);
  expect(await look()).toEqual(COMING);
  expect(await keptFor()).toBe(1);
  server.setClock(APPEARS - 1);
  expect([await look(), await keptFor()]).toEqual([COMING, 0]);
  const before = await entityTags();

  server.setClock(APPEARS);
  expect(await look()).toEqual(SHOWN);
  expect(await unchanged(before)).toEqual([]);
  await server.restart();
  expect(await look()).toEqual(SHOWN);
  server.setClock(GOES - SECOND);
  expect(await look()).toEqual(SHOWN);
  server.setClock(GOES - 1);
  expect([await look(), await keptFor()]).toEqual([SHOWN, 0]);
  const shown = await entityTags();

  server.setClock(GOES);
  expect(await look()).toEqual(GONE);
  expect(await unchanged(shown)).toEqual([]);
  await server.restart();
  expect(await look()).toEqual(GONE);
  expect((await server.get(`${PAGE}.md`)).status).toBe(410);
  const { text } = await server.get(PAGE);
  expect(text).toContain('Cet article a été retiré du site.');
  expect(text).toContain('href="/blog/article-1"');

  // The clock is put back, and a machine sleeps through all of it.
  server.setClock(APPEARS - SECOND);
  expect(await look()).toEqual(COMING);
  server.setClock(GOES + 1000 * HOUR);
  expect(await look()).toEqual(GONE);
  server.setClock(GOES - 1);
  expect(await look()).toEqual(SHOWN);
});

it('the picture that stands for an article elsewhere comes and goes with it', async () => {
  server = await startTestServer({ files: FILES });
  const picture = async (address: string, now: number) => {
    server.setClock(now);
    const { status, headers } = await server.get(address);
    return [status, /max-age=(\d+)/.exec(headers['cache-control'] ?? '')?.[1]];
  };
  server.setClock(APPEARS);
  const { text } = await server.get(PAGE);
  const address = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(text)?.[1] ?? '';
  expect(address).toMatch(/^\/social\//);
  expect(await picture(address, APPEARS)).toEqual([200, '3600']);
  expect(await picture(address, GOES - SECOND)).toEqual([200, '1']);
  expect((await picture(address, APPEARS - 1))[0]).toBe(404);
  expect((await picture(address, GOES))[0]).toBe(404);
});
