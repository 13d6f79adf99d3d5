import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on a page: each rule with an element. `exclude` is a selector of what others answer for. */
export async function axeFindings(
  page: Page,
  { exclude }: { readonly exclude?: string } = {},
): Promise<readonly string[]> {
  // In legacy mode it opens no page of its own; our frames run no script, axe's neither.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (exclude !== undefined) axe.exclude(exclude);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** The same, and by how many pixels the page is wider than the window. */
export async function layoutFindings(page: Page): Promise<readonly unknown[]> {
  const tooWide = await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
  return [await axeFindings(page), tooWide];
}
