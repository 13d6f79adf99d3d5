import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';

test.use({ reducedMotion: 'no-preference' });

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
  test('force the list and an article to their top at 0, 50 and 100 ms, and no other place', async ({
    page,
  }) => {
    const delays = await watchScrollsToTop(page);
    await test.step('not the home page', async () => {
      await page.goto('/');
      await page.clock.runFor(1000);
      expect(await delays()).toEqual([]);
    });
    await test.step('not a page whose address names a place', async () => {
      await page.goto(`${ARTICLE}#le-travail-facile-est-le-plus-difficile-a-defendre`);
      await page.clock.runFor(1000);
      expect(await delays()).toEqual([]);
      await expect(page.getByRole('heading', { name: /^Le travail facile/ })).toBeInViewport();
    });
    for (const address of ['/blog', ARTICLE]) {
      await test.step(address, async () => {
        await page.goto(address);
        await page.clock.runFor(1000);
        await expect.poll(delays).toEqual([0, 50, 100]);
      });
    }
  });

  test('put an article back at its top when it is loaded again', async ({ page }) => {
    await page.goto(ARTICLE);
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await page.reload();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test('leave a reader alone who follows a link of the page, or presses something, before the last step', async ({
    page,
  }) => {
    const delays = await watchScrollsToTop(page);
    await page.clock.pauseAt(new Date('2030-01-01T08:00:00Z'));
    const passTenMs = async () => page.clock.runFor(10).then(delays);
    await test.step('a link', async () => {
      await page.goto(ARTICLE);
      await expect.poll(passTenMs).toEqual([0, 50]);
      await page.evaluate(() => {
        location.hash = '#le-travail-facile-est-le-plus-difficile-a-defendre';
      });
      await page.clock.runFor(1000);
      expect(await delays()).toEqual([0, 50]);
      await expect(page.getByRole('heading', { name: /^Le travail facile/ })).toBeInViewport();
    });
    await test.step('a key', async () => {
      await page.goto('/blog');
      await expect.poll(passTenMs).toEqual([0, 50]);
      await page.keyboard.press('End');
      await page.clock.runFor(1000);
      expect(await delays()).toEqual([0, 50]);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    });
  });

  test('leave a reader alone who scrolled before the script was there', async ({ page }) => {
    // Without the clock of the others, which hides from the page how it was come to: what is planned is noted, not what is done.
    await page.addInitScript(() => {
      const planned: number[] = [];
      const nativeSetTimeout = window.setTimeout.bind(window);
      Object.assign(window, {
        planned,
        setTimeout: (run: () => void, delay: number) => {
          if (delay <= 100) planned.push(delay);
          return nativeSetTimeout(run, delay);
        },
      });
    });
    const twoFramesLater = () =>
      page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return (window as unknown as { planned: readonly number[] }).planned;
      });
    await page.goto('/blog');
    expect(await twoFramesLater()).toEqual([0, 50, 100]);
    const held: Route[] = [];
    await page.route('**/assets/entries/*.js', (route) => void held.push(route));
    await page.goto('/blog', { waitUntil: 'commit' });
    await expect.poll(() => held.length).toBe(1);
    await page.evaluate(() => {
      scrollTo({ top: 900, behavior: 'instant' });
    });
    await Promise.all(held.map((route) => route.continue()));
    await expect(page.locator('html')).toHaveClass(/has-script/);
    expect(await twoFramesLater()).toEqual([]);
    expect(await page.evaluate(() => scrollY)).toBe(900);
  });
});
