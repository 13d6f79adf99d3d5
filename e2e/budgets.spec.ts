import { brotliDecompressSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';
import { brotli, type Transfer, transfersOf, weight } from './transfers.ts';

const KB = 1024;

/** What the browser asks for before the reader acts. */
async function transfers(page: Page, path: string): Promise<readonly Transfer[]> {
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  await page.goto(path, { waitUntil: 'networkidle' });
  return transfersOf(asked);
}

test('an article with its styles and scripts is at most 21 KB', async ({ page }) => {
  const all = await transfers(page, ARTICLE);
  const total = weight(all, 'document', 'stylesheet', 'script');
  test.info().annotations.push({ type: 'bytes', description: String(total) });
  expect(weight(all, 'document')).toBeGreaterThan(KB);
  expect(total).toBeLessThanOrEqual(21 * KB);
});

test('the text of an article is in its page once', async ({ site }) => {
  const html = brotliDecompressSync(await brotli(`${site.origin}${ARTICLE}`)).toString();
  expect(html.split('Je suis descendu du vélo avec six minutes').length - 1).toBe(1);
  expect(html.split('Ce volume tranquille rend possible').length - 1).toBe(1);
});

test.describe('without a session', () => {
  test.use({ expectedErrors: [SESSION_LINES] });

  test('the login asks for no part of a library that nothing calls', async ({ page, desks }) => {
    const script = weight(await transfers(page, `${desks.origin}/auth`), 'script');
    test.info().annotations.push({ type: 'bytes', description: String(script) });
    expect(script).toBeGreaterThan(100 * KB);
    expect(script).toBeLessThanOrEqual(142 * KB);
  });
});

test('a screen of the admin asks for the scripts that it needs', async ({ page, context, desks }) => {
  await context.addCookies(desks.cookies);
  for (const { path, shown, most } of [
    { path: '/admin', shown: page.getByRole('heading', { name: 'Articles', level: 1 }), most: 180 * KB },
    { path: '/admin/reglages', shown: page.getByLabel('Nom du site'), most: 183 * KB },
    { path: '/admin/articles/nouveau', shown: page.getByLabel('Contenu (Markdown)'), most: 317 * KB },
  ]) {
    const asked: Request[] = [];
    page.on('request', (request) => asked.push(request));
    await page.goto(`${desks.origin}${path}`);
    await expect(shown).toBeVisible();
    await page.waitForLoadState('networkidle');
    page.removeAllListeners('request');
    const script = weight(await transfersOf(asked), 'script');
    test.info().annotations.push({ type: 'bytes', description: `${path}: ${script}` });
    expect(script, path).toBeGreaterThan(100 * KB);
    expect(script, path).toBeLessThanOrEqual(most);
  }
});

test('the admin asks for few files', async ({ page, context, desks }) => {
  await context.addCookies(desks.cookies);
  for (const [path, most] of [
    ['/admin', 30],
    ['/admin/articles/nouveau', 42],
  ] as const) {
    // An address asked for again is a question repeated while the page settles, not one more file.
    const addresses = new Set<string>();
    page.on('request', (request) => addresses.add(request.url()));
    await page.goto(`${desks.origin}${path}`, { waitUntil: 'networkidle' });
    expect(addresses.size, path).toBeLessThanOrEqual(most);
    page.removeAllListeners('request');
  }
});
