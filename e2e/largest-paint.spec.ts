import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';

interface LargestPaint {
  readonly className: string;
  readonly alt: string;
  readonly priority: string;
  readonly loading: string;
}

/** The image that is the largest paint of a page; null when text is, or nothing was painted yet. */
function largestImage(page: Page): Promise<LargestPaint | null> {
  return page.evaluate(
    () =>
      new Promise<LargestPaint | null>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          const element = last !== undefined && 'element' in last ? last.element : null;
          if (!(element instanceof HTMLImageElement)) resolve(null);
          else
            resolve({
              className: element.closest('figure, .post-card-picture')?.className ?? '',
              alt: element.alt,
              priority: element.fetchPriority,
              loading: element.loading,
            });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

for (const [name, path, place] of [
  ['an article', ARTICLE, 'cover'],
  ['the list', '/blog', 'post-card-picture'],
] as const) {
  test(`the largest paint of ${name} is its cover, asked for first and once`, async ({ page, site }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'image') asked.push(request.url().slice(site.origin.length));
    });
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    await expect
      .poll(() => largestImage(page))
      .toMatchObject({ className: place, priority: 'high', loading: 'auto' });
    // What the head preloads is what the image shows: one address, nothing besides.
    const shown = await page
      .locator(`.${place} img`)
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc);
    const cover = shown.slice(site.origin.length);
    expect(cover).toMatch(/\.avif$/);
    expect(asked[0]).toBe(cover);
    const name = cover.slice(0, cover.lastIndexOf('-'));
    expect(asked.filter((address) => address.startsWith(name))).toEqual([cover]);
    const html = (await answer?.text()) ?? '';
    expect(html.slice(0, html.indexOf('</head>'))).toContain('rel="preload" as="image"');
  });
}

test('pictures below the first are asked for when they come near, their places a raised surface', async ({
  page,
}) => {
  await page.goto('/blog');
  const images = page.locator('.post-card-picture img');
  const facts = await images.evaluateAll((all) =>
    all.map((image) => ({
      isLazy: image instanceof HTMLImageElement && image.loading === 'lazy',
      colour: getComputedStyle(image).backgroundColor,
    })),
  );
  expect(facts.map(({ isLazy }) => isLazy)).toEqual([false, false, true, true]);
  // RAISED (content/model/colours.ts).
  expect([...new Set(facts.map(({ colour }) => colour))]).toEqual(['rgb(22, 29, 44)']);
});
