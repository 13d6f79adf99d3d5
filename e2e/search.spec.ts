import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const RESULTS = '.search-result';

function box(page: Page) {
  return page.getByRole('searchbox', { name: 'Rechercher dans les articles' });
}

test.describe('the search', () => {
  test.describe('without script, on a phone', () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } });

    test('is in the header, finds what is asked in other words, and opens the section', async ({ page }) => {
      await page.goto('/mentions-legales');
      await page.getByRole('banner').getByRole('link', { name: 'Rechercher' }).click();
      await box(page).fill('cotisation subsidiaires maladies');
      await box(page).press('Enter');
      await expect(page).toHaveURL('/recherche?q=cotisation+subsidiaires+maladies');
      await expect(
        page.getByText(/^1\sarticle pour «\scotisation subsidiaires maladies\s»[.,]/),
      ).toBeVisible();
      const result = page.locator(RESULTS).first();
      await expect(result.locator('mark').filter({ hasText: 'subsidiaire' }).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
      await result.getByRole('heading').getByRole('link').click();
      await expect(page).toHaveURL(/\/blog\/salaire-ou-dividendes[^#]*#[a-z0-9-]+$/);
      const anchor = new URL(page.url()).hash;
      await expect(page.locator(anchor)).toBeInViewport();
    });

    test('says what was probably meant', async ({ page }) => {
      await page.goto('/recherche?q=tresorrerie');
      await page.getByRole('link', { name: 'trésorerie', exact: true }).click();
      await expect(box(page)).toHaveValue('trésorerie');
      await expect(page.getByText('Vouliez-vous dire')).toBeHidden();
    });
  });

  test('answers while the reader types, and is used by keyboard alone', async ({ page }) => {
    await page.goto('/recherche');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type('discipl');
    const first = page.locator(RESULTS).first().getByRole('heading').getByRole('link');
    await expect(first).toHaveText("Ce que cinq Ironman m'ont appris sur la discipline en affaires");
    await expect(page.getByRole('status')).toHaveText(/^\d+\sarticles? pour «\sdiscipl\s»\.$/);
    await expect(page).toHaveURL('/recherche?q=discipl');
    await page.keyboard.press('ArrowDown');
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/blog\/ironman-mindset-discipline-business/);
    await page.goBack();
    await expect(page.locator(RESULTS).first()).toBeVisible();
  });

  test.describe('that is not answered', () => {
    test.use({ expectedErrors: [/ERR_FAILED|status of 503/] });

    test('is asked again, by itself while it is prepared', async ({ page }) => {
      await page.goto('/recherche');
      let fate: 'lost' | 'preparing' | 'answered' = 'lost';
      await page.route('**/api/search?*', async (route) => {
        if (fate === 'lost') await route.abort();
        else if (fate === 'preparing') await route.fulfill({ status: 503 });
        else await route.continue();
      });
      await box(page).fill('trésorerie');
      await expect(page.getByRole('alert')).toContainText('vérifiez votre connexion');
      fate = 'preparing';
      await box(page).fill('trésorerie ');
      await expect(page.getByRole('alert')).toContainText('La recherche se prépare');
      fate = 'answered';
      await expect(page.getByRole('status').getByText(/pour «\strésorerie\s»/)).toBeAttached();
      await expect(page.getByRole('alert')).toBeHidden();
    });

    test('is not asked beside a newer question that is on its way', async ({ page }) => {
      await page.clock.install();
      await page.goto('/recherche');
      const asked: string[] = [];
      const releases: (() => void)[] = [];
      await page.route('**/api/search?*', async (route) => {
        asked.push(new URL(route.request().url()).searchParams.get('q') ?? '');
        await new Promise<void>((resolve) => releases.push(resolve));
        if (asked.length === 1) await route.fulfill({ status: 503 });
        else await route.continue();
      });
      await box(page).fill('prix');
      await expect.poll(() => releases.length).toBe(1);
      await box(page).fill('dividendes');
      releases[0]?.();
      await expect.poll(() => releases.length).toBe(2);
      await page.clock.runFor(5000);
      await box(page).fill('trésorerie');
      releases[1]?.();
      await expect.poll(() => asked.length).toBe(3);
      releases[2]?.();
      await expect(page.getByRole('status').getByText(/pour «\strésorerie\s»/)).toBeAttached();
      expect(asked).toEqual(['prix', 'dividendes', 'trésorerie']);
    });
  });

  test('shows nothing of the question of the page once the field is empty', async ({ page }) => {
    await page.goto('/recherche?q=ironman');
    await expect(page.locator(RESULTS).first()).toBeVisible();
    await box(page).fill('');
    await expect(page).toHaveURL('/recherche');
    await expect(page.locator(RESULTS).first()).toBeHidden();
    await box(page).fill('ironman');
    await expect(page.locator(RESULTS).first()).toBeVisible();
  });

  test('never shows an old answer in the place of a newer one', async ({ page }) => {
    await page.goto('/recherche?q=ironman');
    const asked: string[] = [];
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/search?*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('q') ?? '');
      if (asked.length === 1) await isReleased;
      await route.continue();
    });
    await box(page).focus();
    await box(page).fill('prix');
    await expect.poll(() => asked).toEqual(['prix']);
    await box(page).fill('dividendes');
    await box(page).fill('trésorerie');
    release();
    await expect(page.getByRole('status').getByText(/pour «\strésorerie\s»/)).toBeAttached();
    await expect(page).toHaveURL('/recherche?q=tr%C3%A9sorerie');
    expect(asked).toEqual(['prix', 'trésorerie']);
  });
});
