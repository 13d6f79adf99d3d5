import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';

test('breaks its policy nowhere, its islands awake', async ({ page }) => {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
  });
  await page.goto(ARTICLE);
  await page.getByRole('link', { name: 'Partager sur X' }).hover();
  await expect(page.locator('[data-island] [role=group]')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(
    await page.evaluate(() => (window as unknown as { violations: readonly string[] }).violations),
  ).toEqual([]);
});
