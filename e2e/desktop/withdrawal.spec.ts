import type { Page } from '@playwright/test';
import { textField, titleField } from '../writing.ts';
import { expect, startNewSite, test } from './app.ts';
import { bar, row, stages } from './posts-list.ts';

test('in a folder without a remote, a withdrawal waits wherever it is told, and « Publier » checks a draft first', async ({
  desktop,
}) => {
  const { page } = await startNewSite(desktop, 'full');
  await test.step('one line tells the withdrawal, until it is published', () => withdraw(page));
  await test.step('« Publier » of the list checks a draft as its form does', () => publishDraft(page));
  await test.step('the form, which only saves, says so of its check', () => saveReady(page));
});

async function withdraw(page: Page): Promise<void> {
  const title = 'Fixer ses prix';
  await expect(stages(page, title)).toHaveText('Prêt');
  await row(page, title).getByRole('button', { name: 'Dépublier' }).click();
  await expect(stages(page, title)).toHaveText('PrêtRetrait en attente');
  await expect(page.getByRole('option', { name: 'Retrait en attente (1)' })).toBeAttached();
  await expect(bar(page)).toHaveText('1 article à retirer du site');
  // Said as it changes, by its name.
  const said = page.getByRole('status').getByRole('button', { name: '1 article à retirer du site' });
  await expect(said).toBeVisible();

  await page.setViewportSize({ width: 375, height: 800 });
  await expect.poll(async () => (await bar(page).boundingBox())?.height).toBeLessThan(50);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.setViewportSize({ width: 1280, height: 860 });

  await bar(page).click();
  await expect(page.getByRole('dialog', { name: 'Publier' })).toContainText('Retrait d’un article en ligne');
  await page.getByRole('button', { name: 'Retirer cet article du site' }).click();
  await expect(stages(page, title)).toHaveText('Brouillon');
  await expect(bar(page)).toHaveCount(0);
}

async function publishDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill('Sans extrait');
  await textField(page).click();
  await page.keyboard.type('Quelques mots.');
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await expect(stages(page, 'Sans extrait')).toHaveText('Brouillon');

  await row(page, 'Sans extrait').getByRole('button', { name: 'Publier' }).click();
  const check = page.getByRole('dialog', { name: 'Vérification avant publication' });
  await expect(check).toContainText('L’extrait manque');
  await check.getByRole('button', { name: 'Publier quand même' }).click();
  await expect(stages(page, 'Sans extrait')).toHaveText('Prêt');
  await expect(bar(page)).toHaveCount(0);
}

async function saveReady(page: Page): Promise<void> {
  await row(page, 'Sans extrait').getByRole('button', { name: 'Dupliquer' }).click();
  await row(page, 'Sans extrait (copie)').getByRole('link').first().click();
  await page.getByLabel("Publier l'article").check();
  await page.getByRole('button', { name: 'Enregistrer : modifier l’article' }).click();
  await page.getByRole('button', { name: 'Enregistrer quand même' }).click();
  await expect(stages(page, 'Sans extrait (copie)')).toHaveText('Prêt');
  await expect(bar(page)).toHaveText('1 article à publier');
}
