import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';

/** Notes at which of our timers the page is sent to its top, on the clock of the test. */
async function watchScrollsToTop(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.clock.install();
  await page.addInitScript(() => {
    const delays: number[] = [];
    const nativeSetTimeout = window.setTimeout.bind(window);
    const nativeScrollTo = window.scrollTo.bind(window);
    let running = -1;
    Object.assign(window, { forcedDelays: delays });
    Object.assign(window, {
      setTimeout: (run: () => void, delay = 0) =>
        nativeSetTimeout(() => {
          running = delay;
          run();
          running = -1;
        }, delay),
      scrollTo: (options: ScrollToOptions) => {
        if (running >= 0 && options.top === 0) delays.push(running);
        nativeScrollTo(options);
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { forcedDelays: readonly number[] }).forcedDelays);
}

test.describe('the scroll rules', () => {
  for (const address of ['/blog', ARTICLE]) {
    test(`force ${address} to its top at 0, 50 and 100 ms`, async ({ page }) => {
      const delays = await watchScrollsToTop(page);
      await page.goto(address);
      await page.clock.runFor(1000);
      await expect.poll(delays).toEqual([0, 50, 100]);
    });
  }

  test('put an article back at its top when it is loaded again', async ({ page }) => {
    await page.goto(ARTICLE);
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await page.reload();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test('leave a page alone whose address names a place', async ({ page }) => {
    const delays = await watchScrollsToTop(page);
    await page.goto(`${ARTICLE}#le-travail-facile-est-le-plus-difficile-a-defendre`);
    await page.clock.runFor(1000);
    expect(await delays()).toEqual([]);
    await expect(page.getByRole('heading', { name: /^Le travail facile/ })).toBeInViewport();
  });

  test('leave a reader alone who follows a link of the page before the last step', async ({ page }) => {
    const delays = await watchScrollsToTop(page);
    await page.clock.pauseAt(new Date('2030-01-01T08:00:00Z'));
    await page.goto(ARTICLE);
    const passTenMs = async () => page.clock.runFor(10).then(delays);
    await expect.poll(passTenMs).toEqual([0, 50]);
    await page.evaluate(() => {
      location.hash = '#le-travail-facile-est-le-plus-difficile-a-defendre';
    });
    await page.clock.runFor(1000);
    expect(await delays()).toEqual([0, 50]);
    await expect(page.getByRole('heading', { name: /^Le travail facile/ })).toBeInViewport();
  });

  test('leave the home page alone', async ({ page }) => {
    const delays = await watchScrollsToTop(page);
    await page.goto('/');
    await page.clock.runFor(1000);
    expect(await delays()).toEqual([]);
  });
});
