import { get } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ARTICLE, NOT_FOUND_LINE, PAGES } from './pages.ts';

const KB = 1024;

test.use({ expectedErrors: [NOT_FOUND_LINE] });

interface Transfer {
  readonly path: string;
  readonly kind: string;
  /** Bytes of the brotli answer's body. */
  readonly bytes: number;
}

/** What the browser asked for before the reader acted, each weighed as the server sends it in brotli. */
async function transfers(page: Page, origin: string, path: string): Promise<readonly Transfer[]> {
  const asked: { readonly url: string; readonly kind: string }[] = [];
  page.on('request', (request) => asked.push({ url: request.url(), kind: request.resourceType() }));
  await page.goto(path, { waitUntil: 'networkidle' });
  return Promise.all(
    asked.map(async ({ url, kind }) => ({
      path: url.slice(origin.length),
      kind,
      bytes: (await brotli(url)).length,
    })),
  );
}

/** The body as it travels; Node's fetch and Playwright's request would hide it. */
function brotli(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    }).on('error', reject);
  });
}

function weight(all: readonly Transfer[], ...kinds: readonly string[]): number {
  return all.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0);
}

for (const [name, path] of PAGES) {
  test(`the ${name} runs at most 5 KB of script before the reader acts`, async ({ page, site }) => {
    const all = await transfers(page, site.origin, path);
    const scripts = weight(all, 'script');
    expect(scripts).toBeGreaterThan(0);
    expect(scripts).toBeLessThanOrEqual(5 * KB);
  });
}

test('an article with its styles and scripts is at most 25 KB', async ({ page, site }) => {
  const all = await transfers(page, site.origin, ARTICLE);
  const total = weight(all, 'document', 'stylesheet', 'script');
  test.info().annotations.push({ type: 'bytes', description: String(total) });
  expect(weight(all, 'document')).toBeGreaterThan(KB);
  expect(total).toBeLessThanOrEqual(25 * KB);
});

test('the text of an article is in its page once', async ({ site }) => {
  const html = brotliDecompressSync(await brotli(`${site.origin}${ARTICLE}`)).toString();
  expect(html.split('Je suis descendu du vélo avec six minutes').length - 1).toBe(1);
  expect(html.split('Ce volume tranquille rend possible').length - 1).toBe(1);
});

test('the admin asks for few files', async ({ page, context, desks }) => {
  await context.addCookies(desks.cookies);
  for (const [path, most] of [
    ['/admin', 30],
    ['/admin/articles/nouveau', 42],
  ] as const) {
    const asked = await transfers(page, desks.origin, `${desks.origin}${path}`);
    expect(asked.length, path).toBeLessThanOrEqual(most);
    page.removeAllListeners('request');
  }
});
