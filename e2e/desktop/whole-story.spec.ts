import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { git } from '#content/testing/temporary-repository.ts';
import type { RunningApp } from '#desktop/testing/electron-app.ts';
import { ADMINISTRATOR } from '../administrator.ts';
import { layoutFindings } from '../axe.ts';
import { giveImage } from '../desk.ts';
import { type Office, startOffice } from '../office.ts';
import { pictureFile, SMALL } from '../pictures.ts';
import { textField, titleField } from '../writing.ts';
import { expect, test } from './app.ts';
import { ARTICLES, type Article, KNOWN, STATION, TRAIN, TUNNEL } from './articles.ts';
import { copyFromSite, makeApplicationPassword } from './copying.ts';
import { journals } from './journals.ts';
import { readHistory } from './operator.ts';
import { bar, goOnline, row, stages } from './posts-list.ts';
import { layWire, type Wire } from './wire.ts';

/** An exchange with the site and its answer, on a machine that does other things too. */

interface Story {
  readonly site: Office;
  readonly wire: Wire;
  readonly password: string;
  /** The author's clone. */
  readonly folder: string;
  /** What the site had before. */
  readonly first: string;
}

test('an author copies their site, writes without a network through a crash, and publishes', async ({
  desktop,
  browser,
}) => {
  const site = await startOffice('full');
  const wire = await layWire(site.origin);
  const reader = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  try {
    const settings = desktop.folder('settings');
    const folder = desktop.folder('Mes articles');
    mkdirSync(folder);
    const first = git(['rev-parse', 'main'], { cwd: site.repository });
    const story = { site, wire, folder, first, password: await makeApplicationPassword(site) };
    let app = await desktop.start();
    await test.step('premier démarrage : une copie du site', () => copy(app, story));
    wire.cut();
    await test.step('un article avec une image, hors ligne', () => writeFirst(app.page));
    await test.step('un deuxième', () => writeSecond(app.page));
    await test.step('un troisième, tué pendant la frappe', () => typeOn(app.page, settings));
    app = await desktop.crash();
    await test.step('le texte est là, proposé une seule fois', () => resume(app.page, settings));
    await test.step('un article en ligne est repris ici, et ailleurs', async () => {
      await change(app.page);
      changeElsewhere(desktop.folder('Autre clone'), story);
    });
    await test.step('un seul est publié, hors ligne', () => publishOne(app.page, story));
    await test.step('le réseau revient : tout est réuni, lui seul est publié', () => meet(app, story));
    await test.step('publier', () => publish(app, story));
    await test.step('une lectrice voit les trois articles et leurs images', () => read(reader, story));
    await test.step('l’exploitant relit l’histoire', () => readHistory(story));
  } finally {
    await reader.context().close();
    await wire.close();
    await site.stop();
  }
});

const found = (page: Page): Locator => page.getByRole('region', { name: 'Texte retrouvé' });

async function copy(app: RunningApp, { wire, password, folder }: Story): Promise<void> {
  await app.page.getByRole('button', { name: 'Copier depuis mon site Encrier' }).click();
  await copyFromSite(app, { address: wire.origin, password, folder });
  await expect(stages(app.page, KNOWN.title)).toHaveText('En ligne');
  await expect(bar(app.page)).toHaveCount(0);
}

/** Opens the form of a new article, and types its title and these words. */
async function begin(page: Page, { title }: Article, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill(title);
  await titleField(page).blur();
  await textField(page).click();
  await page.keyboard.type(words);
}

/** Puts a picture into the text as other programs do, with its words. */
async function addPicture(page: Page, { picture }: Article, way: 'paste' | 'drop'): Promise<void> {
  const hue = picture.length * 3;
  await giveImage(page, way, await pictureFile(`${picture}.jpg`, hue, SMALL));
  await page.getByLabel('Texte alternatif : que montre cette image ?').fill(picture);
  await page.keyboard.press('Enter');
  await showsPicture(textField(page).getByAltText(picture));
}

async function showsPicture(image: Locator): Promise<void> {
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).not.toBe(0);
}

/** Saves as something to publish; the check before it may have advice. */
async function makeReady(page: Page, action: 'créer' | 'modifier'): Promise<void> {
  await page.getByLabel("Publier l'article").check();
  await page.getByRole('button', { name: `Enregistrer : ${action} l’article` }).click();
  await page.getByRole('button', { name: /^Enregistrer( quand même)?$/ }).click();
}

async function writeFirst(page: Page): Promise<void> {
  await begin(page, TRAIN, 'Il part à six heures. ');
  await addPicture(page, TRAIN, 'paste');
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await expect(stages(page, TRAIN.title)).toHaveText('Brouillon');
  await expect(bar(page)).toHaveCount(0);
  await row(page, TRAIN.title).getByRole('link').click();
  await makeReady(page, 'modifier');
  await expect(stages(page, TRAIN.title)).toHaveText('Prêt');
  await expect(bar(page)).toHaveText('1 article à publier');
}

async function writeSecond(page: Page): Promise<void> {
  await begin(page, STATION, 'Sous la verrière, il fait déjà chaud. ');
  await addPicture(page, STATION, 'drop');
  await makeReady(page, 'créer');
  await expect(stages(page, STATION.title)).toHaveText('Prêt');
  await expect(bar(page)).toHaveText('2 articles à publier');
}

/** Leaves the author in the middle of a sentence: the caller kills the app. */
async function typeOn(page: Page, settings: string): Promise<void> {
  await begin(page, TUNNEL, 'Le réseau s’en va, la phrase reste. ');
  await addPicture(page, TUNNEL, 'paste');
  await page.keyboard.type('Et la lumière revient');
  await expect.poll(() => journals(settings)).toContain('Et la lumière revient');
  void page.keyboard
    .type(' avant la fin de la phrase que personne ne lira jamais', { delay: 30 })
    .catch(() => null);
}

