import { afterEach, expect, it } from 'vitest';
import { AUTHOR_ENV } from './testing/author.ts';
import { createCalls, sessionCookie } from './testing/calls.ts';
import { numberedId, postText } from './testing/post-texts.ts';
import { startTestServer, type TestServer } from './testing/running-server.ts';

let server: TestServer;
afterEach(() => server.stop());

const SUMMER = '2026-10-25T00:30:00.000Z';
const WINTER = '2026-10-25T01:30:00.000Z';
const SPRING = '2027-03-28T01:30:00.000Z';

/** A file whose dates are written by hand, as clocks in Paris show them. */
const byHand = (id: number, published: string, ...lines: readonly string[]) =>
  postText({ id: numberedId(id), title: `Heure ${id}`, published, lines });

async function statuses(places: readonly string[], now: number): Promise<readonly number[]> {
  server.setClock(now);
  return Promise.all(places.map(async (place) => (await server.get(place)).status));
}

/** Just before the moment, and at it. */
async function around(place: string, moment: string): Promise<readonly number[]> {
  const at = Date.parse(moment);
  return [...(await statuses([place], at - 1)), ...(await statuses([place], at))];
}

it('a time by hand that comes twice is the first, and one that does not come is an hour later', async () => {
  server = await startTestServer({
    files: {
      'posts/2026/deux-fois.md': byHand(1, '2026-10-25 02:30'),
      'posts/2026/jamais.md': byHand(2, '2027-03-28 02:30'),
      'posts/2026/fin-deux-fois.md': byHand(3, '2026-01-01', 'unpublishAt: 2026-10-25 02:30'),
      'posts/2026/fin-jamais.md': byHand(4, '2026-01-01', 'unpublishAt: 2027-03-28 02:30'),
    },
  });
  expect(await around('/blog/deux-fois', SUMMER)).toEqual([404, 200]);
  expect(await around('/blog/fin-deux-fois', SUMMER)).toEqual([200, 410]);
  expect(await around('/blog/jamais', SPRING)).toEqual([404, 200]);
  expect(await around('/blog/fin-jamais', SPRING)).toEqual([200, 410]);
  // The first of both again: a page that was kept does not outlive its moment.
  expect(await around('/blog/deux-fois', SUMMER)).toEqual([404, 200]);
  const { text } = await server.get('/blog/deux-fois');
  expect(text).toContain('25\u00a0octobre 2026');
  expect(text).toContain(`"datePublished":"${SUMMER}"`);
});

it('the second of an hour that comes twice is kept as it was chosen, in the text of the file too', async () => {
  server = await startTestServer({ env: AUTHOR_ENV });
  const call = createCalls(server, await sessionCookie(server));
  const chosen = { title: 'Seconde', slug: 'seconde', content: 'Texte.\n', isPublished: true };
  const body = JSON.stringify({
    ...chosen,
    published: '2026-10-25T02:30:00+01:00',
    unpublishAt: '2027-03-28T03:30:00+02:00',
  });
  const made = await call('POST /api/admin/posts', body);
  expect([made.status, made.text]).toEqual([201, expect.stringContaining(WINTER)]);
  const file = server.content.git('show', 'main:posts/2026/seconde.md');
  expect([file.includes(WINTER), file.includes(SPRING)]).toEqual([true, true]);
  expect(await around('/blog/seconde', WINTER)).toEqual([404, 200]);
  expect(await around('/blog/seconde', SPRING)).toEqual([200, 410]);
});

it('a moment thousands of years away makes no timer, and no cache outlast what it can count', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  const files = {
    'posts/2026/lointain.md': byHand(5, '9999-12-31 23:59'),
    'posts/2026/durable.md': byHand(6, '2026-01-01', 'unpublishAt: 9999-12-31 23:59'),
  };
  server = await startTestServer({ files });
  const places = ['/blog/lointain', '/blog/durable', '/', '/blog', '/rss.xml', '/sitemap.xml', '/llms.txt'];
  const expected = [404, 200, 200, 200, 200, 200, 200];
  expect(await statuses(places, Date.parse('2026-11-20T09:00:00Z'))).toEqual(expected);
  const [card = ''] = /\/social\/[^"]+/.exec((await server.get('/blog/durable')).text) ?? [];
  const { headers } = await server.get(card);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(await around('/blog/lointain', '9999-12-31T22:59:00.000Z')).toEqual([404, 200]);
  expect(
    await statuses(['/blog/durable', '/rss.xml', '/sitemap.xml'], Date.parse('9999-12-31T22:59:00Z')),
  ).toEqual([410, 200, 200]);
  process.off('warning', note);
  expect(warnings).not.toContain('TimeoutOverflowWarning');
});

it('an article’s date is that of Paris on its page and in its Markdown', async () => {
  const published = '2026-07-14T22:30:00.000Z';
  server = await startTestServer({ files: { 'posts/2026/nuit.md': postText({ published }) } });
  expect((await server.get('/blog/nuit')).text).toContain('15\u00a0juillet 2026');
  expect((await server.get('/blog/nuit.md')).text).toContain('· 2026-07-15 ·');
});
