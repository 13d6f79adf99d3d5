import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { KeptRecord } from '#site/admin/kept-texts/kept-record.ts';
import { SESSION_LINES } from './administrator.ts';
import { expect, test } from './desk.ts';
import { openAdmin } from './office.ts';
import { openForm, textField, titleField } from './writing.ts';

// Besides, Chromium's own line about a worker that a test takes away.
test.use({ expectedErrors: [new RegExp(`${SESSION_LINES.source}|ERR_FAILED.*text-worker`)] });

const unsaved = (page: Page) => page.getByRole('region', { name: '1 texte non enregistré :' });
const FOUND = /Un texte non enregistré du .* a été retrouvé/;

test.describe('on the other side of the world', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('a text that was not saved is offered again after a reload, once, with its time in Paris', async ({
    page,
    desk,
  }) => {
    await page.clock.install({ time: '2026-01-31T23:30:00Z' });
    await desk.open({ title: 'Un', content: 'Texte.' });
    await titleField(page).fill('Un titre à garder');
    await textField(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Et sa suite.');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();

    await expect(page.getByText(FOUND)).toContainText('du 1er février 2026 à 00:30 a été retrouvé');
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
});

test('a text found again waits for the one that is being saved, and joins it', async ({ page, desk }) => {
  const id = await desk.write('Premier.\n\nDernier.');
  await page.keyboard.type(' Retrouvé.');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const resume = page.getByRole('button', { name: 'Reprendre', exact: true });
  await expect(resume).toBeVisible();
  await textField(page).focus();
  await page.keyboard.type('Nouveau. ');
  await page.route(`**/api/admin/posts/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await resume.dispatchEvent('click');
    await route.fallback();
  });
  await desk.saved(id);
  await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  await page.unrouteAll();
  await resume.click();
  expect(await desk.saved(id)).toBe('Nouveau. Premier.\n\nDernier. Retrouvé.');
});

test('a text is kept, and what is typed next of it, with a worker and without one', async ({
  page,
  desk,
}) => {
  // Longer than what a worker is given at once.
  const content = 'Long.\n\n'.repeat(80_000);
  for (const hasWorker of [true, false]) {
    if (!hasWorker) await page.route(/text-worker/, (route) => route.abort());
    await desk.open({ title: 'Un', content });
    for (const title of ['Gardé', 'Gardé encore']) {
      await titleField(page).fill(title);
      const kept = () => page.evaluate(keptTexts);
      await expect.poll(async () => (await kept()).map(({ values }) => values.title)).toContain(title);
    }
    await textField(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Fin.');
    await expect
      .poll(async () => (await page.evaluate(keptTexts)).map(({ values }) => values.content))
      .toContain(`${content}Fin.`);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
  }
});

test('two tabs on one article say so, and neither takes the other’s text', async ({
  page,
  context,
  desk,
}) => {
  const { site } = desk;
  const id = await desk.open({ title: 'Un', content: '' });
  await titleField(page).fill('Dans le premier onglet');
  await expect.poll(() => page.evaluate(keptTexts)).toHaveLength(1);
  const other = await context.newPage();
  await openForm(other, site.origin, id);
  const notice = 'Cet article est aussi ouvert dans un autre onglet';
  await expect(other.getByText(notice)).toBeVisible();
  await expect(page.getByText(notice)).toBeVisible();
  await expect(other.getByText(FOUND)).toBeHidden();

  // It is unsaved, but not left behind: its form is open.
  await other.goto(`${site.origin}/admin`);
  await expect(other.getByRole('table', { name: 'Articles' }).getByRole('link').first()).toBeVisible();
  await expect(unsaved(other)).toHaveCount(0);
  await page.close({ runBeforeUnload: false });
  await other.reload();
  await expect(unsaved(other)).toContainText('« Dans le premier onglet »');
});

test('a new article survives the crash of its tab; what cannot be read is shown as it is until it is dropped', async ({
  page: first,
  context,
  desks,
}, { testId }) => {
  const page = await test.step('it survives the crash, and can be given up', async () => {
    await openAdmin(first, desks, '/admin/articles/nouveau');
    await titleField(first).fill('Avant la panne');
    // Kept within a second (docs/design.md, Writing): no event of leaving comes before a crash.
    await expect.poll(() => first.evaluate(keptTexts)).toHaveLength(1);
    await first.close({ runBeforeUnload: false });
    const next = await context.newPage();
    await next.goto(`${desks.origin}/admin/articles/nouveau`);
    await expect(next.getByText(FOUND)).toBeVisible();
    await next.getByRole('link', { name: 'Articles', exact: true }).click();
    await expect(unsaved(next)).toContainText('« Avant la panne »');
    await next.getByRole('button', { name: 'Voir « Avant la panne »' }).click();
    const giveUp = next.getByRole('dialog').getByRole('button', { name: 'Abandonner' });
    next.once('dialog', (dialog) => void dialog.dismiss());
    await giveUp.click();
    await expect.poll(() => next.evaluate(keptTexts)).toHaveLength(1);
    next.once('dialog', (dialog) => void dialog.accept());
    await giveUp.click();
    await expect(unsaved(next)).toHaveCount(0);
    await expect.poll(() => next.evaluate(keptTexts)).toEqual([]);
    return next;
  });
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill('Un texte d’avant');
  await textField(page).click();
  await page.keyboard.type('Première ligne.');
  await expect.poll(async () => (await page.evaluate(keptTexts))[0]?.values.content).toBe('Première ligne.');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Articles', exact: true }).click();
  await expect(unsaved(page)).toBeVisible();
  // As another version of Encrier leaves it: one text with a field less, one of a form to come, one torn.
  await page.evaluate(changeKept);
  await page.reload();

  const notice = page.getByRole('region', { name: '3 textes non enregistrés :' });
  await expect(notice.getByRole('button', { name: 'Reprendre « Un texte d’avant »' })).toBeVisible();
  await notice.getByRole('button', { name: 'Voir Texte sans titre, texte illisible' }).click();
  const torn = page.getByRole('dialog', { name: 'Texte sans titre' });
  await expect(torn.getByLabel('Ce qui est gardé')).toHaveValue('{"version":1,"values":{"title":"Déch');
  await torn.getByRole('button', { name: 'Abandonner' }).click();

  const left = page.getByRole('region', { name: '2 textes non enregistrés :' });
  await left.getByRole('button', { name: 'Voir « Un texte à venir », texte illisible' }).click();
  const newer = page.getByRole('dialog', { name: '« Un texte à venir »' });
  await expect(newer).toContainText('Une version plus récente d’Encrier l’a gardé');
  await expect(newer.getByLabel('Ce qui est gardé')).toHaveValue(/content\u00a0: Première ligne\./);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    newer.getByRole('button', { name: 'Télécharger' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Première ligne.');
  await page.keyboard.press('Escape');

  // Opening a form and typing there leaves them alone.
  await left.getByRole('button', { name: 'Reprendre « Un texte d’avant »' }).click();
  await expect(titleField(page)).toHaveValue('Un texte d’avant');
  await expect(textField(page)).toContainText('Première ligne.');
  await expect(page.getByRole('region', { name: 'Texte gardé illisible' })).toContainText(
    '« Un texte à venir »',
  );
  await page.getByLabel('Slug (URL)').fill(`texte-d-avant-${testId}`);
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
  await expect(unsaved(page)).toContainText('« Un texte à venir »');
});

/** Makes of the one kept text another program's: see the test. */
function changeKept(): Promise<void> {
  const older = ({ socialTitle: _, ...others }: KeptRecord['values']) => others;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('encrier');
    opening.onerror = () => reject(new Error('IndexedDB cannot be opened.'));
    opening.onsuccess = () => {
      const table = opening.result.transaction('drafts', 'readwrite').objectStore('drafts');
      const reading = table.getAll();
      reading.onsuccess = () => {
        const [kept] = reading.result as KeptRecord[];
        if (kept === undefined) throw new Error('No text is kept.');
        const { base, values } = kept;
        table.put({ ...kept, key: 'later', version: 9, values: { ...values, title: 'Un texte à venir' } });
        table.put({
          ...kept,
          key: 'older',
          base: { ...base, values: older(base.values) },
          values: older(values),
        });
        table.delete(kept.key);
        localStorage.setItem('encrier-draft:torn', '{"version":1,"values":{"title":"Déch');
      };
      table.transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

/** Texts kept in this browser. */
function keptTexts(): Promise<readonly KeptRecord[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('encrier', 1);
    opening.onerror = () => reject(new Error('IndexedDB cannot be opened.'));
    opening.onsuccess = () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result as KeptRecord[]);
      };
    };
  });
}
