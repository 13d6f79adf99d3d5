import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { NOT_FOUND_LINE, PAGES } from './pages.ts';

test.use({ expectedErrors: [NOT_FOUND_LINE] });

test.describe('without script', () => {
  for (const [name, path] of PAGES) {
    test(`the ${name} says all that it says with script`, async ({ page, browser, site }) => {
      await page.goto(path);
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
      const plain = await context.newPage();
      await plain.goto(path);
      expect(await words(plain)).toBe(await words(page));
      await context.close();
    });
  }
});

function words(page: Page): Promise<string> {
  return page.locator('body').innerText();
}
