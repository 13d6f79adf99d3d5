// Takes the pictures of the desktop app for README.md and docs/guide.fr.md, in the stand-in for Electron:
// npm run pictures:desktop
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import type { RunningApp } from '#desktop/testing/electron-app.ts';
import { startApp } from '#desktop/testing/running-app.ts';
import { ADMINISTRATOR } from './administrator.ts';
import { readContent } from './content.ts';
import { makeApplicationPassword } from './desktop/copying.ts';
import { layWire, type Wire } from './desktop/wire.ts';
import prepareSites, { type Office, startOffice } from './office.ts';
import { savePicture } from './save-picture.ts';
import { textField, titleField } from './writing.ts';

const MAX_BYTES = 150 * 1024;
const ARTICLE = /^Fixer ses prix/;
const PATH = 'posts/2026/fixer-ses-prix-independant.md';
/** The name the pictures show; it is nobody's. */
const AUTHOR = 'Antoine Delvaure';
const READY = 'Ce que le train m’apprend de mes journées';
const DRAFT = 'Relancer une facture sans perdre un client';

const place = createTemporaryFolder();
const forgetPrepared = await prepareSites();
const site = await startOffice('full');
const wire = await layWire(site.origin);
const app = await startApp({ userData: join(place.path, 'settings') });
try {
  await takeAll(app, site, wire);
} finally {
  await app.quit();
  await wire.close();
  await site.stop();
  forgetPrepared();
  place.remove();
}

async function takeAll(running: RunningApp, from: Office, link: Wire): Promise<void> {
  const { page } = running;
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('heading', { name: 'Où sont vos articles' }).waitFor();
  await picture(page, 'desktop-first-run.png');

  await reword(from, 'fait exactement cela', 'fait exactement la même chose');
  await copySite(running, link.origin, await makeApplicationPassword(from));
  link.cut();
  await writeOffline(page);
  await page.locator('.publish-bar').waitFor();
  await stageOf(page, ARTICLE).getByText('Modification en attente').waitFor();
  await quiet(page);
  await picture(page, 'desktop-articles.png');

  await page.getByRole('link', { name: READY }).click();
  await titleField(page).waitFor();
  await page.getByText('Le train de 7 h 12').first().waitFor();
  await quiet(page);
  await picture(page, 'desktop-editor.png');
  await takeSite(running);

  await page.goto(page.url().replace(/\/admin.*$/, '/admin'));
  await takeHistory(page);
  await takeConflict(page, from, link);
}

async function copySite({ page, tell }: RunningApp, address: string, password: string): Promise<void> {
  const folder = join(place.path, 'Mes articles');
  mkdirSync(folder);
  await page.getByRole('button', { name: 'Copier depuis mon site Encrier' }).click();
  await page.getByLabel('Adresse de votre site').fill(address);
  await page.getByLabel('Nom d’utilisateur').fill(ADMINISTRATOR.username);
  await page.getByLabel('Mot de passe d’application').fill(password);
  await page.getByLabel('Votre nom').fill(AUTHOR);
  await page.getByLabel(/^Votre adresse e-mail/).fill('claire@exemple.fr');
  await tell('choose-next', folder);
  await page.getByRole('button', { name: 'Choisir un dossier vide' }).click();
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await page.getByRole('link', { name: ARTICLE }).waitFor();
}

/** A draft, an article that is ready, and a change of one that is on line. */
async function writeOffline(page: Page): Promise<void> {
  await write(page, DRAFT, 'Une relance n’est pas un reproche.');
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await stageOf(page, DRAFT).waitFor();
  await write(page, READY, 'Le train de 7 h 12 n’a pas de réseau avant Dijon.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('C’est là que j’écris le mieux : rien n’arrive, rien ne part.');
  await page.getByLabel(/^Publier l.article$/).check();
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await page.getByRole('button', { name: /^Enregistrer( quand même)?$/ }).click();
  await stageOf(page, READY).getByText('Prêt').waitFor();
  await page.getByRole('link', { name: ARTICLE }).click();
  await textField(page).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('Dites-moi : ');
  await page.getByRole('button', { name: 'Enregistrer : modifier l’article' }).click();
}

async function write(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill(title);
  await titleField(page).blur();
  await textField(page).click();
  await page.keyboard.type(text);
}

async function takeSite({ page, siteWindow }: RunningApp): Promise<void> {
  await page.getByRole('button', { name: 'Voir le site', exact: true }).click();
  const shown = await siteWindow();
  await shown.setViewportSize({ width: 1280, height: 800 });
  await shown.getByRole('heading', { level: 1, name: READY }).waitFor();
  await picture(shown, 'desktop-site.png');
}

async function takeHistory(page: Page): Promise<void> {
  await page.getByRole('link', { name: ARTICLE }).click();
  await page.getByRole('button', { name: 'Historique' }).click();
  await page.getByRole('article', { name: 'Paragraphe modifié' }).first().waitFor();
  await picture(page, 'history.png');
  await page.getByRole('button', { name: 'Retour à l’article' }).click();
}

/** Readers have another text at the place of the change that waits. */
async function takeConflict(page: Page, from: Office, link: Wire): Promise<void> {
  await reword(from, 'Demandez à un indépendant', 'Demandez donc à un artisan');
  link.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByText('Synchronisé').first().waitFor();
  await page.getByRole('button', { name: 'Mettre à jour', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mettre à jour' }).click();
  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await screen.getByText('Demandez donc à un artisan').first().waitFor();
  await picture(page, 'conflict.png');
}

async function reword(from: Office, words: string, others: string): Promise<void> {
  const text = readContent(from.repository, PATH);
  if (!text.includes(words)) throw new Error(`The starter has no « ${words} » any more.`);
  await from.commit({
    write: { [PATH]: text.replace(words, others) },
    message: 'Retoucher une phrase',
    author: AUTHOR,
  });
}

function stageOf(page: Page, title: string | RegExp): Locator {
  const link = page.getByRole('link', { name: title });
  return page.getByRole('row').filter({ has: link }).locator('.post-state');
}

/** What a save says goes away by itself; it would hide the page. */
async function quiet(page: Page): Promise<void> {
  await page.locator('.toast').first().waitFor({ state: 'hidden' });
}

async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await savePicture(page, name, MAX_BYTES);
}
