import { readContent } from './content.ts';
import { expect, test } from './fixtures.ts';

test('the home page has its hero, its promises, a share strip and the three latest posts', async ({
  page,
}) => {
  await page.goto('/');
  await test.step('a hero: badge, headline, contact, the quarter as full, a portrait', async () => {
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
    await test.step(`three cards under « ${title} »`, async () => {
      const section = page.getByRole('region', { name: title });
      await expect(section.getByRole('heading', { level: 2, name: title })).toBeVisible();
      await expect(section.getByRole('listitem')).toHaveCount(3);
      await expect(section.getByRole('heading', { level: 3 })).toHaveCount(3);
    });
  }
  await test.step('a share strip', async () => {
    const share = page.getByRole('main').getByRole('group', { name: 'Partager' });
    await expect(share.getByRole('link')).toHaveCount(3);
  });
  await test.step('the three latest posts, the one about Ironman « À la une »', async () => {
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
  await test.step('the way to all of them', async () => {
    await page.goBack();
    await page.getByRole('link', { name: 'Tous les articles' }).click();
    await expect(page).toHaveURL('/blog');
  });
});

test('a fourth card stands under the first, at the edge of the page', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  const [before, after] = readContent(site.repository, 'site.yml').split('  outcomes:\n');
  const card = '      - title: Une quatrième\n        icon: key\n        text: Une carte de plus.\n';
  await site.commit({ write: { 'site.yml': `${before}${card}  outcomes:\n${after}` } });
  await page.goto(site.origin);
  const texts = page.getByRole('region', { name: 'Mon approche' }).getByRole('listitem').getByRole('heading');
  await expect(texts).toHaveCount(4);
  const lefts = await texts.evaluateAll((all) => all.map((text) => text.getBoundingClientRect().left));
  expect(lefts[3]).toBe(lefts[0]);
});
