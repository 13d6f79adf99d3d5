import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { git } from '#content/testing/temporary-repository.ts';
import { textField, titleField } from '../writing.ts';
import { expect, prepareSite, startNewSite, test } from './app.ts';

async function openMachine(page: Page): Promise<void> {
  await page.goto(page.url().replace(/\/admin.*$/, '/admin/reglages/cet-ordinateur'));
  await expect(page.getByRole('heading', { name: 'Votre signature' })).toBeVisible();
}

test('« Cet ordinateur » signs the next version, and says what spelling costs', async ({ desktop }) => {
  const { folder, app, page } = await startNewSite(desktop);
  await openMachine(page);
  const name = page.getByRole('textbox', { name: 'Votre nom' });
  const sign = page.getByRole('button', { name: 'Enregistrer la signature' });
  await expect(name).toHaveValue('Claire Dubois');
  await name.fill(' ');
  await sign.click();
  await expect(page.getByRole('alert')).toHaveText('Il manque votre nom.');
  await name.fill('Léa Martin');
  await page.getByRole('textbox', { name: 'Votre adresse e-mail' }).fill('pas une adresse');
  await sign.click();
  await expect(page.getByRole('alert')).toHaveText('Cette adresse e-mail n’est pas valable.');
  await page.getByRole('textbox', { name: 'Votre adresse e-mail' }).fill('lea@exemple.fr');
  await sign.click();
  await expect(page.getByRole('status').filter({ hasText: 'Le nom est enregistré.' })).toBeVisible();

  const spelling = page.getByRole('checkbox', { name: 'Souligner les fautes d’orthographe' });
  await expect(spelling).toBeChecked();
  await expect(spelling).toHaveAccessibleDescription(/téléchargé une fois chez Google/);
  await spelling.uncheck();
  await expect.poll(() => app.tell('spelling')).toEqual({ languages: ['fr-FR'], isEnabled: false });

  await page.getByRole('link', { name: 'Articles' }).first().click();
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill('Signé autrement');
  await textField(page).click();
  await page.keyboard.type('Une phrase.');
  await page.getByRole('button', { name: 'Créer' }).click();
  await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
  expect(git(['log', '-2', '--format=%an <%ae>'], { cwd: folder }).split('\n')).toEqual([
    'Léa Martin <lea@exemple.fr>',
    expect.stringMatching(/^Claire Dubois </),
  ]);

  const second = await desktop.start();
  expect(await second.tell('spelling')).toEqual({ languages: [], isEnabled: false });
  await openMachine(second.page);
  await expect(second.page.getByRole('textbox', { name: 'Votre nom' })).toHaveValue('Léa Martin');
  await expect(second.page.getByRole('checkbox')).not.toBeChecked();
});

test('an author whom damaged settings forgot is asked again, and finds the articles', async ({ desktop }) => {
  const { folder, settings } = await prepareSite(desktop);
  writeFileSync(settings, JSON.stringify({ folder, author: { name: 7 } }));
  const app = await desktop.start();
  await expect(app.page.getByText('Le nom que portent vos versions n’est plus connu')).toBeVisible();
  await app.tell('choose-next', folder);
  await app.page.getByRole('button', { name: 'Ouvrir ou créer un dossier sur cet ordinateur' }).click();
  await app.page.getByLabel('Votre nom').fill('Claire Dubois');
  await app.page.getByLabel('Votre adresse e-mail').fill('claire@exemple.fr');
  await app.page
    .getByRole('button', { name: /^Ouvrir/ })
    .last()
    .click();
  await expect(app.page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
});
