import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { textField, titleField } from '../writing.ts';
import { expect, startNewSite, test } from './app.ts';
import { journals } from './journals.ts';

const found = (page: Page) => page.getByRole('region', { name: 'Texte retrouvé' });
const unsaved = (page: Page) => page.getByRole('region', { name: /non enregistrés? :$/ });
/** Some of these start the program four times over. */
const SEVERAL_STARTS_MS = 240_000;
const journalFiles = (texts: string) =>
  readdirSync(texts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(texts, name));
const openNew = (page: Page) => page.getByRole('button', { name: 'Nouveau' }).click();

test('what was typed is on disk, and offered once after the program was killed', async ({ desktop }) => {
  test.setTimeout(SEVERAL_STARTS_MS);
  const { app: first } = await startNewSite(desktop);
  await openNew(first.page);
  await titleField(first.page).fill('Jamais enregistré');
  await textField(first.page).click();
  await first.page.keyboard.type('Chaque lettre compte.');
  await expect.poll(() => journals(desktop.folder('settings'))).toContain('Chaque lettre compte.');

  // The list of articles leads to it.
  const second = (await desktop.crash()).page;
  await expect(unsaved(second).getByRole('heading', { name: '1 texte non enregistré :' })).toBeVisible();
  await unsaved(second).getByRole('button', { name: 'Voir « Jamais enregistré »' }).click();
  const seen = second.getByRole('dialog', { name: '« Jamais enregistré »' });
  await expect(seen).toContainText('Chaque lettre compte.');
  await seen.getByRole('button', { name: 'Reprendre' }).click();
  await expect(titleField(second)).toHaveValue('Jamais enregistré');
  await expect(textField(second)).toContainText('Chaque lettre compte.');
  await expect(found(second)).toHaveCount(0);

  const third = (await desktop.crash()).page;
  await openNew(third);
  await expect(found(third)).toHaveCount(1);
  await found(third).getByRole('button', { name: 'Reprendre' }).click();
  await third.getByRole('button', { name: 'Créer' }).click();
  await expect(third.getByText('Article créé', { exact: true })).toBeVisible();
  await expect.poll(() => journals(desktop.folder('settings'))).toBe('');

  const fourth = (await desktop.crash()).page;
  await expect(fourth.getByText('Jamais enregistré', { exact: true })).toBeVisible();
  await openNew(fourth);
  await expect(titleField(fourth)).toBeVisible();
  await expect(found(fourth)).toHaveCount(0);
  await fourth.getByRole('link', { name: 'Articles' }).first().click();
  await expect(fourth.getByText('Jamais enregistré', { exact: true })).toBeVisible();
  await expect(unsaved(fourth)).toHaveCount(0);
});

test('a journal that cannot be written is told while typing, and the text stays', async ({ desktop }) => {
  const { page } = await startNewSite(desktop);
  const texts = join(desktop.folder('settings'), 'texts');
  rmSync(texts, { recursive: true, force: true });
  writeFileSync(texts, 'a file where the folder is to be');
  await openNew(page);
  await titleField(page).fill('Le disque refuse');
  await expect(page.getByText(/Ce que vous tapez n’est plus gardé sur cet ordinateur/)).toBeVisible();
  await expect(titleField(page)).toHaveValue('Le disque refuse');
  rmSync(texts);
  await expect(page.getByText(/Ce que vous tapez n’est plus gardé/)).toBeHidden({ timeout: 10_000 });
  expect(await journals(desktop.folder('settings'))).toContain('Le disque refuse');
});

test('quitting at once loses nothing, and two articles keep two texts', async ({ desktop }) => {
  test.setTimeout(SEVERAL_STARTS_MS);
  const { app: first } = await startNewSite(desktop);
  await openNew(first.page);
  await titleField(first.page).fill('Premier');
  await titleField(first.page).blur();
  await first.page.getByRole('button', { name: 'Créer' }).click();
  await expect(first.page.getByText('Article créé', { exact: true })).toBeVisible();
  await first.page.getByText('Premier', { exact: true }).first().click();
  await titleField(first.page).fill('Premier, repris');
  await expect.poll(() => journals(desktop.folder('settings'))).toContain('Premier, repris');

  const second = (await desktop.crash()).page;
  await openNew(second);
  await titleField(second).fill('Second');
  await textField(second).click();
  await second.keyboard.type('Les derniers mots.');
  const { page } = await desktop.start();
  await expect(unsaved(page).getByRole('heading', { name: '2 textes non enregistrés :' })).toBeVisible();
  await expect(unsaved(page).getByRole('listitem')).toHaveText([/Second/, /Premier, repris/]);
  await unsaved(page).getByRole('button', { name: 'Reprendre « Second »' }).click();
  await expect(titleField(page)).toHaveValue('Second');
  await expect(textField(page)).toContainText('Les derniers mots.');

  const last = (await desktop.crash()).page;
  await last.getByText('Premier', { exact: true }).first().click();
  await expect(found(last)).toHaveCount(1);
  await found(last).getByRole('button', { name: 'Reprendre' }).click();
  await expect(titleField(last)).toHaveValue('Premier, repris');
});

test('a journal that cannot be read is shown as it is, and goes when the author drops it', async ({
  desktop,
}) => {
  test.setTimeout(SEVERAL_STARTS_MS);
  const { app: first } = await startNewSite(desktop);
  await openNew(first.page);
  await titleField(first.page).fill('Un texte abîmé');
  await expect.poll(() => journals(desktop.folder('settings'))).toContain('Un texte abîmé');

  const texts = join(desktop.folder('settings'), 'texts');
  for (const file of journalFiles(texts)) writeFileSync(file, readFileSync(file).fill('?', 0, 8));
  const second = (await desktop.crash()).page;
  await expect(unsaved(second)).toContainText('Texte sans titre');
  await unsaved(second).getByRole('button', { name: 'Voir Texte sans titre, texte illisible' }).click();
  const seen = second.getByRole('dialog', { name: 'Texte sans titre' });
  await expect(seen.getByLabel('Ce qui est gardé')).toHaveValue(/Un texte abîmé/);
  await expect(seen.getByRole('button', { name: 'Copier' })).toBeVisible();
  await seen.getByRole('button', { name: 'Abandonner' }).click();
  await expect(unsaved(second)).toHaveCount(0);
  expect(journalFiles(texts)).toEqual([]);
});
