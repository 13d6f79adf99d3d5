import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';

test.describe('the share control', () => {
  for (const [name, network, start] of [
    ['X', 'Partager sur X', 'https://x.com/intent/post?'],
    ['Facebook', 'Partager sur Facebook', 'https://www.facebook.com/sharer/sharer.php?'],
    ['LinkedIn', 'Partager sur LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/?'],
  ] as const) {
    test(`opens ${name} in a popup of 600x400, at the first click`, async ({ page, site, outside }) => {
      await page.goto(ARTICLE);
      const opened = page.waitForEvent('popup');
      await page.getByRole('link', { name: network }).click();
      const popup = await opened;
      expect(popup.url()).toContain(start);
      expect(outside).toEqual([popup.url()]);
      expect([...new URL(popup.url()).searchParams.values()]).toContain(`${site.origin}${ARTICLE}`);
      await expect
        .poll(() => popup.evaluate(() => [innerWidth, innerHeight, opener === null]))
        .toEqual([600, 400, true]);
    });
  }

  test('copies the address of the page and says so', async ({ page, context, site }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(ARTICLE);
    await page.getByRole('button', { name: 'Copier le lien' }).click();
    await expect(page.getByRole('status')).toHaveText('Lien copié');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}${ARTICLE}`);
  });

  test('says so when the address cannot be copied', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', {
        value: () => Promise.reject(new Error('refused')),
      });
    });
    await page.goto(ARTICLE);
    await page.getByRole('button', { name: 'Copier le lien' }).click();
    await expect(page.getByRole('status')).toHaveText(/n’a pas pu être copié/);
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('is made of links', async ({ page }) => {
      await page.goto(ARTICLE);
      const share = page.getByRole('group', { name: 'Partager' });
      await expect(share.getByRole('link')).toHaveCount(3);
      await expect(share.getByRole('button')).toHaveCount(0);
    });
  });
});
