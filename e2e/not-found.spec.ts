import { expect, test } from './fixtures.ts';
import { NOT_FOUND_LINE } from './pages.ts';

test.use({ expectedErrors: [NOT_FOUND_LINE] });

test('an unknown address says « Page Not Found » with status 404', async ({ page }) => {
  const response = await page.goto('/nulle/part');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
  await expect(page.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/');
});

test('an unknown article says so with status 404 and leads back to the blog', async ({ page }) => {
  const response = await page.goto('/blog/inconnu');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article non trouvé');
  await expect(page.getByText("L'article que vous recherchez n'existe pas.")).toBeVisible();
  await page.getByRole('link', { name: 'Retour au blog' }).click();
  await expect(page).toHaveURL('/blog');
});
