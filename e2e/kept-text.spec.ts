import type { Page } from '@playwright/test';
import { openAdmin, SESSION_LINES } from './administrator.ts';
import { expect, test } from './fixtures.ts';
import { createPost, openForm, textField, titleField } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

const unsaved = (page: Page) => page.getByRole('region', { name: '1 texte non enregistré :' });
const FOUND = /Un texte non enregistré du .* a été retrouvé/;

test('a text that was not saved is offered again after a reload, once', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site);
  const { id } = await createPost(page.request, site.origin, { title: 'Un', slug: 'un', content: 'Texte.' });
  await openForm(page, site.origin, id);
  await titleField(page).fill('Un titre à garder');
  await textField(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Et sa suite.');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();

  await expect(page.getByText(FOUND)).toBeVisible();
  await expect(titleField(page)).toHaveValue('Un');
  await page.getByRole('button', { name: 'Comparer' }).click();
  await expect(page.getByRole('dialog').getByText('Et sa suite.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Reprendre' }).click();
  await expect(titleField(page)).toHaveValue('Un titre à garder');
  await expect(textField(page)).toContainText('Texte. Et sa suite.');
  await expect(page.getByText(FOUND)).toBeHidden();

  await page.keyboard.press('Control+s');
  await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
  await page.reload();
  await expect(titleField(page)).toHaveValue('Un titre à garder');
  await textField(page).click();
  await expect(page.getByText(FOUND)).toBeHidden();
});

test('a new article survives the crash of its tab, and can be given up', async ({
  page,
  context,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site);
  await page.goto(`${site.origin}/admin/articles/nouveau`);
  await titleField(page).fill('Avant la panne');
  // Kept within a second (DESIGN.md, Writing): no event of leaving comes before a crash.
  await expect.poll(() => page.evaluate(countKept)).toBe(1);
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto(`${site.origin}/admin/articles/nouveau`);
  await expect(next.getByText(FOUND)).toBeVisible();
  await next.goto(`${site.origin}/admin`);
  await expect(unsaved(next)).toContainText('« Avant la panne »');
  await next.getByRole('button', { name: 'Voir « Avant la panne »' }).click();
  await next.getByRole('dialog').getByRole('button', { name: 'Abandonner' }).click();
  await expect(unsaved(next)).toHaveCount(0);
  await expect.poll(() => next.evaluate(countKept)).toBe(0);
});

test('two tabs on one article say so, and neither takes the other’s text', async ({
  page,
  context,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site);
  const { id } = await createPost(page.request, site.origin, { title: 'Un', slug: 'un', content: '' });
  await openForm(page, site.origin, id);
  await titleField(page).fill('Dans le premier onglet');
  await expect.poll(() => page.evaluate(countKept)).toBe(1);
  const other = await context.newPage();
  await openForm(other, site.origin, id);
  const notice = 'Cet article est aussi ouvert dans un autre onglet';
  await expect(other.getByText(notice)).toBeVisible();
  await expect(page.getByText(notice)).toBeVisible();
  await expect(other.getByText(FOUND)).toBeHidden();

  // It is unsaved, but not left behind: its form is open.
  await other.goto(`${site.origin}/admin`);
  await expect(other.getByRole('link', { name: 'Un', exact: true })).toBeVisible();
  await expect(unsaved(other)).toHaveCount(0);
  await page.close({ runBeforeUnload: false });
  await other.reload();
  await expect(unsaved(other)).toContainText('« Dans le premier onglet »');
});

/** Texts kept in this browser. */
function countKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('encrier', 1);
    opening.onerror = () => reject(new Error('IndexedDB cannot be opened.'));
    opening.onsuccess = () => {
      const counting = opening.result.transaction('drafts').objectStore('drafts').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
}
