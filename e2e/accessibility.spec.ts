import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
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

for (const width of [375, 1280]) {
  test.describe(`axe at ${width} px`, () => {
    test.use({ viewport: { width, height: 812 }, reducedMotion: 'reduce' });

    for (const [name, path] of PAGES) {
      test(`finds nothing on the ${name}`, async ({ page }) => {
        await page.goto(path);
        expect(await findings(page)).toEqual([]);
      });
    }

    test('finds nothing on every kind of block', async ({ page, startOwnSite }) => {
      const site = await startOwnSite('empty');
      await site.commit({
        write: { 'posts/2026/blocs.md': postFile({ title: 'Blocs', body: EVERY_BLOCK }) },
      });
      await page.goto(`${site.origin}/blog/blocs#lecture_complete`);
      expect(await findings(page)).toEqual([]);
      await page.goto(`${site.origin}/blog`);
      expect(await findings(page)).toEqual([]);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, reducedMotion: 'reduce' });

  test('axe finds nothing in the open menu nor in the whole article', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    expect(await findings(page)).toEqual([]);
    await page.goto(`${ARTICLE}#lecture_complete`);
    expect(await findings(page)).toEqual([]);
  });

  for (const [name, path] of PAGES) {
    test(`every control of the ${name} is a target of 44 px, and nothing is wider than the screen`, async ({
      page,
    }) => {
      await page.goto(path);
      const small = await page.locator('a:visible, button:visible, summary:visible').evaluateAll((all) =>
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
      expect(small).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    });
  }
});

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
