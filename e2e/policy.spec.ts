import { expect, test } from './fixtures.ts';
import { ARTICLE, NOT_FOUND_LINE, PAGES } from './pages.ts';

test.use({ expectedErrors: [NOT_FOUND_LINE] });

test.describe('every page', () => {
  for (const [name, path] of PAGES) {
    test(`asks nobody but the site: the ${name}`, async ({ page, outside, site }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).origin));
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(new Set(asked)).toEqual(new Set([site.origin]));
      expect(outside).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);
    });

    test(`has nothing inline that its policy would have to allow: the ${name}`, async ({ page }) => {
      const response = await page.request.get(path);
      const policy = response.headers()['content-security-policy'] ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      const html = await response.text();
      expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+="|javascript:/i);
      const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].map(([tag]) => tag);
      expect(inline.filter((tag) => !tag.includes('application/ld+json'))).toEqual([]);
    });
  }

  test('breaks its policy nowhere, its islands awake', async ({ page }) => {
    await page.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener('securitypolicyviolation', (event) =>
        violations.push(event.violatedDirective),
      );
    });
    await page.goto(ARTICLE);
    await page.getByRole('link', { name: 'Partager sur X' }).hover();
    await expect(page.locator('[data-island] [role=group]')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(
      await page.evaluate(() => (window as unknown as { violations: readonly string[] }).violations),
    ).toEqual([]);
  });
});
