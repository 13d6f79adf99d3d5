import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';
import { EVERY_BLOCK, postFile } from './posts.ts';

test.describe('an article', () => {
  test('shows its head: way back, category, tags, title, excerpt, author, date, read time, cover', async ({
    page,
  }) => {
    await page.goto(ARTICLE);
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

  for (const width of [768, 1280, 1920]) {
    test(`keeps its cover within 600 px of height at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(ARTICLE);
      const box = await page.getByRole('img', { name: /^Un profil de montagne/ }).boundingBox();
      expect(box?.height).toBeLessThanOrEqual(600);
      expect(box?.height).toBeGreaterThan(300);
    });
  }

  test('ends on its author, who is one click away in a new tab', async ({ page, outside }) => {
    await page.goto(ARTICLE);
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

  test('takes the title as the text of a cover that has none, and goes without a cover', async ({
    page,
    startOwnSite,
  }) => {
    const site = await startOwnSite('full');
    const cover = 'coverImage: /images/2026/couverture-ironman-d0ff04939eff.jpg';
    await site.commit({
      write: {
        'posts/2026/avec.md': postFile({ title: 'Avec couverture', fields: [cover] }),
        'posts/2026/sans.md': postFile({ title: 'Sans couverture' }),
      },
    });
    await page.goto(`${site.origin}/blog/avec`);
    await expect(page.getByRole('article').getByRole('img', { name: 'Avec couverture' })).toBeVisible();
    await page.goto(`${site.origin}/blog/sans`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sans couverture');
    await expect(page.getByRole('article').getByRole('img')).toHaveCount(0);
  });

  test('sets every kind of block', async ({ page, startOwnSite }) => {
    const site = await startOwnSite('empty');
    await site.commit({ write: { 'posts/2026/blocs.md': postFile({ title: 'Blocs', body: EVERY_BLOCK }) } });
    await page.goto(`${site.origin}/blog/blocs`);
    const cell = page.getByRole('cell', { name: '12 400 €' });
    await expect(cell).toHaveCSS('text-align', 'right');
    await expect(page.getByRole('checkbox', { name: 'Fait', exact: true })).toBeChecked();
    await expect(page.getByText('Il tient en une ligne.')).toBeHidden();
    await page.getByText('Le détail du calcul').click();
    await expect(page.getByText('Il tient en une ligne.')).toBeVisible();
    await page.getByRole('link', { name: 'Note 1', exact: true }).click();
    const note = page.getByRole('note', { name: 'Note 1' });
    await expect(note).toHaveText('Le texte de la note.');
    await page.keyboard.press('Escape');
    await expect(note).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Note 1', exact: true })).toBeFocused();
    await expect(page.getByRole('link', { name: 'lien' })).toHaveAttribute('rel', /noopener/);
  });
});
