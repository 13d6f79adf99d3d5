import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';

/** Presses Tab until the element has the focus, as a reader without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test.describe('with the keyboard alone', () => {
  test('the first stop skips the header', async ({ page }) => {
    await page.goto(ARTICLE);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Aller au contenu' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Retour au blog' })).toBeFocused();
  });

  test('every stop of the home page can be seen', async ({ page }) => {
    await page.goto('/');
    const stops = await page.locator('a:visible, button:visible').count();
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(
        () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
      );
      expect(outline, `stop ${stop}`).toBe('solid');
    }
  });

  test('the share control opens its popup and copies', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(ARTICLE);
    await tabTo(page, page.getByRole('link', { name: 'Partager sur LinkedIn' }));
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    await (await opened).close();
    await tabTo(page, page.getByRole('button', { name: 'Copier le lien' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText('Lien copié');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 375, height: 812 } });

    test('the menu opens, leads on, and closes', async ({ page }) => {
      await page.goto('/');
      await tabTo(page, page.getByRole('button', { name: 'Ouvrir le menu' }));
      await page.keyboard.press('Enter');
      const blog = page.getByRole('link', { name: 'Blog', exact: true });
      await expect(blog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(blog).toBeHidden();
      await expect(page.getByRole('button', { name: 'Ouvrir le menu' })).toBeFocused();
      await page.keyboard.press('Enter');
      await tabTo(page, blog);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/blog');
    });

    test('an article that was opened stays open when the header is skipped', async ({ page }) => {
      await page.goto(ARTICLE);
      await page.getByRole('link', { name: "Lire l'article complet" }).click();
      const short = page.getByRole('link', { name: 'Version courte' });
      await expect(short).toBeVisible();
      await page.getByRole('link', { name: 'Aller au contenu' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await expect(short).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Retour au blog' })).toBeFocused();
    });

    test('the summary unfolds and folds', async ({ page }) => {
      await page.goto(ARTICLE);
      await tabTo(page, page.getByRole('link', { name: "Lire l'article complet" }));
      await page.keyboard.press('Enter');
      const short = page.getByRole('link', { name: 'Version courte' });
      await expect(short).toBeVisible();
      // The reading goes on from the text that was asked for.
      await page.keyboard.press('Tab');
      await expect(short).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Points clés' })).toBeVisible();
    });
  });
});
