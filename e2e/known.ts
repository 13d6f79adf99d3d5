import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Opens an article once history was read: what it says of its updates comes a moment after its commit. */
export async function openKnown(page: Page, address: string): Promise<void> {
  await expect
    .poll(async () => (await page.request.get(address)).text())
    .toMatch(/<article[^>]* data-version="/);
  await page.goto(address);
}
