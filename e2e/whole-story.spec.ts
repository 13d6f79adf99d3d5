import type { Page } from '@playwright/test';
import { ADMINISTRATOR, fillSignIn } from './administrator.ts';
import { expect, test } from './fixtures.ts';
import { pictureFile, SMALL } from './pictures.ts';
import { type Site, startSite } from './site-process.ts';
import { textField, titleField } from './writing.ts';

// Answers that the story meets on its way: nobody signed in yet, withdrawn and deleted articles.
test.use({ expectedErrors: [/status of (?:401|404|410)|ERR_CONNECTION_REFUSED/] });

const TITLE = 'Œuvrer l’été : la trésorerie d’abord';
const FIRST_SLUG = 'oeuvrer-l-ete-la-tresorerie-d-abord';
const SECOND_SLUG = 'tresorerie-d-ete';
const NOTE = 'Un mot sur septembre, à votre demande.';
const ALTERNATIVE = 'Une courbe qui descend en août';

test('from the first start to the last sign-in, an author writes and readers read', async ({
  page,
  browser,
}) => {
  const site = await startSite('empty', { logLevel: 'info' });
  const reader = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  try {
    await test.step('premier démarrage : le code du terminal crée le premier administrateur', () =>
      becomeAdministrator(page, site));
    await test.step('un article avec une image et son texte alternatif', () => writeArticle(page));
    await test.step('aperçu', () => preview(page));
    await test.step('vérification, puis publication', () => publish(page, site));
    await test.step('une lectrice le voit aussitôt', () => read(reader, site));
    await test.step('modifier, et changer d’adresse : l’ancienne redirige', () => rename(page, reader, site));
    await test.step('dépublier : l’adresse ne répond plus', () => withdraw(page, reader, site));
    await test.step('supprimer : l’adresse le dit et propose d’autres articles', () =>
      remove(page, reader, site));
    await test.step('restaurer depuis la corbeille', () => restore(page, reader, site));
    await test.step('déconnexion : le cookie copié ne vaut plus rien ; puis connexion', () =>
      signOutAndIn(page, site));
  } finally {
    await reader.context().close();
    await site.stop();
  }
});

async function becomeAdministrator(page: Page, site: Site): Promise<void> {
  const told = /Premier administrateur\u00a0: \S+\/auth, code ((?:[A-Z2-9]{4}-){3}[A-Z2-9]{4})/;
  await expect.poll(() => site.output()).toMatch(told);
  await page.goto(`${site.origin}/auth`);
  await page.getByLabel('Code à usage unique').fill(told.exec(site.output())?.[1] ?? '');
  await page.getByLabel('Nom d’utilisateur').fill(ADMINISTRATOR.username);
  await page.getByLabel('Mot de passe').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Créer le compte' }).click();
  await expect(page.getByText('Votre compte a été créé avec succès', { exact: true })).toBeVisible();
  await expect(page.getByText('Aucun article pour le moment')).toBeVisible();
}

async function writeArticle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill(TITLE);
  await textField(page).click();
  await expect(page.getByLabel('Slug (URL)')).toHaveValue(FIRST_SLUG);
  await page.keyboard.type('## Regarder août\n');
  await page.keyboard.insertText('La **marge** ne paie pas les salaires d’août.\n\n');
  await page.getByRole('button', { name: 'Réglages de l’article' }).click();
  await page.getByLabel('Mots-clés', { exact: true }).fill('trésorerie, marge,');
  await expect(page.getByRole('button', { name: 'Retirer « marge »' })).toBeVisible();
  // Without a cover networks are given a card that the site draws.
  await expect(page.getByRole('tabpanel', { name: 'Facebook' })).toContainText('BusinessŒuvrer l’été');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Image/ }).click();
  await (await chooser).setFiles(await pictureFile('Courbe août.jpg', 0, SMALL));
  await page.getByLabel('Texte alternatif : que montre cette image ?').fill(ALTERNATIVE);
  await page.getByRole('button', { name: 'Insérer l’image' }).click();
  await expect(textField(page).getByAltText(ALTERNATIVE)).toBeVisible();
}

async function preview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
  const frame = page.frameLocator('iframe[title="Aperçu de l’article"]');
  await expect(frame.getByRole('heading', { name: 'Regarder août' })).toBeVisible();
  await expect(frame.getByRole('img', { name: ALTERNATIVE })).toBeVisible();
  await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
}

