import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cleanGitEnvironment } from '#content/testing/temporary-repository.ts';
import type { RunningApp } from '#desktop/testing/running-app.ts';
import { ADMINISTRATOR } from '../administrator.ts';
import { layoutFindings } from '../axe.ts';
import { readContent } from '../content.ts';
import { type Office, startOffice } from '../office.ts';
import { textField, titleField } from '../writing.ts';
import { expect, signAs, test } from './app.ts';
import { makeApplicationPassword } from './copying.ts';
import { bar, goOnline, row, stages } from './posts-list.ts';
import { layWire, type Wire } from './wire.ts';

const TITLES = ['Le train', 'La gare', 'Le quai'] as const;
/** Slow machines: a save, an exchange and an answer of the site each are given time. */
const SLOWLY = { timeout: 60_000 };

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

/** The first run: a copy of the site, through the wire. */
async function copySite({ page, tell }: RunningApp, folder: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Copier depuis mon site Encrier' }).click();
  await page.getByLabel('Adresse de votre site').fill(wire.origin);
  await page.getByLabel('Nom d’utilisateur').fill(ADMINISTRATOR.username);
  await page.getByLabel('Mot de passe d’application').fill(password);
  await signAs(page);
  await tell('choose-next', folder);
  await page.getByRole('button', { name: /dossier/ }).click();
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await expect(page.getByRole('button', { name: 'Nouveau' })).toBeVisible(SLOWLY);
}

async function write(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill(title);
  await titleField(page).blur();
  await textField(page).click();
  await page.keyboard.type(`Un paragraphe sur ${title}.`);
  await page.getByLabel('Publier l’article').or(page.getByLabel("Publier l'article")).check();
  await page.getByRole('button', { name: 'Créer' }).click();
  await page.getByRole('button', { name: /^Publier( quand même)?$/ }).click();
  await expect(page.getByText('Article prêt à publier', { exact: true }).first()).toBeVisible(SLOWLY);
}

function git(...args: readonly string[]): string {
  const options = { cwd: site.repository, env: cleanGitEnvironment(), encoding: 'utf8' } as const;
  return execFileSync('git', args, options).trim();
}

test('articles written offline are published when the author says so, and are on line when the site says so', async ({
  desktop,
  request,
}) => {
  test.setTimeout(300_000);
  const folder = desktop.folder('Mes articles');
  mkdirSync(folder);
  const password = await makeApplicationPassword(site);
  const app = await desktop.start();
  const { page } = app;
  await copySite(app, folder, password);
  const known = await row(page, 'Fixer ses prix').locator('.post-title a').innerText();
  await expect(stages(page, known)).toHaveText('En ligne', SLOWLY);
  const first = git('rev-parse', 'main');

  wire.cut();
  for (const title of TITLES) await write(page, title);
  for (const title of TITLES) await expect(stages(page, title)).toHaveText('Prêt', SLOWLY);
  await expect(bar(page)).toHaveText('3 articles à publier', SLOWLY);

  // A change of what readers have waits too; meanwhile another machine changes the same article.
  await row(page, known).getByRole('link').click();
  await textField(page).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('Ajouté dans le train. ');
  await page.getByRole('button', { name: 'Modifier', exact: true }).click();
  await expect(stages(page, known)).toHaveText('En ligneModification en attente', SLOWLY);
  const [path = ''] = git('ls-tree', '-r', '--name-only', 'main', 'posts')
    .split('\n')
    .filter((name) => readContent(site.repository, name).includes(known));
  const theirs = readContent(site.repository, path).replace(/\n*$/, '\n\nAjouté ailleurs.\n');
  await site.commit({ write: { [path]: theirs }, message: 'Retoucher ailleurs' });

  // One alone is published offline: it waits to be sent, and the others to be published.
  await bar(page).click();
  const dialog = page.getByRole('dialog', { name: 'Publier' });
  expect(await layoutFindings(page, { widths: [640] })).toEqual([]);
  for (const title of [TITLES[1], TITLES[2], known]) await dialog.getByLabel(title).uncheck();
  await dialog.getByRole('button', { name: 'Publier un article' }).click();
  await expect(dialog).toBeHidden(SLOWLY);
  await expect(stages(page, TITLES[0])).toHaveText('Prêt', SLOWLY);
  await expect(bar(page)).toHaveText('3 articles à publier', SLOWLY);
  expect(git('rev-list', '--count', `${first}..main`)).toBe('1');

  await goOnline(page, wire);
  await expect(stages(page, TITLES[0])).toHaveText('En ligne', SLOWLY);
  expect((await request.get(`${site.origin}/blog/le-train`)).status()).toBe(200);
  for (const slug of ['la-gare', 'le-quai'])
    expect((await request.get(`${site.origin}/blog/${slug}`)).status()).toBe(404);

  await bar(page).click();
  await dialog.getByRole('button', { name: 'Tout publier (3)' }).click();
  await expect(dialog).toBeHidden(SLOWLY);
  for (const title of [...TITLES, known]) await expect(stages(page, title)).toHaveText('En ligne', SLOWLY);
  await expect(bar(page)).toHaveCount(0, SLOWLY);
  for (const slug of ['la-gare', 'le-quai'])
    expect((await request.get(`${site.origin}/blog/${slug}`)).status()).toBe(200);
  const merged = readContent(site.repository, path);
  expect(merged).toContain('Ajouté dans le train.');
  expect(merged).toContain('Ajouté ailleurs.');

  const subjects = git('log', '--no-merges', '--format=%an %s', `${first}..main`).split('\n');
  expect(subjects.filter((line) => line.startsWith('Claire Dubois Publier'))).toEqual([
    'Claire Dubois Publier 3 articles',
    'Claire Dubois Publier «\u00a0Le train\u00a0»',
  ]);
  expect(git('for-each-ref', 'refs/encrier/pending')).toBe('');
  expect(git('fsck', '--strict', '--no-dangling')).toBe('');
  const notices = app.effects().flatMap((effect) => (effect.kind === 'notification' ? [effect.title] : []));
  expect(notices).toContain('Votre article est en ligne');
});

