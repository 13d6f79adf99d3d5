import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RunningApp } from '#desktop/testing/electron-app.ts';
import { giveImage } from '../desk.ts';
import { pictureFile, SMALL } from '../pictures.ts';
import { textField, titleField } from '../writing.ts';
import { createSite, expect, test } from './app.ts';

const RENDERER = fileURLToPath(new URL('../../dist/desktop/renderer', import.meta.url));
const WORDS = 'Texte alternatif : que montre cette image ?';

test('a first article with an image becomes a commit in the chosen folder, the next one signed otherwise', async ({
  desktop,
}) => {
  const folder = desktop.folder('Mes articles');
  mkdirSync(folder);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
  const first = await desktop.start();
  await createSite(first, folder);

  const { page } = first;
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill('Écrire sans réseau');
  await titleField(page).blur();
  await textField(page).click();
  await page.keyboard.type('Un paragraphe écrit dans le train.');
  await giveImage(page, 'paste', await pictureFile('quai.jpg', 0, SMALL));
  await page.getByLabel(WORDS).fill('Le quai');
  await page.keyboard.press('Enter');
  const image = textField(page).getByAltText('Le quai');
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).not.toBe(0);
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
  expect(git('log', '--format=%an %s').split('\n')).toEqual([
    'Claire Dubois Créer «\u00a0Écrire sans réseau\u00a0»',
    expect.stringMatching(/^Claire Dubois Ajouter l’image «\u00a0quai/),
    'Claire Dubois Créer le site, sans article',
  ]);
  await expect.poll(() => git('status', '--porcelain')).toBe('');

  await test.step('« Cet ordinateur » signs the next version', () => signOtherwise(first));
  expect(git('log', '-2', '--format=%an <%ae>').split('\n')).toEqual([
    'Léa Martin <lea@exemple.fr>',
    expect.stringMatching(/^Claire Dubois </),
  ]);

  const second = await desktop.start();
  await test.step('both are there, and the list needs little', () => expectList(second));
  expect(await second.tell('spelling')).toEqual({ languages: [], isEnabled: false });
  await openMachine(second.page);
  await expect(second.page.getByRole('textbox', { name: 'Votre nom' })).toHaveValue('Léa Martin');
  await expect(second.page.getByRole('checkbox')).not.toBeChecked();
});

async function openMachine(page: Page): Promise<void> {
  await page.goto(page.url().replace(/\/admin.*$/, '/admin/reglages/cet-ordinateur'));
  await expect(page.getByRole('heading', { name: 'Votre signature' })).toBeVisible();
}

async function signOtherwise({ page, tell }: RunningApp): Promise<void> {
  await openMachine(page);
  const name = page.getByRole('textbox', { name: 'Votre nom' });
  const sign = page.getByRole('button', { name: 'Enregistrer la signature' });
  await expect(name).toHaveValue('Claire Dubois');
  await name.fill(' ');
  await sign.click();
  await expect(page.getByRole('alert')).toHaveText('Il manque votre nom.');
  await name.fill('Léa Martin');
  await page.getByRole('tab', { name: 'Site' }).click();
  await page.getByRole('tab', { name: 'Cet ordinateur' }).click();
  await expect(name).toHaveValue('Léa Martin');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Articles' }).first().click();
  await expect(name).toHaveValue('Léa Martin');
  await page.getByRole('textbox', { name: 'Votre adresse e-mail' }).fill('pas une adresse');
  await sign.click();
  await expect(page.getByRole('alert')).toHaveText('Cette adresse e-mail n’est pas valable.');
  const address = page.getByRole('textbox', { name: 'Votre adresse e-mail' });
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription('Cette adresse e-mail n’est pas valable.');
  await address.fill('lea@exemple.fr');
  await sign.click();
  await expect(page.getByRole('status').filter({ hasText: 'Le nom est enregistré.' })).toBeVisible();

  const spelling = page.getByRole('checkbox', { name: 'Souligner les fautes d’orthographe' });
  await expect(spelling).toBeChecked();
  await expect(spelling).toHaveAccessibleDescription(/téléchargé une fois chez Google/);
  await spelling.uncheck();
  await expect.poll(() => tell('spelling')).toEqual({ languages: ['fr-FR'], isEnabled: false });

  await page.getByRole('link', { name: 'Articles' }).first().click();
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill('Signé autrement');
  await textField(page).click();
  await page.keyboard.type('Une phrase.');
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
}

async function expectList({ page, effects }: RunningApp): Promise<void> {
  for (const title of ['Écrire sans réseau', 'Signé autrement'])
    await expect(page.getByText(title)).toBeVisible();
  expect(effects().filter(({ kind }) => kind === 'blocked-request')).toEqual([]);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const scripts = loaded.filter((path) => path.endsWith('.js'));
  expect(scripts).not.toEqual([]);
  // The list needs no editor, and nothing that renders an article.
  const bytes = scripts.reduce((sum, path) => sum + statSync(join(RENDERER, path)).size, 0);
  expect(bytes).toBeLessThan(700_000);
}
