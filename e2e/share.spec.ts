import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';

const NETWORKS = [
  ['Partager sur X', 'https://x.com/intent/post?'],
  ['Partager sur Facebook', 'https://www.facebook.com/sharer/sharer.php?'],
  ['Partager sur LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/?'],
] as const;

test.describe('the share control', () => {
  test('opens each network in a popup of 600x400, copies the address, and says so when it cannot', async ({
    page,
    context,
    site,
    outside,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(ARTICLE);
    for (const [index, [network, start]] of NETWORKS.entries()) {
      await test.step(`${network}, at the first click`, async () => {
        const opened = page.waitForEvent('popup');
        await page.getByRole('link', { name: network }).click();
        const popup = await opened;
        expect(popup.url()).toContain(start);
        expect(outside.slice(index)).toEqual([popup.url()]);
        expect([...new URL(popup.url()).searchParams.values()]).toContain(`${site.origin}${ARTICLE}`);
        await expect
          .poll(() => popup.evaluate(() => [innerWidth, innerHeight, opener === null]))
          .toEqual([600, 400, true]);
        await popup.close();
      });
    }
    const copy = page.getByRole('button', { name: 'Copier le lien' });
    await test.step('the address copied', async () => {
      await copy.click();
      await expect(page.getByRole('status')).toHaveText('Lien copié');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}${ARTICLE}`);
    });
    await test.step('an address that cannot be copied', async () => {
      await page.evaluate(() => {
        Object.defineProperty(navigator.clipboard, 'writeText', {
          value: () => Promise.reject(new Error('refused')),
        });
      });
      await copy.click();
      await expect(page.getByRole('status')).toHaveText(/n’a pas pu être copié/);
    });
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
