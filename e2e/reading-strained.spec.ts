import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openKnown } from './known.ts';
import { startOffice } from './office.ts';
import type { Site } from './site-process.ts';
import { strainedContent } from './strained.ts';

// One after the other, on one site.
test.describe.configure({ mode: 'default' });

let site: Site;
test.beforeAll(async () => {
  site = await startOffice('full');
  await site.commit({ write: strainedContent() });
});
test.afterAll(() => site.stop());

/** Opens a note by its call with the keyboard alone, sees that it is all on the screen, and closes it. */
async function openAndClose(page: Page, call: string): Promise<void> {
  const link = page.locator(call);
  await link.focus();
  await page.keyboard.press('Enter');
  const note = page.getByRole('note');
  await expect(note, call).toBeFocused();
  const box = await note.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box?.x, call).toBeGreaterThanOrEqual(0);
  expect(box?.y, call).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0), call).toBeLessThanOrEqual(width);
  expect((box?.y ?? 0) + (box?.height ?? 0), call).toBeLessThanOrEqual(height);
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await expect(link, call).toBeFocused();
}

test('a hard text is followed, its notes open wherever they are called from, and Tab stops where it must', async ({
  page,
}) => {
  await page.goto(`${site.origin}/blog/epreuve`);

  const current = page.getByRole('navigation', { name: 'Sommaire' }).locator('[aria-current]');
  await expect(current).toHaveCount(0);
  for (const title of ['Le même titre (suite)', 'Trois', 'Du code, du gras et un 🚀']) {
    await page.getByRole('navigation', { name: 'Sommaire' }).getByRole('link', { name: title }).click();
    await expect(current).toHaveText([title]);
  }
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(current).toHaveText(/^unmotquinesecoupepas/);

  const [wide, small] = [page.locator('.table-scroll').first(), page.locator('.table-scroll').nth(1)];
  const [long, short] = [page.locator('pre').first(), page.locator('pre').nth(1)];
  for (const block of [wide, long]) await expect(block).toHaveAttribute('tabindex', '0');
  for (const block of [small, short]) await expect(block).not.toHaveAttribute('tabindex');
  await expect(page.getByRole('region', { name: 'Tableau' })).toHaveCount(1);

  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${site.origin}/blog/epreuve#lecture_complete`);
    for (const call of ['#appel-note-1', '#appel-note-1-2', '#appel-note-2-2', '#appel-note-2-3'])
      await openAndClose(page, call);
  }

  // A text of one line has no contents, and on a phone nothing sums it up.
  await page.goto(`${site.origin}/blog/bref`);
  await expect(page.getByText('Trop court.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Sommaire' })).toHaveCount(0);
  await expect(page.getByText('Version mobile optimisée')).toHaveCount(0);
});

/** What a browser may do to those who keep something in it. */
const SPOILT = {
  refused: () =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    }),
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('No room is left.', 'QuotaExceededError');
    };
  },
  'written by others': () => {
    const reading = { version: '', at: Date.now(), before: null };
    localStorage.setItem('encrier-lus', JSON.stringify([['/blog/epreuve', reading], 7, ['/', {}]]));
  },
};

test('a browser whose storage is refused, full or spoilt reads all the same', async ({ context }) => {
  for (const [state, spoil] of Object.entries(SPOILT)) {
    const page = await context.newPage();
    await page.addInitScript(spoil);
    await openKnown(page, `${site.origin}/blog/epreuve`);
    await page.getByRole('link', { name: 'Trois' }).click();
    await expect(page.locator('[data-contents] [aria-current]'), state).toHaveText('Trois');
    await expect(page.locator('.since-last-time'), state).toHaveCount(0);
    await page.close();
  }
});
