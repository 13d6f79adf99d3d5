import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { titleField } from '../writing.ts';
import { expect, startNewSite, test } from './app.ts';
import { journals } from './journals.ts';

const unsaved = (page: Page) => page.getByRole('region', { name: /non enregistrés? :$/ });
const journalFiles = (texts: string) =>
  readdirSync(texts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(texts, name));

test('a journal that cannot be written is told while typing, one that cannot be read is shown as it is', async ({
  desktop,
}) => {
  const { page } = await startNewSite(desktop);
  const texts = join(desktop.folder('settings'), 'texts');
  rmSync(texts, { recursive: true, force: true });
  writeFileSync(texts, 'a file where the folder is to be');
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill('Le disque refuse');
  await expect(page.getByText(/Ce que vous tapez n’est plus gardé sur cet ordinateur/)).toBeVisible();
  await expect(titleField(page)).toHaveValue('Le disque refuse');
  rmSync(texts);
  await expect(page.getByText(/Ce que vous tapez n’est plus gardé/)).toBeHidden();
  expect(await journals(desktop.folder('settings'))).toContain('Le disque refuse');

  for (const file of journalFiles(texts)) writeFileSync(file, readFileSync(file).fill('?', 0, 8));
  const second = (await desktop.crash()).page;
  await expect(unsaved(second)).toContainText('Texte sans titre');
  await unsaved(second).getByRole('button', { name: 'Voir Texte sans titre, texte illisible' }).click();
  const seen = second.getByRole('dialog', { name: 'Texte sans titre' });
  await expect(seen.getByLabel('Ce qui est gardé')).toHaveValue(/Le disque refuse/);
  await expect(seen.getByRole('button', { name: 'Copier' })).toBeVisible();
  second.once('dialog', (dialog) => void dialog.accept());
  await seen.getByRole('button', { name: 'Abandonner' }).click();
  await expect(unsaved(second)).toHaveCount(0);
  expect(journalFiles(texts)).toEqual([]);
});
