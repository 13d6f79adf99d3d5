import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { git } from '#content/testing/temporary-repository.ts';
import type { RunningApp } from '#desktop/testing/electron-app.ts';
import { type Office, startOffice } from '../office.ts';
import { textField, titleField } from '../writing.ts';
import { expect, test } from './app.ts';
import { copyFromSite, makeApplicationPassword } from './copying.ts';
import { bar, goOnline, row, stages } from './posts-list.ts';
import { layWire, type Wire } from './wire.ts';

const TITLE = 'À propos';
const NEW_TITLE = 'Qui je suis';

let site: Office;
let wire: Wire;

test.beforeEach(async () => {
  site = await startOffice('full');
  wire = await layWire(site.origin);
});
test.afterEach(async () => {
  await wire.close();
  await site.stop();
});

/** What the site answers at a path, and where that leads. */
async function answer(path: string): Promise<string> {
  const { status, headers } = await fetch(`${site.origin}${path}`, { redirect: 'manual' });
  return [status, headers.get('location')].filter(Boolean).join(' ');
}

test('a page is written on a desktop, shown, published without a network, moved, deleted and brought back', async ({
  desktop,
}) => {
  const folder = desktop.folder('Mes articles');
  mkdirSync(folder);
  const password = await makeApplicationPassword(site);
  const app = await desktop.start();
  const { page } = app;
  await page.getByRole('button', { name: 'Copier depuis mon site Encrier' }).click();
  await copyFromSite(app, { address: wire.origin, password, folder });
  await expect(page.getByRole('button', { name: 'Nouveau' })).toBeVisible();

  await test.step('the menu begins one, and what is saved waits', () => write(app));
  await test.step('the site of the clone shows it as it is typed', () => preview(app));
  await test.step('published without a network, it goes once there is one', () => publish(page));
  await test.step('moved, its old address leads on once that is published', () => move(page, folder));
  await test.step('deleted, it is gone; the bin gives it back', () => removeAndRestore(page));
  // Nothing of all that is called an article.
  const said = git(['log', '--format=%s', 'main'], { cwd: site.repository });
  expect(said).not.toMatch(/(?<!premiers )article/);
});

async function write({ page, tell }: RunningApp): Promise<void> {
  await tell('click-menu', ['Fichier', 'Nouvelle page']);
  await expect(page.getByRole('heading', { name: 'Nouvelle page' })).toBeAttached();
  await titleField(page).fill(TITLE);
  await textField(page).click();
  await page.keyboard.type('Voici qui je suis.');
  await expect(page.getByLabel('Slug (URL)')).toHaveValue('a-propos');
  await page.getByRole('button', { name: 'Réglages de la page' }).click();
  await page.getByLabel('Dans le menu').check();
  await page.getByLabel('Publier la page').check();
  await page.getByRole('button', { name: 'Enregistrer : créer la page' }).click();
  await expect(page.getByText('Page prête à publier', { exact: true })).toBeVisible();
  await expect(stages(page, TITLE)).toHaveText('Prête');
  await expect(row(page, TITLE).getByText('Page · dans le menu')).toBeVisible();
  await expect(bar(page)).toHaveText('1 page à publier');
  expect(await answer('/a-propos')).toBe('404');
}

async function preview(app: RunningApp): Promise<void> {
  const { page } = app;
  await row(page, TITLE).getByRole('link').click();
  await expect(page.getByText('Cette page attend d’être publiée')).toBeVisible();
  await page.getByRole('button', { name: 'Voir le site', exact: true }).click();
  const shown = await app.siteWindow();
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await textField(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Et d’où je viens.');
  await expect(shown.locator('main')).toContainText('Et d’où je viens.');
  await page.getByRole('button', { name: 'Enregistrer : modifier la page' }).click();
  await expect(bar(page)).toHaveText('1 page à publier');
}

async function publish(page: Page): Promise<void> {
  wire.cut();
  await bar(page).click();
  await page.getByRole('button', { name: 'Publier cette page' }).click();
  await expect(page.getByText('1 page publiée', { exact: true })).toBeVisible();
  await expect(bar(page)).toHaveText('Hors ligne\u00a0: 1 page à envoyer');
  expect(await answer('/a-propos')).toBe('404');
  await goOnline(page, wire);
  await expect(stages(page, TITLE)).toHaveText('En ligne');
  await expect(bar(page)).toHaveCount(0);
  expect(await answer('/a-propos')).toBe('200');
  expect(await (await fetch(`${site.origin}/blog`)).text()).toContain('href="/a-propos"');
}

async function move(page: Page, folder: string): Promise<void> {
  await row(page, TITLE).getByRole('link').click();
  await titleField(page).fill(NEW_TITLE);
  await page.getByLabel('Slug (URL)').fill('qui-je-suis');
  await page.getByRole('button', { name: 'Enregistrer : modifier la page' }).click();
  // The list has what readers have.
  await expect(stages(page, TITLE)).toHaveText('En ligneModification en attente');
  await bar(page).click();
  await expect(page.getByRole('dialog', { name: 'Publier' })).toContainText(
    'Modification d’une page en ligne',
  );
  await page.getByRole('button', { name: 'Publier cette page' }).click();
  await expect.poll(() => answer('/a-propos')).toBe('301 /qui-je-suis');
  await expect(stages(page, NEW_TITLE)).toHaveText('En ligne');
  expect(git(['ls-files', 'pages'], { cwd: folder })).toBe('pages/qui-je-suis.md');

  await row(page, NEW_TITLE).getByRole('link').click();
  await page.getByRole('button', { name: 'Historique' }).click();
  await expect(page.getByRole('row').filter({ hasText: `Créer «\u00a0${TITLE}` })).toBeVisible();
  await page.getByRole('button', { name: 'Retour à la page' }).click();
  await page.getByRole('button', { name: 'Retour aux articles' }).click();
}

async function removeAndRestore(page: Page): Promise<void> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await row(page, NEW_TITLE).getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText('Page supprimée', { exact: true })).toBeVisible();
  expect(asked).toEqual([expect.stringContaining('Les lecteurs la voient\u00a0: elle sera retirée du site')]);
  await expect.poll(() => answer('/qui-je-suis')).toBe('410');
  await page.getByRole('link', { name: 'Corbeille' }).click();
  await page.getByRole('button', { name: `Restaurer «\u00a0${NEW_TITLE}` }).click();
  await expect(page.getByText('Page restaurée', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Retour aux articles' }).click();
  await expect(stages(page, NEW_TITLE)).toHaveText('Brouillon');
}
