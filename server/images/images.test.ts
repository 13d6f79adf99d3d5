import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createContentFolder } from '../testing/content-folder.ts';
import { photograph, pictureFacts, plainPicture } from '../testing/pictures.ts';
import { postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

let server: TestServer;
let photo: string;
beforeAll(async () => {
  const jpeg = await photograph();
  server = await startTestServer({
    files: {
      'posts/2026/mer.md': postText({ lines: ['coverImage: /images/2026/mer.jpg'] }),
      'images/2026/mer.jpg': jpeg,
      'images/2026/été à Sète.jpg': jpeg,
      'images/dessin.svg': SVG,
      'images/faux.png': 'not an image',
      'images/page.jpg': '<html><script>alert(1)</script>',
      'images/svg.png': SVG,
      'images/vide.webp': '',
      'notes/mer.jpg': jpeg,
    },
  });
  photo = server.content.git('rev-parse', 'main:images/2026/mer.jpg');
});
afterAll(() => server.stop());

describe('a variant', () => {
  it('is made once however many ask for it, and never changes', async () => {
    const target = `/images/${photo}/mer-400.webp`;
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.get(target)));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString('base64')}`)).size).toBe(1);
    expect(answers[0]?.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(answers[0]?.bytes.length),
    });
    const kept = readdirSync(join(server.content.path, 'cache/variants'), { recursive: true }).map(String);
    expect(kept.filter((name) => name.includes('-400'))).toEqual([`${photo.slice(0, 2)}/${photo}-400.webp`]);
  });

  it('as AVIF is WebP until it is made, without anybody waiting, and then AVIF for ever', async () => {
    const target = `/images/${photo}/mer-800.avif`;
    const first = await Promise.all(Array.from({ length: 50 }, () => server.get(target)));
    const kinds = first.map(({ status, headers }) => `${status} ${headers['content-type']}`);
    expect([...new Set(kinds)]).toEqual(['200 image/webp']);
    expect(first[0]?.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const made = await vi.waitFor(
      async () => {
        const answer = await server.get(target, {
          headers: { 'If-None-Match': first[0]?.headers.etag ?? '' },
        });
        expect(answer.headers['content-type']).toBe('image/avif');
        return answer;
      },
      { timeout: 380_000, interval: 50 },
    );
    const { width, exif } = await pictureFacts(made.bytes);
    expect([made.status, made.headers['cache-control'], width, exif]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      600,
      undefined,
    ]);
    const kept = readdirSync(join(server.content.path, 'cache/variants'), { recursive: true }).map(String);
    expect(kept.filter((name) => name.endsWith('.avif'))).toEqual([`${photo.slice(0, 2)}/${photo}-800.avif`]);
  });

  it('is upright, as wide as asked, without metadata', async () => {
    for (const ending of ['400.webp', '400.jpg', '2560.jpg']) {
      const { bytes } = await server.get(`/images/${photo}/mer-${ending}`);
      const { width, height, exif, icc, xmp, orientation } = await pictureFacts(bytes);
      const size = ending.startsWith('400') ? [400, 600] : [600, 900];
      expect([width, height, exif, icc, xmp, orientation]).toEqual([
        ...size,
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(bytes.includes('Secret place')).toBe(false);
    }
  });

  it('is answered 304 to whoever has it', async () => {
    const target = `/images/${photo}/mer-400.webp`;
    const { headers } = await server.get(target);
    const again = await server.get(target, { headers: { 'If-None-Match': headers.etag ?? '' } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const head = await server.get(target, { method: 'HEAD' });
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      headers['content-length'],
    ]);
  });

  it('exists only for images of the site, in widths and formats that pages name', async () => {
    const unknown = 'ab'.repeat(20);
    const post = server.content.git('rev-parse', 'main:posts/2026/mer.md');
    const ids = [unknown, post, photo.toUpperCase(), photo.slice(1)].map(
      (id) => `/images/${id}/mer-400.webp`,
    );
    const forms = ['mer-401.webp', 'mer-0400.webp', 'mer-400.svg', 'x/mer-400.webp', ''];
    for (const target of [...ids, ...forms.map((form) => `/images/${photo}/${form}`)]) {
      expect([target, (await server.get(target)).status]).toEqual([target, 404]);
    }
  });
});

describe('an image by its path', () => {
  it.each(['/images/2026/mer.jpg', '/images/2026/%C3%A9t%C3%A9%20%C3%A0%20S%C3%A8te.jpg'])(
    '%s is answered cleaned, and asked for again each time',
    async (target) => {
      const answer = await server.get(target);
      expect([answer.status, answer.headers['cache-control']]).toEqual([
        200,
        'public, max-age=0, must-revalidate',
      ]);
      const { format, exif, width } = await pictureFacts(answer.bytes);
      expect([format, exif, width]).toEqual(['jpeg', undefined, 600]);
      const again = await server.get(target, { headers: { 'If-None-Match': answer.headers.etag ?? '' } });
      expect(again.status).toBe(304);
    },
  );

  it.each([
    '/images/dessin.svg',
    '/images/faux.png',
    '/images/page.jpg',
    '/images/svg.png',
    '/images/vide.webp',
    '/images/absent.jpg',
    '/images/',
    '/images',
    '/images/../content.git/HEAD',
    '/images/..%2f..%2fformat',
    '/images/..%2fnotes%2fmer.jpg',
    '/images/%2e%2e/notes/mer.jpg',
    '/images/2026/mer.jpg%00.png',
    '/images/%E0%A4%A',
    '/images/%',
    '/notes/mer.jpg',
  ])('%s is not found', async (target) => {
    const { status, text } = await server.get(target);
    expect([status, text.includes('alert(1)')]).toEqual([404, false]);
  });

  it('does not stop a page that shows it from being answered', async () => {
    await server.publish({
      'posts/2026/mer.md': postText({
        lines: ['coverImage: /images/faux.png'],
        body: '![x](/images/vide.webp)',
      }),
    });
    expect((await server.get('/blog/mer')).status).toBe(200);
  });
});

describe('an image whose object is damaged', () => {
  it.each(['emptied', 'cut'])('%s takes no page down that shows it', async (how) => {
    const bytes = how === 'cut' ? await photograph() : await plainPicture(50, 40);
    await server.publish({ 'images/abime.png': bytes });
    const id = server.content.git('rev-parse', 'main:images/abime.png');
    const object = join(server.content.gitDir, 'objects', id.slice(0, 2), id.slice(2));
    truncateSync(object, how === 'cut' ? statSync(object).size - 100 : 0);
    await server.publish({ 'posts/2026/abime.md': postText({ body: '![x](/images/abime.png)' }) });
    expect((await server.get('/blog/abime')).status).toBe(200);
    expect((await server.get('/')).status).toBe(200);
  });
});

describe('an image withdrawn from the repository', () => {
  it('is not found under its path any more', async () => {
    expect((await server.get('/images/2026/mer.jpg')).status).toBe(200);
    await server.publish({ 'images/2026/mer.jpg': null });
    expect((await server.get('/images/2026/mer.jpg')).status).toBe(404);
  });
});

describe('the content folder of a test', () => {
  it('holds an image as it was given', async () => {
    const bytes = await photograph();
    const folder = createContentFolder({ 'images/a.jpg': bytes });
    expect(folder.git('cat-file', '-s', 'main:images/a.jpg')).toBe(String(bytes.length));
    expect((await pictureFacts(bytes)).exif?.includes('Secret place')).toBe(true);
    folder.remove();
  });
});
