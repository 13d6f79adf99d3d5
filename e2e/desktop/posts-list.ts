import type { Locator, Page } from '@playwright/test';
import type { Wire } from './wire.ts';

/** The line of an article in the list of a desktop. */
export const row = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title });
/** How far it has come to its readers. */
export const stages = (page: Page, title: string): Locator => row(page, title).locator('.post-state');
/** What waits to be published, or is on its way. */
export const bar = (page: Page): Locator => page.locator('.publish-bar');

/** The network is back, as the window is told. */
export async function goOnline(page: Page, wire: Wire): Promise<void> {
  wire.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}
