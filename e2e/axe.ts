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

/** A computer's window and a phone's, in CSS pixels. */
export const WIDE = { width: 1280, height: 812 };
export const PHONE = { width: 375, height: 812 };

/** What axe finds in each width, and where the page is wider than the window, which is left as it was. */
export async function layoutFindings(
  page: Page,
  { find = axeFindings, widths = [WIDE.width, PHONE.width] }: Judging = {},
): Promise<readonly string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: PHONE.height });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) found.push(`${beyond} pixels wider than ${width}`);
    found.push(...(await find(page)).map((line) => `at ${width} pixels: ${line}`));
  }
  if (before !== null) await page.setViewportSize(before);
  return found;
}

interface Judging {
  readonly find?: (page: Page) => Promise<readonly string[]>;
  readonly widths?: readonly number[];
}
