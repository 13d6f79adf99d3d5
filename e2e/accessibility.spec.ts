import type { Page } from '@playwright/test';
import { axeFindings, PHONE, WIDE } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { ARTICLE, NOT_FOUND_LINE, PAGES } from './pages.ts';
import { EVERY_BLOCK, postFile } from './posts.ts';

test.use({ expectedErrors: [NOT_FOUND_LINE] });

/** What axe finds: the rule and the elements. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(flattenBackgrounds);
  return axeFindings(page);
}

/**
 * Axe does not judge the contrast of a text over a gradient. Ours run between the surfaces of tokens.css, so each is
 * replaced by the lightest of them, and the page's own by its colour.
 */
function flattenBackgrounds(): void {
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (getComputedStyle(element).backgroundImage !== 'none') element.style.background = 'var(--raised)';
  }
  document.body.style.background = 'var(--night)';
}

test.describe('axe', () => {
  test.use({ viewport: PHONE, reducedMotion: 'reduce' });

  for (const [name, path] of PAGES) {
    test(`finds nothing on the ${name}, and a thumb finds every control`, async ({ page }) => {
      await page.goto(path);
      expect(await smallControls(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
      expect(await findings(page), 'on a phone').toEqual([]);
      await page.setViewportSize(WIDE);
      expect(await findings(page), 'on a wide screen').toEqual([]);
    });
  }

  test('finds nothing on every kind of block', async ({ page, startOwnSite }) => {
    const site = await startOwnSite('empty');
    await site.commit({
      write: { 'posts/2026/blocs.md': postFile({ title: 'Blocs', body: EVERY_BLOCK }) },
    });
    for (const path of ['/blog/blocs#lecture_complete', '/blog']) {
      await page.setViewportSize(PHONE);
      await page.goto(site.origin + path);
      expect(await findings(page), `${path} on a phone`).toEqual([]);
      await page.setViewportSize(WIDE);
      expect(await findings(page), `${path} on a wide screen`).toEqual([]);
    }
  });

  test('finds nothing in the open menu of a phone nor in the whole article', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    expect(await findings(page)).toEqual([]);
    await page.goto(`${ARTICLE}#lecture_complete`);
    expect(await findings(page)).toEqual([]);
  });
});

/** What is less than 44 px high to a finger. */
function smallControls(page: Page): Promise<readonly unknown[]> {
  return page.locator('a:visible, button:visible, summary:visible').evaluateAll((all) =>
    all
      // Links inside a sentence have the height of its lines (WCAG 2.5.8).
      .filter((element) => element.closest('.prose, .skip') === null)
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const whole = getComputedStyle(element, '::after').position === 'absolute';
        return { text: element.textContent.trim(), width, height, whole };
      })
      .filter(({ height, whole }) => height < 44 && !whole),
  );
}

test('nothing moves for those who asked for less motion', async ({ browser, site }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: site.origin });
  const page = await context.newPage();
  for (const path of ['/', '/blog', ARTICLE]) {
    await page.goto(path);
    const moving = await page.locator('body *').evaluateAll(
      (all) =>
        all.filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return (
            animationName !== 'none' || transitionDuration.split(', ').some((duration) => duration !== '0s')
          );
        }).length,
    );
    expect(moving, path).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  }
  await context.close();
});
