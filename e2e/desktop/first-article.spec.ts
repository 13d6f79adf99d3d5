import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveImage } from '../desk.ts';
import { pictureFile } from '../pictures.ts';
import { textField, titleField } from '../writing.ts';
import { createSite, expect, test } from './app.ts';

const RENDERER = fileURLToPath(new URL('../../dist/desktop/renderer', import.meta.url));
const WORDS = 'Texte alternatif : que montre cette image ?';

test('a first article with an image becomes a commit in the chosen folder', async ({ desktop }) => {
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
  await giveImage(page, 'paste', await pictureFile('quai.jpg'));
  await page.getByLabel(WORDS).fill('Le quai');
  await page.keyboard.press('Enter');
  const image = textField(page).getByAltText('Le quai');
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).not.toBe(0);
  await page.getByRole('button', { name: 'Créer' }).click();
  await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
  expect(git('log', '--format=%an %s').split('\n')).toEqual([
    'Claire Dubois Créer «\u00a0Écrire sans réseau\u00a0»',
    expect.stringMatching(/^Claire Dubois Ajouter l’image «\u00a0quai/),
    'Claire Dubois Créer le site, sans article',
  ]);
  await expect.poll(() => git('status', '--porcelain')).toBe('');

  const second = await desktop.start();
  await expect(second.page.getByText('Écrire sans réseau')).toBeVisible();
  expect(second.effects().filter(({ kind }) => kind === 'blocked-request')).toEqual([]);
  const loaded = await second.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const scripts = loaded.filter((path) => path.endsWith('.js'));
  expect(scripts).not.toEqual([]);
  // The list needs no editor, and nothing that renders an article.
  const bytes = scripts.reduce((sum, path) => sum + statSync(join(RENDERER, path)).size, 0);
  expect(bytes).toBeLessThan(700_000);
});
