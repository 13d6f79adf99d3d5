import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rounds } from '#content/testing/rounds.ts';
import { plainPicture } from './testing/pictures.ts';
import { numberedId, postText } from './testing/post-texts.ts';
import { startTestServer, type TestServer } from './testing/running-server.ts';

let server: TestServer;
/** What is kept as files of pictures: a small and a large one, a JPEG, an AVIF, a card. */
let pictures: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  server = await startTestServer({
    files: {
      'posts/2026/mer.md': postText({ id: numberedId(1), title: 'La mer' }),
      'images/mer.jpg': await plainPicture(900, 600),
    },
  });
  pictures = await whole();
});
afterAll(() => server.stop());

const cache = () => join(server.content.path, 'cache');
const files = () =>
  readdirSync(cache(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** pino's level « warn ». */
const WARNING = 40;

const isPicture = (file: string) => /\/(?:variants|cards)\//.test(file);

/** The pictures as they are when all of them are made. */
async function whole(): Promise<ReadonlyMap<string, Buffer>> {
  const photo = server.content.git('rev-parse', 'main:images/mer.jpg');
  const card = /\/social\/[^"]+\.png/.exec((await server.get('/blog/mer')).text)?.[0] ?? '';
  const avif = `/images/${photo}/mer-400.avif`;
  await vi.waitFor(async () => expect((await server.get(avif)).headers['content-type']).toBe('image/avif'), {
    timeout: 380_000,
    interval: 20,
  });
  const found = new Map<string, Buffer>();
  for (const path of [`/images/${photo}/mer-400.webp`, '/images/mer.jpg', avif, card]) {
    const { status, bytes } = await server.get(path);
    expect([path, status]).toEqual([path, 200]);
    found.set(path, bytes);
  }
  return found;
}

async function expectFound(): Promise<void> {
  await vi.waitFor(
    async () => expect((await server.get('/api/search?q=mer')).text).toContain(numberedId(1)),
    { timeout: 380_000, interval: 20 },
  );
}

const DAMAGES: readonly (readonly [string, (file: string) => void])[] = [
  ['empty', (file) => writeFileSync(file, '')],
  ['torn', (file) => writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size / 2))],
  ['full of zeros', (file) => writeFileSync(file, Buffer.alloc(statSync(file).size))],
  ['another', (file) => writeFileSync(file, '{"version":99}')],
];

describe('a cache', () => {
  it.each(DAMAGES.slice(-rounds({ few: 2, all: DAMAGES.length })))(
    'whose every file is %s is made again, and nobody is served what it holds',
    async (_, damage) => {
      await server.restart(() => files().forEach(damage));
      expect((await server.get('/blog/mer')).text).toContain('<h1>La mer</h1>');
      expect((await server.get('/rss.xml')).status).toBe(200);
      expect(await whole()).toEqual(pictures);
      await expectFound();
    },
  );

  it('whose search says what nobody wrote is made again, and that is no failure of the server', async () => {
    await expectFound();
    const logged = server.logged.length;
    await server.restart(() => {
      const file = join(cache(), 'index.sqlite');
      writeFileSync(file, readFileSync(file, 'latin1').replaceAll('"La mer"', '"La mur"'), 'latin1');
    });
    await expectFound();
    const lines = server.logged.slice(logged);
    // Who asks meanwhile is told to come back.
    expect(lines.filter(({ level, status }) => Number(level) > WARNING && status !== 503)).toEqual([]);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: WARNING, msg: 'an index was damaged, and is made anew' }),
    );
  });

  it('that holds folders in place of files leaves the site as it is', async () => {
    await server.restart(() => {
      for (const file of files().filter((name) => !isPicture(name))) {
        rmSync(file);
        mkdirSync(join(file, 'plein'), { recursive: true });
      }
      mkdirSync(join(cache(), 'pages/plein'), { recursive: true });
    });
    expect((await server.get('/blog/mer')).text).toContain('<h1>La mer</h1>');
    expect(await whole()).toEqual(pictures);
    await expectFound();
    await server.restart(() => rmSync(cache(), { recursive: true }));
    expect(await whole()).toEqual(pictures);
  });

  it('whose pictures are damaged while the server runs gives none of them', async () => {
    for (const file of files().filter(isPicture)) writeFileSync(file, '');
    expect(await whole()).toEqual(pictures);
  });
});
