import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startLoopbackGitHub } from '#content/testing/loopback-github.ts';
import { axeFindings } from '../axe.ts';
import { createSite, expect, test } from './app.ts';

const TOKEN = 'ghp_jeton';

/** Legacy mode: the check opens no page of its own. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}

test('the ways to begin, their refusals and « Cet ordinateur » are accessible', async ({ desktop }) => {
  const there = await startLoopbackGitHub({ token: TOKEN });
  process.env['ENCRIER_GITHUB_API'] = there.api;
  const folder = desktop.folder('Articles');
  mkdirSync(folder);
  const app = await desktop.start();
  const { page } = app;
  await expect(page.getByRole('button', { name: 'Copier depuis mon site Encrier' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copier depuis mon site Encrier' }).click();
  await page.getByLabel('Adresse de votre site').fill('http://exemple.fr');
  await page.getByLabel('Nom d’utilisateur').fill('claire');
  await page.getByLabel('Mot de passe d’application').fill('x');
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await expect(page.getByRole('alert')).toContainText('Choisissez le dossier');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revenir au choix' }).click();
  await page.getByRole('button', { name: 'Copier depuis GitHub' }).click();
  await page.getByLabel('Jeton GitHub').fill(TOKEN);
  await page.getByRole('button', { name: 'Voir mes dépôts' }).click();
  await expect(page.getByLabel('Nom du nouveau dépôt')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revenir au choix' }).click();
  await createSite(app, folder);
  await page.goto(page.url().replace(/\/admin.*$/, '/admin/reglages/cet-ordinateur'));
  await page.getByRole('textbox', { name: 'Votre nom' }).fill('Claire D.');
  await page.getByRole('button', { name: 'Enregistrer la signature' }).click();
  await expect(page.getByText('Le nom est enregistré.')).toBeVisible();
  await expect(page.getByText('Vos articles ne sont que sur cet ordinateur.')).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer l’accès' }).click();
  await expect(page.getByLabel('Adresse', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Adresse', { exact: true })).toHaveAccessibleDescription(
    'Il manque l’adresse.',
  );
  await test.step('what the header says stays in sight below the title bar', async () => {
    const titleBar = await page.locator('.title-bar').boundingBox();
    await page.evaluate(() => window.scrollTo(0, 400));
    const header = await page.getByRole('banner').boundingBox();
    expect(header?.y).toBe(titleBar?.height);
  });
  await expectAccessible(page);
  delete process.env['ENCRIER_GITHUB_API'];
  await there.stop();
});
