import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { cleanGitEnvironment, git as gitAt } from '#content/testing/temporary-repository.ts';
import { readContent } from '../content.ts';
import { type Office, startOffice } from '../office.ts';
import { textField, titleField } from '../writing.ts';
import { expect, test } from './app.ts';
import { copyFromSite, makeApplicationPassword } from './copying.ts';
import { bar, goOnline, row, stages } from './posts-list.ts';
import { layWire, type Wire } from './wire.ts';

const TITLE = 'Le train';
/** Slow machines: a save, an exchange and an answer of the site each are given time. */

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

async function write(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill(title);
  await titleField(page).blur();
  await textField(page).click();
  await page.keyboard.type(`Un paragraphe sur ${title}.`);
  await page.getByLabel('Publier l’article').or(page.getByLabel("Publier l'article")).check();
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await page.getByRole('button', { name: /^Enregistrer( quand même)?$/ }).click();
  await expect(page.getByText('Article prêt à publier', { exact: true }).first()).toBeVisible();
}

function git(...args: readonly string[]): string {
  const options = { cwd: site.repository, env: cleanGitEnvironment(), encoding: 'utf8' } as const;
  return execFileSync('git', args, options).trim();
}

test('a push whose answer is lost is sent once, and what both wrote in one place is asked about', async ({
  desktop,
  request,
}) => {
  const folder = desktop.folder('Mes articles');
  mkdirSync(folder);
  const password = await makeApplicationPassword(site);
  const first = await desktop.start();
  await first.page.getByRole('button', { name: 'Copier depuis mon site Encrier' }).click();
  await copyFromSite(first, { address: wire.origin, password, folder });
  await expect(first.page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
  const before = await test.step('the answer is lost', () => loseAnswer(first.page, request));
  // Killed before it could know; another start finds out, and sends nothing again.
  const { page } = await desktop.crash();
  await test.step('another start says what arrived', () => findOut(page, { request, before }));
  await test.step('both change one place', () => resolve(page, folder));
});

/** Answers how many pushes went through before the one whose answer is lost. */
async function loseAnswer(page: Page, request: APIRequestContext): Promise<number> {
  await write(page, TITLE);
  await expect(stages(page, TITLE)).toHaveText('Prêt');
  await expect.poll(() => git('log', '--format=%s', '--all')).toContain(`Créer «\u00a0${TITLE}`);
  expect(git('log', '--format=%s', 'main')).not.toContain(TITLE);
  expect((await request.get(`${site.origin}/blog/le-train`)).status()).toBe(404);

  wire.cutAfterPush();
  const before = wire.pushes();
  await bar(page).click();
  await page.getByRole('button', { name: 'Publier cet article' }).click();
  await expect.poll(() => git('log', '-1', '--format=%s', 'main')).toContain('Publier');
  await expect(bar(page)).toHaveText('Hors ligne\u00a0: 1 article à envoyer');
  await expect(page.locator('.sync-bar')).toHaveText('Hors ligne');
  await expect(stages(page, TITLE)).toHaveText('Prêt');
  return before;
}

interface Lost {
  readonly request: APIRequestContext;
  /** Pushes that went through before. */
  readonly before: number;
}

async function findOut(page: Page, { request, before }: Lost): Promise<void> {
  await expect(stages(page, TITLE)).toHaveText('Prêt');
  const pushed = git('rev-parse', 'main');
  await goOnline(page, wire);
  await expect(stages(page, TITLE)).toHaveText('En ligne');
  await expect(bar(page)).toHaveCount(0);
  expect(git('rev-parse', 'main')).toBe(pushed);
  expect(git('log', '--format=%s', 'main').match(/Publier/g)).toHaveLength(1);
  expect(wire.pushes() - before).toBeLessThanOrEqual(2); // The branch once, and what waited once.
  expect((await request.get(`${site.origin}/blog/le-train`)).status()).toBe(200);
}

async function resolve(page: Page, folder: string): Promise<void> {
  const link = row(page, 'Fixer ses prix').getByRole('link');
  const known = await link.innerText();
  const [path = ''] = git('ls-tree', '-r', '--name-only', 'main', 'posts')
    .split('\n')
    .filter((name) => readContent(site.repository, name).includes(known));
  await link.click();
  await textField(page).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('Dites-moi : ');
  await page.getByRole('button', { name: 'Enregistrer : modifier l’article' }).click();
  await expect(stages(page, known)).toContainText('Modification en attente');

  const theirs = readContent(site.repository, path).replace(
    'Demandez à un indépendant',
    'Demandez donc à un artisan',
  );
  await site.commit({ write: { [path]: theirs }, message: 'Retoucher ailleurs' });
  await goOnline(page, wire);
  const published = () => gitAt(['show', `main:${path}`], { cwd: folder });
  await expect.poll(published).toContain('Demandez donc à un artisan');
  // What was saved here is what is in the folder until its author says how both go together.
  expect(readFileSync(join(folder, path), 'utf8')).toContain('Dites-moi');

  await row(page, 'Fixer ses prix').getByRole('link').click();
  await expect(page.getByText('Vous modifiez une version en attente')).toBeVisible();
  await page.getByRole('button', { name: 'Mettre à jour', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mettre à jour' }).click();
  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(screen).toBeVisible();
  await expect(page.getByText('Cet article n’a pas été publié', { exact: true })).toHaveCount(0);
  await screen
    .getByRole('button', { name: /Les deux|Version en attente/ })
    .first()
    .click();
  await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
  await expect(screen).toBeHidden();
  await expect.poll(() => readContent(site.repository, path)).toContain('Dites-moi');
  await expect.poll(() => git('diff', '--name-only', 'main...travail')).toBe('');
}