async function publish(page: Page, site: Site): Promise<void> {
  await page.getByRole('button', { name: 'Vérifier l’article' }).click();
  const check = page.getByRole('dialog', { name: 'Vérification avant publication' });
  await expect(check.getByText('Extrait', { exact: true })).toBeVisible();
  await check.getByRole('button', { name: 'Y aller' }).first().click();
  await page.getByLabel('Extrait').fill('Ce que l’été fait à un compte en banque.');
  await page.getByRole('button', { name: 'Vérifier l’article' }).click();
  await expect(check.getByText('Rien à corriger.')).toBeVisible();
  await check.getByRole('button', { name: 'Fermer' }).last().click();
  await page.getByLabel("Publier l'article").check();
  await page.getByRole('button', { name: 'Publier : créer l’article' }).click();
  await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${site.origin}/admin`);
}

async function read(reader: Page, site: Site): Promise<void> {
  const answer = await reader.goto(`${site.origin}/blog/${FIRST_SLUG}`);
  expect(answer?.status()).toBe(200);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(/Œuvrer l’été/);
  await expect(reader.locator('.prose').getByText('ne paie pas les salaires')).toBeVisible();
  const image = reader.getByRole('img', { name: ALTERNATIVE });
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).not.toBe(0);
}

async function rename(page: Page, reader: Page, site: Site): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: FIRST_SLUG })
    .getByRole('button', { name: 'Modifier' })
    .click();
  await page.getByLabel('Slug (URL)').fill(SECOND_SLUG);
  await textField(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\n\nEt septembre se prépare en mai.');
  await page.getByRole('button', { name: 'Mettre à jour : modifier l’article' }).click();
  const question = page.getByRole('dialog', { name: 'Mettre à jour l’article' });
  await question.getByLabel('Dire aux lecteurs ce qui a changé').fill(NOTE);
  await question.getByRole('button', { name: 'Mettre à jour' }).click();
  await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
  const old = await reader.request.get(`${site.origin}/blog/${FIRST_SLUG}`, { maxRedirects: 0 });
  expect([old.status(), old.headers()['location']]).toEqual([301, `/blog/${SECOND_SLUG}`]);
  await reader.goto(`${site.origin}/blog/${FIRST_SLUG}`);
  await expect(reader).toHaveURL(`${site.origin}/blog/${SECOND_SLUG}`);
  await expect(reader.locator('.prose').getByText('Et septembre se prépare en mai.')).toBeVisible();
  // What changed is read from history after the page's first answer.
  await expect
    .poll(async () => (await reader.request.get(`${site.origin}/blog/${SECOND_SLUG}`)).text())
    .toContain(NOTE);
}

async function withdraw(page: Page, reader: Page, site: Site): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: SECOND_SLUG });
  await row.getByRole('button', { name: 'Dépublier' }).click();
  await expect(row.getByText('Brouillon', { exact: true })).toBeVisible();
  const answer = await reader.goto(`${site.origin}/blog/${SECOND_SLUG}`);
  expect(answer?.status()).toBe(410);
  await expect(reader.getByText('Cet article a été retiré du site.')).toBeVisible();
  await row.getByRole('button', { name: 'Publier' }).click();
  await expect(row.getByText('Publié', { exact: true })).toBeVisible();
}

async function remove(page: Page, reader: Page, site: Site): Promise<void> {
  await site.commit({ write: { 'posts/2026/marge.md': OTHER_POST } });
  page.once('dialog', (dialog) => void dialog.accept());
  await page
    .getByRole('row')
    .filter({ hasText: SECOND_SLUG })
    .getByRole('button', { name: 'Supprimer' })
    .click();
  await expect(page.getByText('Article supprimé', { exact: true })).toBeVisible();
  const answer = await reader.goto(`${site.origin}/blog/${SECOND_SLUG}`);
  expect(answer?.status()).toBe(410);
  await expect(reader.getByRole('link', { name: /La marge, sans détour/ }).first()).toBeVisible();
}

const OTHER_POST = `---
title: La marge, sans détour
published: 2026-01-05T08:00:00.000Z
isPublished: true
---
Texte.
`;

async function restore(page: Page, reader: Page, site: Site): Promise<void> {
  await page.getByRole('link', { name: 'Corbeille' }).click();
  await page.getByRole('button', { name: /^Restaurer/ }).click();
  await expect(page.getByText('Article restauré', { exact: true })).toBeVisible();
  await expect(titleField(page)).toHaveValue(TITLE);
  await page.getByLabel("Publier l'article").check();
  await page.getByRole('button', { name: 'Publier : modifier l’article' }).click();
  await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
  const answer = await reader.goto(`${site.origin}/blog/${SECOND_SLUG}`);
  expect(answer?.status()).toBe(200);
}

async function signOutAndIn(page: Page, site: Site): Promise<void> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const asked = () => fetch(`${site.origin}/api/user`, { headers: { cookie } });
  expect((await asked()).status).toBe(200);
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.waitForURL(`${site.origin}/auth`);
  await expect(page.getByText('Vous avez été déconnecté', { exact: true })).toBeVisible();
  expect((await asked()).status).toBe(401);
  await expect(page.getByLabel('Code à usage unique')).toBeHidden();
  await fillSignIn(page);
  await expect(page.getByText('Vous êtes maintenant connecté', { exact: true })).toBeVisible();
}
