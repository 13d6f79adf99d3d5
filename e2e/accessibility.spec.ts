import { PHONE, readerFindings, WIDE } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';
import { EVERY_BLOCK, postFile } from './posts.ts';

test.describe('axe', () => {
  test.use({ viewport: PHONE });

  test('finds nothing on every kind of block', async ({ page, startOwnSite }) => {
    const site = await startOwnSite('empty');
    await site.commit({
      write: { 'posts/2026/blocs.md': postFile({ title: 'Blocs', body: EVERY_BLOCK }) },
    });
    for (const path of ['/blog/blocs#lecture_complete', '/blog']) {
      await page.setViewportSize(PHONE);
      await page.goto(site.origin + path);
      expect(await readerFindings(page), `${path} on a phone`).toEqual([]);
      await page.setViewportSize(WIDE);
      expect(await readerFindings(page), `${path} on a wide screen`).toEqual([]);
    }
  });

  test('finds nothing in the open menu of a phone nor in the whole article', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    expect(await readerFindings(page)).toEqual([]);
    await page.goto(`${ARTICLE}#lecture_complete`);
    expect(await readerFindings(page)).toEqual([]);
  });
});

test('nothing moves for those who asked for less motion', async ({ page }) => {
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
});
