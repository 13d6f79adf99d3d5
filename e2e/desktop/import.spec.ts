import { writeFileSync } from 'node:fs';
import { exportFile } from '../export-file.ts';
import { expect, prepareSite, test } from './app.ts';

const NEXT_EXCHANGE = 'Le site en tiendra compte dès la prochaine synchronisation.';

test('an export is read where it is, imported, and waits to be published', async ({ desktop }) => {
  await prepareSite(desktop);
  const { name, buffer } = exportFile();
  const path = desktop.folder(name);
  writeFileSync(path, buffer);
  const { page, tell } = await desktop.start();
  await page.getByRole('link', { name: 'Réglages' }).click();
  await page.getByRole('tab', { name: 'Importer' }).click();

  await tell('choose-next', path);
  await page.getByRole('button', { name: 'Choisir les fichiers' }).click();
  await expect(page.getByText('Notes pour un livre')).toBeVisible();
  await page.getByRole('button', { name: 'Importer', exact: true }).click();
  await expect(page.getByText('Vos lecteurs n’en voient encore rien')).toBeVisible();

  await page.getByRole('button', { name: 'Voir les articles' }).click();
  await expect(page.getByRole('link', { name: /^Vendre moins, mieux/ })).toBeVisible();
  await page.getByRole('link', { name: 'Réglages' }).click();
  await page.getByRole('tab', { name: 'Importer' }).click();
  await page.getByRole('button', { name: 'Ouvrir « L’ancien blog »' }).click();
  await page.getByRole('button', { name: /^Publier les/ }).click();
  await expect(page.getByText('Les textes importés sont publiés')).toBeVisible();

  // What does not wait for « Publier » says so.
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Annuler cet import' }).click();
  await expect(dialog).toContainText(NEXT_EXCHANGE);
  await page.getByRole('button', { name: 'Garder l’import' }).click();
  await page.getByRole('button', { name: 'Voir les articles' }).click();
  await page
    .getByRole('row', { name: /Vendre moins, mieux/ })
    .getByRole('button', { name: /^Fusionner/ })
    .click();
  await expect(dialog).toContainText(NEXT_EXCHANGE);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Images' }).click();
  await page
    .getByRole('button', { name: /^Renommer/ })
    .first()
    .click();
  await expect(dialog).toContainText(NEXT_EXCHANGE);
});
