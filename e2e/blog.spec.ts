import { expect, test } from './fixtures.ts';
import { postFile } from './posts.ts';

test.describe('the blog list', () => {
  test('has its title and a card for every post', async ({ page }) => {
    await page.goto('/blog');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Réflexions & Insights');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(4);
    await expect(page.getByRole('link', { name: "Charger plus d'articles" })).toHaveCount(0);
  });

  test('shows a card whole: cover, category, read time, title, excerpt, long date, three tags at most', async ({
    page,
  }) => {
    await page.goto('/blog');
    const card = page.getByRole('article').filter({ hasText: 'À la une' });
    await expect(card.getByRole('heading', { level: 2 })).toHaveText(/^Ce que cinq Ironman/);
    await expect(card.getByText('Business')).toBeVisible();
    await expect(card.getByText('6 min')).toBeVisible();
    await expect(card.getByText(/^En endurance, le calendrier/)).toBeVisible();
    await expect(card.getByText('15 septembre 2026')).toBeVisible();
    // The post has four.
    await expect(card.getByRole('listitem')).toHaveText(['discipline', 'mindset', 'Ironman']);
    await expect(card.getByRole('link', { name: /^Lire l'article/ })).toBeVisible();
    const cover = card.locator('img');
    await cover.scrollIntoViewIfNeeded();
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 375, height: 812 } });

    test('shortens the month', async ({ page }) => {
      await page.goto('/blog');
      await expect(page.getByText('15 sept. 2026')).toBeVisible();
      await expect(page.getByText('15 septembre 2026')).toBeHidden();
    });
  });

  test('says so when there is no article', async ({ page, startOwnSite }) => {
    const site = await startOwnSite('empty');
    await page.goto(`${site.origin}/blog`);
    await expect(page.getByText('Aucun article pour le moment')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
  });

  test('is no wider for a word that is very long', async ({ page, startOwnSite }) => {
    const site = await startOwnSite('empty');
    const word = 'anticonstitutionnellement'.repeat(8);
    const fields = [`excerpt: https://exemple.fr/${word}`, `category: ${word}`, `tags: [${word}]`];
    const named = (title: string, day: string) =>
      postFile({ title, published: `2026-03-${day}T08:00:00.000Z`, fields });
    await site.commit({
      write: { 'posts/mot.md': named(word, '02'), 'posts/suite.md': named('La suite', '03') },
    });
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of ['/blog', '/blog/suite', '/blog/mot', '/recherche?q=suite']) {
        await page.goto(site.origin + path);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      }
    }
  });
});
