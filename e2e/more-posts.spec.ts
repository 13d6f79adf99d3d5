import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startOffice } from './office.ts';
import { manyPosts } from './posts.ts';
import type { Site } from './site-process.ts';

/** With the starter's own four, three pages of twelve, the last one with two posts. */
const WRITTEN = 22;

// One after the other, on one site.
test.describe.configure({ mode: 'default' });

let many: Site;
test.beforeAll(async () => {
  many = await startOffice('full');
  await many.commit({ write: manyPosts(WRITTEN) });
});
test.afterAll(() => many.stop());

const articles = (page: Page) => page.getByRole('main').getByRole('article');
const more = (page: Page) => page.getByRole('link', { name: "Charger plus d'articles" });

test.describe("« Charger plus d'articles »", () => {
  test('adds the next posts under the others until none is left', async ({ page }) => {
    await page.goto(`${many.origin}/blog`);
    await expect(articles(page)).toHaveCount(12);
    await more(page).click();
    await expect(articles(page)).toHaveCount(24);
    await expect(page.getByRole('status')).toHaveText('12 articles ajoutés');
    const first = articles(page)
      .nth(12)
      .getByRole('link', { name: /^Lire l'article/ });
    await expect(first).toBeFocused();
    await more(page).click();
    await expect(articles(page)).toHaveCount(26);
    await expect(more(page)).toHaveCount(0);
    const titles = await articles(page).getByRole('heading').allTextContents();
    expect(new Set(titles).size).toBe(26);
    await expect(page).toHaveURL(`${many.origin}/blog`);
  });

  test('leaves no cell empty before it, whatever the width', async ({ page }) => {
    for (const width of [900, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${many.origin}/blog`);
      for (const count of [12, 24]) {
        await expect(articles(page)).toHaveCount(count);
        expect(await emptyAtTheEnds(page), `${width} pixels wide`).toEqual([]);
        await more(page).click();
      }
    }
  });

  test('shows three skeletons while it waits', async ({ page }) => {
    const held: Route[] = [];
    await page.route('**/api/posts?**', (route) => {
      held.push(route);
    });
    await page.goto(`${many.origin}/blog`);
    await more(page).click();
    await expect(page.locator('.skeleton')).toHaveCount(3);
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await Promise.all(held.map((route) => route.continue()));
    await expect(articles(page)).toHaveCount(24);
    await expect(page.locator('.skeleton')).toHaveCount(0);
  });

  test.describe('when the list cannot be had', () => {
    test.use({ expectedErrors: [/Failed to load resource.*500/] });

    test('says so, and tries again when asked', async ({ page }) => {
      await page.route('**/api/posts?**', (route) => route.fulfill({ status: 500, body: '{}' }), {
        times: 1,
      });
      await page.goto(`${many.origin}/blog`);
      await more(page).click();
      await expect(page.getByText('Erreur lors du chargement des articles')).toBeVisible();
      await expect(articles(page)).toHaveCount(12);
      await page.getByRole('link', { name: 'Réessayer' }).click();
      await expect(articles(page)).toHaveCount(24);
      await expect(page.getByText('Erreur lors du chargement des articles')).toHaveCount(0);
    });
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('leads to the next page, and back', async ({ page }) => {
      await page.goto(`${many.origin}/blog`);
      await more(page).click();
      await expect(page).toHaveURL(`${many.origin}/blog?page=2`);
      await expect(articles(page)).toHaveCount(12);
      await expect(page.getByText('Page 2 / 3')).toBeVisible();
      await more(page).click();
      await expect(articles(page)).toHaveCount(2);
      await expect(more(page)).toHaveCount(0);
      await page.getByRole('link', { name: 'Articles plus récents' }).click();
      await expect(page).toHaveURL(`${many.origin}/blog?page=2`);
    });
  });
});

/** For each row of cards that does not reach the right edge of the list: how many pixels it leaves. */
function emptyAtTheEnds(page: Page): Promise<readonly number[]> {
  return page.locator('.post-grid').evaluate((grid) => {
    const edge = grid.getBoundingClientRect().right;
    const ends = new Map<number, number>();
    for (const item of grid.querySelectorAll('li:has(> .post-card)')) {
      const { top, right } = item.getBoundingClientRect();
      const row = Math.round(top);
      ends.set(row, Math.max(right, ends.get(row) ?? 0));
    }
    if (ends.size < 4) throw new Error(`only ${ends.size} rows`);
    return [...ends.values()].map((end) => Math.round(edge - end)).filter((left) => left > 1);
  });
}