async function resume(page: Page, settings: string): Promise<void> {
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await expect(found(page)).toHaveCount(1);
  await found(page).getByRole('button', { name: 'Reprendre' }).click();
  await expect(titleField(page)).toHaveValue(TUNNEL.title);
  await expect(textField(page)).toContainText('Et la lumière revient');
  await showsPicture(textField(page).getByAltText(TUNNEL.picture));
  await makeReady(page, 'créer');
  await expect(stages(page, TUNNEL.title)).toHaveText('Prêt');
  await expect(bar(page)).toHaveText('3 articles à publier');
  await expect.poll(() => journals(settings)).toBe(''); // What is kept no more cannot be offered again.
}

async function change(page: Page): Promise<void> {
  await row(page, KNOWN.title).getByRole('link').click();
  await textField(page).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('Relu dans le train.\n\n');
  await page.getByRole('button', { name: 'Enregistrer : modifier l’article' }).click();
  await expect(stages(page, KNOWN.title)).toHaveText('En ligneModification en attente');
}

/** The same article, by the git program on another machine; nothing of Encrier is there. */
function changeElsewhere(other: string, { site, password }: Story): void {
  const { host } = new URL(site.origin);
  const address = `http://${ADMINISTRATOR.username}:${encodeURIComponent(password)}@${host}/content.git`;
  mkdirSync(other);
  git(['clone', '-q', address, '.'], { cwd: other });
  const file = join(other, KNOWN.path);
  writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n\nRelu au bureau.\n`);
  git(['commit', '-qam', 'Relire au bureau'], { cwd: other });
  git(['push', '-q', 'origin', 'main'], { cwd: other });
}

/** It waits to be sent, and the others to be published. */
async function publishOne(page: Page, { site, first }: Story): Promise<void> {
  await bar(page).click();
  const dialog = page.getByRole('dialog', { name: 'Publier' });
  expect(await layoutFindings(page, { widths: [640] })).toEqual([]);
  for (const { title } of [STATION, TUNNEL, KNOWN]) await dialog.getByLabel(title).uncheck();
  await dialog.getByRole('button', { name: 'Publier un article' }).click();
  await expect(dialog).toBeHidden();
  await expect(stages(page, TRAIN.title)).toHaveText('Prêt');
  await expect(bar(page)).toHaveText('3 articles à publier');
  // What the other clone pushed, and nothing of ours.
  expect(git(['log', '--format=%s', `${first}..main`], { cwd: site.repository })).toBe('Relire au bureau');
}

async function meet({ page }: RunningApp, { site, wire, folder, first }: Story): Promise<void> {
  await goOnline(page, wire);
  await expect.poll(() => readFileSync(join(folder, KNOWN.path), 'utf8')).toContain('Relu au bureau.');
  await expect
    .poll(() => git(['log', '--format=%s', '--branches', '--not', 'main'], { cwd: site.repository }))
    .toContain(TUNNEL.title);
  expect(git(['log', '--format=%s', `${first}..main`], { cwd: site.repository })).not.toContain(TUNNEL.title);
  await expect(stages(page, TRAIN.title)).toHaveText('En ligne');
  expect((await fetch(`${site.origin}/blog/${TRAIN.slug}`)).status).toBe(200);
  await expect(bar(page)).toHaveText('3 articles à publier');
  for (const { title, slug } of [STATION, TUNNEL]) {
    await expect(stages(page, title)).toHaveText('Prêt');
    expect((await fetch(`${site.origin}/blog/${slug}`)).status).toBe(404);
  }
  await expect(stages(page, KNOWN.title)).toHaveText('En ligneModification en attente');
}

async function publish(app: RunningApp, { site, wire }: Story): Promise<void> {
  const { page } = app;
  wire.lose('/api/live');
  await bar(page).click();
  await page.getByRole('button', { name: 'Tout publier (3)' }).click();
  for (const { title } of [STATION, TUNNEL, KNOWN]) await expect(stages(page, title)).toHaveText('Envoyé');
  await expect(bar(page)).toHaveText('3 articles bientôt en ligne');
  expect((await fetch(`${site.origin}/blog/${STATION.slug}`)).status).toBe(200);
  wire.mend();
  for (const { title } of [...ARTICLES, KNOWN]) await expect(stages(page, title)).toHaveText('En ligne');
  await expect(bar(page)).toHaveCount(0);
  const told = app.effects().flatMap((effect) => (effect.kind === 'notification' ? [effect.title] : []));
  expect(told).toEqual(['Votre article est en ligne', '3 articles sont en ligne']);
}

async function read(reader: Page, { site }: Story): Promise<void> {
  await reader.goto(`${site.origin}/blog`);
  for (const { title } of ARTICLES)
    await expect(reader.getByRole('link', { name: title }).first()).toBeVisible();
  for (const { title, slug, picture } of ARTICLES) {
    expect((await reader.goto(`${site.origin}/blog/${slug}`))?.status()).toBe(200);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
    await showsPicture(reader.getByRole('main').getByAltText(picture));
  }
  await expect(reader.getByText('Et la lumière revient')).toBeVisible();
  await reader.goto(`${site.origin}/blog/${KNOWN.slug}`);
  await expect(reader.getByRole('heading', { level: 1 })).toContainText(KNOWN.title);
  for (const text of ['Relu dans le train.', 'Relu au bureau.'])
    await expect(reader.getByRole('paragraph').filter({ hasText: text })).toBeVisible();
}
