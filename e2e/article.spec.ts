import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';

test('an article shows its head and its cover, and ends on its author, one click away in a new tab', async ({
  page,
  outside,
}) => {
  await page.goto(ARTICLE);
  await test.step('way back, category, tags, title, excerpt, author, date, read time, cover', async () => {
    const article = page.getByRole('main').getByRole('article');
    await expect(article.getByRole('link', { name: 'Retour au blog' })).toHaveAttribute('href', '/blog');
    for (const badge of ['Business', 'discipline', 'mindset', 'Ironman', 'méthode'])
      await expect(article.getByText(badge, { exact: true }).first()).toBeVisible();
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(/^Ce que cinq Ironman/);
    await expect(article.getByText(/^En endurance, le calendrier/)).toBeVisible();
    await expect(article.getByText('Antoine Delvaure')).toBeVisible();
    await expect(article.getByText('15 septembre 2026')).toBeVisible();
    await expect(article.getByText('6 min')).toBeVisible();
    await expect(article.getByRole('img', { name: /^Un profil de montagne/ })).toBeVisible();
    await expect(
      article.getByRole('heading', { level: 2, name: /La volonté est une réserve/ }),
    ).toBeVisible();
  });
  await test.step('a cover within 600 px of height, however wide the screen', async () => {
    for (const width of [768, 1920, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const box = await page.getByRole('img', { name: /^Un profil de montagne/ }).boundingBox();
      expect(box?.height, `at ${width} px`).toBeLessThanOrEqual(600);
      expect(box?.height, `at ${width} px`).toBeGreaterThan(300);
    }
  });
  await test.step('its author', async () => {
    const card = page.getByRole('complementary', { name: "À propos de l'auteur" });
    await expect(card).toContainText('Antoine Delvaure');
    const [portrait, name] = [card.locator('img'), card.getByRole('heading')];
    await expect.poll(async () => (await portrait.boundingBox())?.width).toBe(132);
    expect((await name.boundingBox())?.x).toBeGreaterThan(((await portrait.boundingBox())?.x ?? 0) + 132);
    const opened = page.waitForEvent('popup');
    await card.getByRole('link', { name: 'Me contacter sur Telegram' }).click();
    await expect(await opened).toHaveURL('https://t.me/delvaure_conseil_exemple');
    expect(outside).toEqual(['https://t.me/delvaure_conseil_exemple']);
    await expect(page).toHaveURL(ARTICLE);
  });
});
