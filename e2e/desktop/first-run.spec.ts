import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '#content/testing/temporary-repository.ts';
import type { RunningApp } from '#desktop/testing/electron-app.ts';
import { titleField } from '../writing.ts';
import { expect, prepareSite, signAs, startNewSite, test } from './app.ts';

const CHOOSE = 'Ouvrir ou créer un dossier sur cet ordinateur';
const ANOTHER = 'Choisir un autre dossier';
const BACK = 'Revenir au choix';

test('an unusable folder is left untouched, a content repository opened as it is, and one that has gone is told', async ({
  desktop,
}) => {
  const [full, foreign, empty] = ['Photos', 'Projet', 'Vide'].map(desktop.folder);
  if (full === undefined || foreign === undefined || empty === undefined) throw new Error('three folders');
  for (const folder of [full, foreign, empty]) mkdirSync(folder);
  writeFileSync(join(full, 'photo.txt'), 'à moi');
  git(['init', '-q'], { cwd: foreign });
  writeFileSync(join(foreign, 'code.js'), '');
  const app = await desktop.start();
  const { page, tell } = app;
  await page.getByRole('button', { name: CHOOSE }).click();
  // Nothing was chosen, and that has been heard.
  await expect(page.getByRole('button', { name: CHOOSE })).toBeEnabled();

  for (const [folder, sentence] of [
    [full, 'Ce dossier contient déjà autre chose'],
    [foreign, 'Ce dossier est un dépôt git, mais pas de votre site'],
    [desktop.folder('Absent'), 'Encrier ne peut pas écrire dans ce dossier'],
  ] as const) {
    await tell('choose-next', folder);
    await page.getByRole('button', { name: folder === full ? CHOOSE : ANOTHER }).click();
    await expect(page.getByRole('heading', { name: sentence })).toBeVisible();
  }
  expect([readdirSync(full), readdirSync(foreign)]).toEqual([['photo.txt'], ['.git', 'code.js']]);

  await test.step('from a folder there is a way back to the other ways', async () => {
    await page.getByRole('button', { name: BACK }).click();
    await tell('choose-next', empty);
    await page.getByRole('button', { name: CHOOSE }).click();
    await page.getByRole('button', { name: BACK }).click();
    await expect(page.getByRole('button', { name: 'Copier depuis mon site Encrier' })).toBeVisible();
  });

  await tell('choose-next', empty);
  await page.getByRole('button', { name: CHOOSE }).click();
  await page.getByRole('button', { name: 'Créer le site' }).click();
  await expect(page.getByRole('alert')).toHaveText('Il manque votre nom.');
  const name = page.getByLabel('Votre nom');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/Il manque votre nom\.$/);
  await signAs(page);
  await page.getByRole('button', { name: 'Créer le site' }).click();
  await expect(page.getByRole('button', { name: 'Nouveau' })).toBeVisible();

  await test.step('the same folder again, as what it is now', () => openAgain(app, empty));
  await app.quit();
  renameSync(empty, desktop.folder('Ailleurs'));
  const again = await desktop.start();
  await expect(again.page.getByRole('alert')).toContainText('n’est plus là');
});

async function openAgain({ page, tell }: RunningApp, folder: string): Promise<void> {
  const before = git(['rev-parse', 'HEAD'], { cwd: folder });
  await tell('click-menu', ['Fichier', 'Changer de dossier…']);
  await tell('choose-next', folder);
  await page.getByRole('button', { name: CHOOSE }).click();
  await expect(page.getByRole('heading', { name: 'Vos articles sont dans ce dossier' })).toBeVisible();
  await expect(page.getByLabel('Votre nom')).toHaveValue('Claire Dubois');
  await page.getByRole('button', { name: 'Ouvrir ce dossier' }).click();
  await expect(page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
  expect(git(['rev-parse', 'HEAD'], { cwd: folder })).toBe(before);
}

test('who stays for what is not saved keeps the folder', async ({ desktop }) => {
  const { app, page } = await startNewSite(desktop);
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill('Pas encore enregistré');
  const asked = page.waitForEvent('dialog');
  await app.tell('click-menu', ['Fichier', 'Changer de dossier…']);
  await (await asked).dismiss();
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await expect(page.getByRole('link', { name: 'Pas encore enregistré' })).toBeVisible();
});

test('an author whom damaged settings forgot is asked again, e-mail address included, and finds the articles', async ({
  desktop,
}) => {
  const { folder, settings } = await prepareSite(desktop);
  writeFileSync(settings, JSON.stringify({ folder, author: { name: 7 } }));
  const app = await desktop.start();
  await expect(app.page.getByText('Le nom que portent vos versions n’est plus connu')).toBeVisible();
  await app.tell('choose-next', folder);
  await app.page.getByRole('button', { name: CHOOSE }).click();
  await app.page.getByLabel('Votre nom').fill('Claire Dubois');
  const open = app.page.getByRole('button', { name: 'Ouvrir ce dossier' });
  await open.click();
  await expect(app.page.getByRole('alert')).toContainText('Il manque votre adresse e-mail');
  await app.page.getByLabel('Votre adresse e-mail').fill('claire@exemple.fr');
  await open.click();
  await expect(app.page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
});

test('a deep link opens its article, at the start and while the app runs', async ({ desktop }) => {
  const folder = desktop.folder('Articles');
  mkdirSync(folder);
  const app = await desktop.start();
  const { page } = app;
  await app.tell('choose-next', folder);
  await page.getByRole('button', { name: CHOOSE }).click();
  await signAs(page);
  await page.getByLabel('Commencer avec quatre articles d’exemple').check();
  await page.getByRole('button', { name: 'Créer le site' }).click();
  await expect(page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
  const text = git(['grep', '-h', '^id:', 'HEAD', '--', 'posts'], { cwd: folder });
  const id = /[0-9a-f-]{36}/.exec(text)?.[0] ?? '';
  await app.tell('second-instance', ['encrier', `encrier://post/${id}`]);
  await expect(page.getByLabel('Titre', { exact: true })).not.toHaveValue('');
  expect(page.url()).toMatch(new RegExp(`/admin/articles/${id}$`));
  await app.tell('second-instance', ['encrier', 'encrier://post/../../etc', 'https://exemple.fr']);
  expect(page.url()).toMatch(new RegExp(`/admin/articles/${id}$`));

  const again = await desktop.start(`encrier://post/${id}`);
  await expect(again.page.getByLabel('Titre', { exact: true })).not.toHaveValue('');
});
