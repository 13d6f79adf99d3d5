import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { postFile } from './posts.ts';

/** The site.yml of a new site, each name, title and label of it one word. */
function siteNamed(word: string): string {
  const starter = readFileSync(new URL('../content/starter/site.yml', import.meta.url), 'utf8');
  return starter.replace(
    /^( *(?:- )?(?:name|role|badge|headline|title|contactLabel|mantra): ).*$/gm,
    `$1${word}`,
  );
}

test.describe('the blog list', () => {
  test('has its title and a card for every post; a card is whole, and shortens the month on a phone', async ({
    page,
  }) => {
    await page.goto('/blog');
    const card = page.getByRole('article').filter({ hasText: 'À la une' });
    await test.step('a card for every post', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Réflexions & Insights');
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(4);
      await expect(page.getByRole('link', { name: "Charger plus d'articles" })).toHaveCount(0);
    });
    await test.step('cover, category, read time, title, excerpt, long date, three tags at most', async () => {
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
    await test.step('a short month on a phone', async () => {
      await page.setViewportSize({ width: 375, height: 812 });
      await expect(page.getByText('15 sept. 2026')).toBeVisible();
      await expect(page.getByText('15 septembre 2026')).toBeHidden();
    });
  });

  test('is no wider for a word that is very long', async ({ page, startOwnSite }) => {
    const site = await startOwnSite('empty');
    const word = 'anticonstitutionnellement'.repeat(8);
    const fields = [`excerpt: https://exemple.fr/${word}`, `category: ${word}`, `tags: [${word}]`];
    const named = (title: string, day: string) =>
      postFile({ title, published: `2026-03-${day}T08:00:00.000Z`, fields });
    await site.commit({
      write: {
        'posts/mot.md': named(word, '02'),
        'posts/suite.md': named('La suite', '03'),
        'site.yml': siteNamed(word),
        'capacity.yml': `currentMonth: ${word}\nnextMonth: ${word}\ntestimonialQuote: ${word}\ntestimonialAuthor: ${word}\n`,
      },
    });
    const lists = ['/', '/blog', '/recherche?q=suite', '/recherche'];
    for (const path of [...lists, '/blog/suite', '/blog/mot', '/mentions-legales']) {
      await page.goto(site.origin + path);
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      }
    }
  });
});
