import { expect, test } from './fixtures.ts';

test.describe('the home page', () => {
  test('opens on the hero: badge, headline, contact, the quarter as full, a portrait', async ({ page }) => {
    await page.goto('/');
    const hero = page.getByRole('region').filter({ has: page.getByRole('heading', { level: 1 }) });
    await expect(hero.getByText("25 ans d'expérience")).toBeInViewport();
    await expect(hero.getByRole('heading', { level: 1 })).toHaveText(
      'Des chiffres clairs, des décisions qui tiennent.',
    );
    await expect(hero.getByText('T4 2026')).toBeInViewport();
    await expect(hero.getByText('Complet')).toBeInViewport();
    await expect(hero.getByRole('img', { name: /Portrait/ })).toBeInViewport();
    const contact = hero.getByRole('link', { name: 'Écrire sur Telegram' });
    await expect(contact).toBeInViewport();
    await expect(contact).toHaveAttribute('target', '_blank');
    await expect(contact).toHaveAttribute('href', 'https://t.me/delvaure_conseil_exemple');
  });

  for (const title of ['Pour qui et quels enjeux ?', 'Mon approche', 'Ce que mes clients obtiennent']) {
    test(`has three cards under « ${title} »`, async ({ page }) => {
      await page.goto('/');
      const section = page.getByRole('region', { name: title });
      await expect(section.getByRole('heading', { level: 2, name: title })).toBeVisible();
      await expect(section.getByRole('listitem')).toHaveCount(3);
      await expect(section.getByRole('heading', { level: 3 })).toHaveCount(3);
    });
  }

  test('shows the three latest posts, the one about Ironman « À la une »', async ({ page }) => {
    await page.goto('/');
    const latest = page.getByRole('region', { name: 'Derniers articles' });
    const cards = latest.getByRole('article');
    await expect(cards).toHaveCount(3);
    const links = latest.getByRole('link', { name: /^Lire l'article/ });
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual([
      '/blog/tresorerie-previsionnel-13-semaines',
      '/blog/ironman-mindset-discipline-business',
      '/blog/salaire-ou-dividendes-arbitrer-sa-remuneration',
    ]);
    await expect(cards.filter({ hasText: 'À la une' })).toHaveCount(1);
    await expect(cards.nth(1)).toContainText('À la une');
    await cards
      .nth(1)
      .getByRole('link', { name: /^Lire l'article/ })
      .click();
    await expect(page).toHaveURL('/blog/ironman-mindset-discipline-business');
  });

  test('leads to all the articles', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Tous les articles' }).click();
    await expect(page).toHaveURL('/blog');
  });

  test('has a share strip between its promises and its articles', async ({ page }) => {
    await page.goto('/');
    const share = page.getByRole('main').getByRole('group', { name: 'Partager' });
    await expect(share.getByRole('link')).toHaveCount(3);
  });

  test('says that there is no article yet when there is none', async ({ page, startOwnSite }) => {
    const site = await startOwnSite('empty');
    await page.goto(site.origin);
    await expect(page.getByRole('region', { name: 'Derniers articles' })).toContainText(
      'Aucun article pour le moment',
    );
  });
});
