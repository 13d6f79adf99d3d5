import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare global {
  interface Window {
    /** What the script of axe leaves in a page. */
    readonly axe?: typeof axeCore;
  }
}

/** Without the comments that `axeCore.source` has: a page reads half as much. */
const SCRIPT = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds on a page: each rule with an element. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // Giving the script to a page costs three times what running it does: each document takes it once.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(SCRIPT);
  return page.evaluate(async () => {
    // Frames of ours run no script, axe's neither.
    const found = await window.axe?.run({ resultTypes: ['violations'], iframes: false });
    if (found === undefined) throw new Error('The page lost the script of axe.');
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** What axe finds on a page of the site for readers, whose backgrounds are gradients. */
export async function readerFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(flattenBackgrounds);
  return axeFindings(page);
}

/**
 * Axe does not judge the contrast of a text over a gradient. Ours run between the surfaces of tokens.css, so each is
 * replaced by the lightest of them, and the page's own by its colour.
 */
function flattenBackgrounds(): void {
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (getComputedStyle(element).backgroundImage !== 'none') element.style.background = 'var(--raised)';
  }
  document.body.style.background = 'var(--night)';
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