test('a push whose answer is lost is neither sent twice nor said to have arrived before it is known', async ({
  desktop,
  request,
}) => {
  test.setTimeout(300_000);
  const folder = desktop.folder('Mes articles');
  mkdirSync(folder);
  const password = await makeApplicationPassword(site);
  const first = await desktop.start();
  await copySite(first, folder, password);
  const [title] = TITLES;
  await write(first.page, title);
  await expect(stages(first.page, title)).toHaveText('Prêt', SLOWLY);
  await expect.poll(() => git('log', '--format=%s', 'main'), SLOWLY).toContain(`Créer «\u00a0${title}`);
  await expect.poll(() => git('for-each-ref', 'refs/encrier/pending'), SLOWLY).not.toBe('');
  expect((await request.get(`${site.origin}/blog/le-train`)).status()).toBe(404);

  wire.cutAfterPush();
  const before = wire.pushes();
  await bar(first.page).click();
  await first.page.getByRole('button', { name: 'Publier cet article' }).click();
  await expect.poll(() => git('log', '-1', '--format=%s', 'main'), SLOWLY).toContain('Publier');
  await expect(bar(first.page)).toHaveText('Hors ligne\u00a0: 1 article à envoyer', SLOWLY);
  await expect(stages(first.page, title)).toHaveText('Prêt');

  // Killed before it could know; another start finds out, and sends nothing again.
  const { page } = await desktop.crash();
  await expect(stages(page, title)).toHaveText('Prêt', SLOWLY);
  const pushed = git('rev-parse', 'main');
  await goOnline(page, wire);
  await expect(stages(page, title)).toHaveText('En ligne', SLOWLY);
  await expect(bar(page)).toHaveCount(0, SLOWLY);
  expect(git('rev-parse', 'main')).toBe(pushed);
  expect(git('log', '--format=%s', 'main').match(/Publier/g)).toHaveLength(1);
  expect(wire.pushes() - before).toBeLessThanOrEqual(2); // The branch once, and what waited once.
  expect((await request.get(`${site.origin}/blog/le-train`)).status()).toBe(200);
});

test('what both wrote in one place is asked about, and published once it is settled', async ({ desktop }) => {
  test.setTimeout(300_000);
  const folder = desktop.folder('Mes articles');
  mkdirSync(folder);
  const password = await makeApplicationPassword(site);
  const app = await desktop.start();
  const { page } = app;
  await copySite(app, folder, password);
  const link = row(page, 'Fixer ses prix').getByRole('link');
  const known = await link.innerText();
  const [path = ''] = git('ls-tree', '-r', '--name-only', 'main', 'posts')
    .split('\n')
    .filter((name) => readContent(site.repository, name).includes(known));
  await link.click();
  await textField(page).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('Dites-moi : ');
  await page.getByRole('button', { name: 'Modifier', exact: true }).click();
  await expect(stages(page, known)).toContainText('Modification en attente', SLOWLY);

  const theirs = readContent(site.repository, path).replace(
    'Demandez à un indépendant',
    'Demandez donc à un artisan',
  );
  await site.commit({ write: { [path]: theirs }, message: 'Retoucher ailleurs' });
  const file = () => readFileSync(join(folder, path), 'utf8');
  await goOnline(page, wire);
  await expect.poll(file, SLOWLY).toContain('Demandez donc à un artisan');

  await row(page, 'Fixer ses prix').getByRole('link').click();
  await expect(page.getByText('Vous modifiez une version en attente')).toBeVisible(SLOWLY);
  await page.getByRole('button', { name: 'Publier', exact: true }).click();
  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(screen).toBeVisible(SLOWLY);
  await expect(page.getByText('Cet article n’a pas été publié', { exact: true })).toHaveCount(0);
  await screen
    .getByRole('button', { name: /Les deux|Version en attente/ })
    .first()
    .click();
  await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
  await expect(screen).toBeHidden(SLOWLY);
  await expect.poll(() => readContent(site.repository, path), SLOWLY).toContain('Dites-moi');
  await expect.poll(() => git('for-each-ref', 'refs/encrier/pending'), SLOWLY).toBe('');
});
