import { afterEach, describe, expect, it, vi } from 'vitest';
import { postFiles } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const POSTS = 40;
/** About 60 KB in three encodings: the smallest cache holds a few of these pages. */
const BODY = Array.from({ length: 900 }, (_, at) => `Paragraphe ${at}, ${(at * 7919) % 997} mots.`).join(
  '\n\n',
);
const TARGETS = ['/', '/blog', ...Array.from({ length: POSTS }, (_, at) => `/blog/article-${at + 1}`)];

let server: TestServer;
afterEach(() => server.stop());

function texts(encoding: string): Promise<readonly string[]> {
  return Promise.all(
    TARGETS.map(
      async (target) => (await server.get(target, { headers: { 'Accept-Encoding': encoding } })).text,
    ),
  );
}

describe('pages that do not fit in memory', () => {
  it('are the same from the file, byte for byte, in each encoding', async () => {
    server = await startTestServer({ files: postFiles(POSTS, BODY), env: { PAGE_CACHE_MB: '1' } });
    // Once the history is open: articles name their version from then on.
    await vi.waitFor(
      async () => expect((await server.get('/blog/article-1')).text).toContain('data-version'),
      { timeout: 380_000 },
    );
    const made = await texts('identity');
    const { pages, inMemory, fileBytes } = await server.pages();
    expect(pages).toBe(TARGETS.length);
    expect(inMemory).toBeLessThan(pages);
    expect(fileBytes).toBeGreaterThan(0);
    for (const encoding of ['br', 'gzip', 'identity']) expect(await texts(encoding)).toEqual(made);
  });
});
