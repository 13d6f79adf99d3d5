import type { Page } from '@playwright/test';
import { textField, titleField } from '../writing.ts';
import { expect, startNewSite, test } from './app.ts';
import { journals } from './journals.ts';

const found = (page: Page) => page.getByRole('region', { name: 'Texte retrouvé' });
const unsaved = (page: Page) => page.getByRole('region', { name: /non enregistrés? :$/ });
const UNSAVED = 'Jamais enregistré';
const CHANGED = `${UNSAVED}, repris`;
const openNew = (page: Page) => page.getByRole('button', { name: 'Nouveau' }).click();

test('what was typed outlives a kill and a quit, and is offered once; two articles keep two texts', async ({
  desktop,
}) => {
  const settings = desktop.folder('settings');
  const { page } = await startNewSite(desktop);
  await test.step('a new article is typed', () => typeUnsaved(page, settings));
  // The list of articles leads to it.
  const second = (await desktop.crash()).page;
  await test.step('after a kill the list leads to it', () => resumeFromList(second));
  const third = (await desktop.crash()).page;
  await test.step('after another one its form offers it, and it is saved', () =>
    saveResumed(third, settings));
  const fourth = (await desktop.crash()).page;
  await test.step('what is saved is offered no more', () => expectNothingOffered(fourth));
  await test.step('it is changed', async () => {
    await fourth.getByText(UNSAVED, { exact: true }).first().click();
    await titleField(fourth).fill(CHANGED);
    await expect.poll(() => journals(settings)).toContain(CHANGED);
  });
  const fifth = (await desktop.crash()).page;
  await test.step('another one is typed', async () => {
    await openNew(fifth);
    await titleField(fifth).fill('Second');
    await textField(fifth).click();
    await fifth.keyboard.type('Les derniers mots.');
  });
  const sixth = (await desktop.start()).page;
  await test.step('quitting at once lost nothing', () => resumeSecond(sixth));
  const last = (await desktop.crash()).page;
  await test.step('the form of the first offers its own text', async () => {
    await last.getByText(UNSAVED, { exact: true }).first().click();
    await expect(found(last)).toHaveCount(1);
    await found(last).getByRole('button', { name: 'Reprendre' }).click();
    await expect(titleField(last)).toHaveValue(CHANGED);
  });
});

async function typeUnsaved(page: Page, settings: string): Promise<void> {
  await openNew(page);
  await titleField(page).fill(UNSAVED);
  await textField(page).click();
  await page.keyboard.type('Chaque lettre compte.');
  await expect.poll(() => journals(settings)).toContain('Chaque lettre compte.');
}

async function resumeFromList(page: Page): Promise<void> {
  await expect(unsaved(page).getByRole('heading', { name: '1 texte non enregistré :' })).toBeVisible();
  await unsaved(page)
    .getByRole('button', { name: `Voir « ${UNSAVED} »` })
    .click();
  const seen = page.getByRole('dialog', { name: `« ${UNSAVED} »` });
  await expect(seen).toContainText('Chaque lettre compte.');
  await seen.getByRole('button', { name: 'Reprendre' }).click();
  await expect(titleField(page)).toHaveValue(UNSAVED);
  await expect(textField(page)).toContainText('Chaque lettre compte.');
  await expect(found(page)).toHaveCount(0);
}

async function saveResumed(page: Page, settings: string): Promise<void> {
  await openNew(page);
  await expect(found(page)).toHaveCount(1);
  await found(page).getByRole('button', { name: 'Reprendre' }).click();
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
  await expect.poll(() => journals(settings)).toBe('');
}

async function expectNothingOffered(page: Page): Promise<void> {
  await expect(page.getByText(UNSAVED, { exact: true })).toBeVisible();
  await openNew(page);
  await expect(titleField(page)).toBeVisible();
  await expect(found(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Articles' }).first().click();
  await expect(page.getByText(UNSAVED, { exact: true })).toBeVisible();
  await expect(unsaved(page)).toHaveCount(0);
}

async function resumeSecond(page: Page): Promise<void> {
  await expect(unsaved(page).getByRole('heading', { name: '2 textes non enregistrés :' })).toBeVisible();
  await expect(unsaved(page).getByRole('listitem')).toHaveText([/Second/, new RegExp(CHANGED)]);
  await unsaved(page).getByRole('button', { name: 'Reprendre « Second »' }).click();
  await expect(titleField(page)).toHaveValue('Second');
  await expect(textField(page)).toContainText('Les derniers mots.');
}
