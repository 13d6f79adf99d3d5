import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { git } from '#content/testing/temporary-repository.ts';
import { ADMINISTRATOR } from '../administrator.ts';
import { type Office, startOffice } from '../office.ts';
import { expect, test } from './app.ts';
import { chooseFolder, copyFromSite, filesHolding, makeApplicationPassword } from './copying.ts';

const COPY = 'Copier depuis mon site Encrier';
let site: Office;
let password: string;
test.beforeEach(async () => {
  site = await startOffice('full');
  password = await makeApplicationPassword(site);
});
test.afterEach(() => site.stop());

test('what is wrong is said beside its field; then the site is copied, and its password written nowhere', async ({
  desktop,
}) => {
  const folder = desktop.folder('Articles');
  const full = desktop.folder('Photos');
  for (const each of [folder, full]) mkdirSync(each);
  writeFileSync(join(full, 'photo.txt'), 'à moi');
  const html = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Un autre site</h1>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => html.once('listening', resolve));
  const other = `http://127.0.0.1:${(html.address() as AddressInfo).port}`;
  const app = await desktop.start();
  const { page } = app;
  await page.getByRole('button', { name: COPY }).click();
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await expect(page.getByRole('alert')).toHaveText('Il manque l’adresse de votre site.');
  await expect(page.getByLabel('Adresse de votre site')).toBeFocused();

  const answers = [
    [{ address: 'http://exemple.fr', password, folder }, /voyagerait en clair/],
    [{ address: other, password }, /ce n’est pas un site Encrier/],
    [{ address: 'http://127.0.0.1:1', password }, /ne répond pas/],
    [{ address: site.origin, password: 'faux' }, /ne vont pas ensemble/],
    [{ address: site.origin, password, folder: full }, /n’est pas vide/],
  ] as const;
  for (const [wanted, sentence] of answers) {
    await copyFromSite(app, wanted);
    await expect(page.getByRole('alert')).toHaveText(sentence);
    // At the field that is wrong, else at what tries again.
    await expect(page.locator('[aria-invalid]:focus, [type=submit]:focus')).toBeVisible();
    await expect(page.getByLabel('Adresse de votre site')).toHaveValue(wanted.address);
    await expect(page.getByLabel('Mot de passe d’application')).toHaveValue(wanted.password);
    expect([readdirSync(folder), readdirSync(full)]).toEqual([[], ['photo.txt']]);
  }
  await chooseFolder(app, folder);
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await expect(page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
  html.closeAllConnections();
  html.close();

  const here = (...args: readonly string[]) => git(args, { cwd: folder });
  const head = git(['rev-parse', 'main'], { cwd: site.repository });
  expect(here('rev-parse', 'HEAD')).toBe(head);
  // The first exchange may have been made already.
  expect(here('status', '--porcelain', '--branch')).toMatch(/^## travail(?:\.\.\.origin\/travail)?$/);
  expect(here('remote', 'get-url', 'origin')).toBe(`${site.origin}/content.git`);
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toContain(password);

  const again = await desktop.start();
  // What the first window stored is on disk too by now.
  const pair = `${ADMINISTRATOR.username}:${password}`;
  expect(filesHolding([folder, desktop.folder('settings')], [password, pair])).toEqual([]);
  expect(site.output()).not.toContain(password);
  await again.page.goto(again.page.url().replace(/\/admin.*$/, '/admin/reglages/cet-ordinateur'));
  await expect(again.page.getByText('Le mot de passe est gardé par cet ordinateur.')).toBeVisible();
});
