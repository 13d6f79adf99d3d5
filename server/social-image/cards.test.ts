import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureFacts, plainPicture } from '../testing/pictures.ts';
import { instant, numberedId, postText, TEST_NOW } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const ORIGIN = 'https://exemple.fr';
const DRAFT = numberedId(2);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { PUBLIC_ORIGIN: ORIGIN },
    files: {
      'posts/2026/prix.md': postText({ id: numberedId(1), title: 'Fixer son prix : trois « règles » ?' }),
      'posts/2026/brouillon.md': postText({ id: DRAFT, title: 'Rien', isPublished: false }),
      'posts/2026/bientot.md': postText({
        published: instant(60_000),
        lines: [`unpublishAt: ${instant(120_000)}`],
      }),
    },
  });
});
afterAll(() => server.stop());

/** The address of the social image that a page names, on this server. */
async function imageOf(path: string): Promise<string> {
  const { text } = await server.get(path);
  return (/property="og:image" content="([^"]*)"/.exec(text)?.[1] ?? '').replace(ORIGIN, '');
}

describe('the card of an article without image', () => {
  it('is a PNG of 1200 × 630, drawn once however many ask for it', async () => {
    const address = await imageOf('/blog/prix');
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.get(address)));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString('base64')}`)).size).toBe(1);
    const { format, width, height } = await pictureFacts(answers[0]?.bytes ?? Buffer.alloc(0));
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
    expect(answers[0]?.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const kept = readdirSync(join(server.content.path, 'cache/cards'), { recursive: true }).map(String);
    expect(kept.filter((name) => name.endsWith('.png'))).toHaveLength(1);
  });

  it('has another address once it says something else, to which the old one leads', async () => {
    const old = await imageOf('/blog/prix');
    await server.publish({ 'posts/2026/prix.md': postText({ id: numberedId(1), title: 'Un autre titre' }) });
    const present = await imageOf('/blog/prix');
    const answer = await server.get(old);
    const { status, headers, text } = answer;
    expect([present === old, status, headers.location, text]).toEqual([false, 301, present, '']);
  });

  it('is there for as long as the article is public, and not a second more', async () => {
    const statuses = new Map<string, number>();
    server.setClock(TEST_NOW + 60_000);
    const address = await imageOf('/blog/bientot');
    for (const [when, at] of [
      ['a second before publication', 59_000],
      ['at publication', 60_000],
      ['a second before withdrawal', 119_000],
      ['at withdrawal', 120_000],
    ] as const) {
      server.setClock(TEST_NOW + at);
      statuses.set(when, (await server.get(address)).status);
    }
    server.setClock(TEST_NOW);
    expect([...statuses.values()]).toEqual([404, 200, 200, 404]);
  });

  it.each([
    `/social/${DRAFT}/0123456789abcdef.png`,
    '/social/absent/0123456789abcdef.png',
    '/social/blog/1.png',
  ])('is not there at %s', async (address) => expect((await server.get(address)).status).toBe(404));
});

describe('the logo of the site', () => {
  const LOGO = 'images/2026/logo.png';
  it('is on every card, which has another address when the logo is another', async () => {
    const site = server.content.git('show', 'main:site.yml');
    const addresses = [await imageOf('/blog/prix'), await imageOf('/')];
    await server.publish({ 'site.yml': `${site}\n`.replace('logo: null', `logo: /${LOGO}`) });
    expect([await imageOf('/blog/prix'), await imageOf('/')]).toEqual(addresses);
    await server.publish({ 'site.yml': `${site}\n`.replace('logo: null', `logo: ${ORIGIN}/${LOGO}`) });
    for (const size of [30, 40]) {
      await server.publish({ [LOGO]: await plainPicture(size, size) });
      for (const path of ['/blog/prix', '/']) {
        const address = await imageOf(path);
        expect(addresses).not.toContain(address);
        addresses.push(address);
        expect((await server.get(address)).status).toBe(200);
      }
    }
  });
});

describe('the card of a page', () => {
  it.each(['/', '/blog', '/blog?page=1'])('is what %s names', async (path) => {
    const answer = await server.get(await imageOf(path));
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
  });
});
