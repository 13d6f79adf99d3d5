import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '#content/testing/temporary-repository.ts';
import { ADMINISTRATOR } from '../administrator.ts';
import { type Office, startOffice } from '../office.ts';
import { expect, test } from './app.ts';
import { copyFromSite, makeApplicationPassword } from './copying.ts';

let site: Office;
test.beforeEach(async () => {
  process.env['ENCRIER_TEST_KEYRING'] = 'basic_text';
  site = await startOffice('full');
});
test.afterEach(async () => {
  delete process.env['ENCRIER_TEST_KEYRING'];
  await site.stop();
});

test('without a keyring the password is held until the app quits, and asked for again', async ({
  desktop,
}) => {
  const password = await makeApplicationPassword(site);
  const folder = desktop.folder('Articles');
  mkdirSync(folder);
  const app = await desktop.start();
  await app.page.getByRole('button', { name: 'Copier depuis mon site Encrier' }).click();
  await copyFromSite(app, { address: site.origin, password, folder });
  await expect(app.page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
  const settings = (page: typeof app.page) =>
    page.goto(page.url().replace(/\/admin.*$/, '/admin/reglages/cet-ordinateur'));
  await settings(app.page);
  await expect(app.page.getByText(/gardé jusqu’à ce que vous quittiez/)).toBeVisible();
  expect(existsSync(join(desktop.folder('settings'), 'credentials.json'))).toBe(false);

  // What the exchange met leads to where it is put right; only what is not known is asked for.
  const { page } = await desktop.start();
  await page.getByTitle('Dépôt distant').click();
  await page.getByRole('link', { name: 'Donner un autre mot de passe' }).click();
  await expect(page.getByLabel('Mot de passe ou jeton')).toBeInViewport();
  await expect(page.getByText(/Le mot de passe manque/)).toBeVisible();
  await expect(page.getByLabel('Adresse', { exact: true })).toHaveValue(`${site.origin}/content.git`);
  await expect(page.getByLabel('Nom d’utilisateur')).toHaveValue(ADMINISTRATOR.username);
  await page.getByRole('button', { name: 'Enregistrer l’accès' }).click();
  await expect(page.getByRole('alert')).toHaveText('Il manque le mot de passe.');
  await page.getByLabel('Mot de passe ou jeton').fill('faux');
  await page.getByRole('button', { name: 'Enregistrer l’accès' }).click();
  await expect(page.getByRole('alert')).toContainText('ne vont pas ensemble');
  await page.getByLabel('Mot de passe ou jeton').fill(password);
  await page.getByRole('button', { name: 'Enregistrer l’accès' }).click();
  await expect(page.getByText(/gardé jusqu’à ce que vous quittiez/)).toBeVisible();

  await page.getByRole('button', { name: 'Ne plus suivre ce dépôt' }).click();
  await page.getByRole('button', { name: 'Ne plus suivre', exact: true }).click();
  await expect(page.getByText(/ne suit plus ce dépôt/)).toBeVisible();
  expect(git(['remote', 'get-url', 'origin'], { cwd: folder })).toBe(`${site.origin}/content.git`);
});
