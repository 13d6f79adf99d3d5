import { expect, test } from './fixtures.ts';

for (const [path, title, section] of [
  ['/mentions-legales', 'Mentions légales', 'Hébergeur'],
  ['/confidentialite', 'Politique de confidentialité', 'Vos droits'],
] as const) {
  test(`${path} shows the owner's text under its title`, async ({ page, site }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(`${title} | Delvaure Conseil`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.origin}${path}`);
  });
}
