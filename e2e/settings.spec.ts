import type { Page } from '@playwright/test';
import { ADMINISTRATOR, fillSignIn } from './administrator.ts';
import { readContent } from './content.ts';
import { expect, test } from './fixtures.ts';
import { lastCommit } from './git-log.ts';
import type { Office } from './office.ts';
import { openAdmin } from './office.ts';

test.use({ expectedErrors: [/status of (?:400|401|409)|ERR_CONNECTION_REFUSED/] });

async function openSettings(page: Page, site: Office, tab?: string): Promise<void> {
  await openAdmin(page, site);
  await page.getByRole('link', { name: 'Réglages' }).click();
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
}

function save(page: Page) {
  return page.getByRole('button', { name: 'Enregistrer', exact: true });
}

test('a text of the site is saved as one line of one commit, and read at once', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await openSettings(page, site);
  await page.getByLabel('Nom du site').fill('Maison Delvaure');
  await save(page).click();
  await expect(page.getByText('Réglages enregistrés', { exact: true })).toBeVisible();
  await expect(save(page)).toBeFocused();
  await expect(page.getByLabel('Nom du site')).toHaveValue('Maison Delvaure');
  expect(lastCommit(site.repository)).toEqual({
    author: ADMINISTRATOR.username,
    subject: 'Modifier les textes du site',
    lines: ['-  name: Delvaure Conseil', '+  name: Maison Delvaure'],
  });
  await page.goto(site.origin);
  await expect(page.getByRole('banner').getByText('Maison Delvaure')).toBeVisible();
});

test('what is missing is told at its field, and nothing is saved', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  await openSettings(page, site);
  const name = page.getByLabel('Votre nom');
  await name.fill('');
  await page.getByLabel('Profil de messagerie').fill('t.me/delvaure');
  await save(page).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Il manque');
  await expect(page.getByLabel('Profil de messagerie')).toHaveAccessibleDescription(/https:\/\//);
  expect(readContent(site.repository, 'site.yml')).toContain('name: Antoine Delvaure');
});

test('leaving asks; another tab of the settings keeps what is being written', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await openSettings(page, site);
  await page.getByLabel('Nom du site').fill('Pas encore');
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await expect(page).toHaveURL(/\/admin\/reglages\/sessions$/);
  await page.getByRole('tab', { name: 'Site' }).click();
  await expect(page.getByLabel('Nom du site')).toHaveValue('Pas encore');
  await expect(page.getByText('Modifications non enregistrées')).toBeVisible();

  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Images' }).click();
  await expect(page.getByLabel('Nom du site')).toHaveValue('Pas encore');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Images' }).click();
  await expect(page.getByRole('heading', { name: 'Images' })).toBeVisible();
});

test('what the operator committed meanwhile is kept', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  await openSettings(page, site);
  await page.getByLabel('Nom du site').fill('Le mien');
  const text = readContent(site.repository, 'site.yml');
  await site.commit({ write: { 'site.yml': text.replace('badge: Ironman', 'badge: Marathon # nouveau') } });
  await save(page).click();
  await expect(page.getByText('Réglages enregistrés', { exact: true })).toBeVisible();
  expect(readContent(site.repository, 'site.yml')).toContain('name: Le mien\n  badge: Marathon # nouveau\n');
  await expect(page.getByLabel('Badge du pied de page')).toHaveValue('Marathon');
});

test('one text changed by two people shows both, and the author decides', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  await openSettings(page, site);
  const name = page.getByLabel('Nom du site');
  await name.fill('Le mien');
  const text = readContent(site.repository, 'site.yml');
  await site.commit({ write: { 'site.yml': text.replace('name: Delvaure Conseil', 'name: Le leur') } });
  await save(page).click();
  await expect(name).toHaveAccessibleDescription(/« Le leur »/);
  await expect(name).toHaveValue('Le mien');
  await expect(name).toBeFocused();
  expect(readContent(site.repository, 'site.yml')).toContain('name: Le leur');

  await save(page).click();
  await expect(page.getByText('Réglages enregistrés', { exact: true })).toBeVisible();
  expect(readContent(site.repository, 'site.yml')).toContain('name: Le mien');
});

test('places that open show in the footer', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  await openSettings(page, site, 'Disponibilité');
  await page.getByRole('combobox', { name: 'Disponibilité' }).selectOption('Places disponibles');
  await page.getByLabel('Places par trimestre').fill('4');
  await save(page).click();
  await expect(page.getByText('Disponibilité enregistrée', { exact: true })).toBeVisible();
  await page.goto(site.origin);
  await expect(page.getByRole('contentinfo').getByText('Places disponibles')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('4 places par trimestre')).toBeVisible();
});

test('the name of the profile signs the next commit', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  await openSettings(page, site, 'Compte');
  await page.getByLabel('Nom affiché').fill('Claire Vasseur');
  await page.getByRole('button', { name: 'Enregistrer le profil' }).click();
  await expect(page.getByText('Profil enregistré', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Site' }).click();
  await page.getByLabel('Citation').fill('Avancer.');
  await save(page).click();
  await expect(page.getByText('Réglages enregistrés', { exact: true })).toBeVisible();
  expect(lastCommit(site.repository).author).toBe('Claire Vasseur');
});

test('a changed password ends the other sessions and opens the next one', async ({
  page,
  browser,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await openSettings(page, site, 'Compte');
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${site.origin}/auth`);
  await fillSignIn(other);
  await other.waitForURL(`${site.origin}/admin`);

  const [current, next] = [page.getByLabel('Mot de passe actuel'), page.getByLabel('Nouveau mot de passe')];
  await current.fill('autre chose');
  await next.fill('une lampe et trois clous');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await expect(current).toHaveAccessibleDescription('Le mot de passe actuel est incorrect.');
  await current.fill(ADMINISTRATOR.password);
  await next.fill('court');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await expect(next).toHaveAccessibleDescription(/12 caractères/);
  await next.fill('une lampe et trois clous');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await expect(page.getByText('Mot de passe changé', { exact: true })).toBeVisible();

  expect((await other.request.get(`${site.origin}/api/user`)).status()).toBe(401);
  await other.goto(`${site.origin}/auth`);
  await fillSignIn(other, 'une lampe et trois clous');
  await other.waitForURL(`${site.origin}/admin`);
  await other.context().close();
});

test('one session can be ended, and all of them', async ({ page, browser, startOwnSite }) => {
  const site = await startOwnSite('full');
  await openSettings(page, site, 'Sessions');
  const rows = page.getByRole('tabpanel', { name: 'Sessions' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Cette session' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Déconnecter Programme' }).click();
  await expect(page.getByText('Session fermée', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(1);

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${site.origin}/auth`);
  await fillSignIn(other);
  await other.waitForURL(`${site.origin}/admin`);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Déconnecter partout' }).click();
  await page.waitForURL(`${site.origin}/auth`);
  expect((await other.request.get(`${site.origin}/api/user`)).status()).toBe(401);
  await other.context().close();
});

test('an application password is shown once, and can be revoked', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  await openSettings(page, site, 'Mots de passe d’application');
  await page.getByLabel('Nom du programme').fill('Ordinateur portable');
  await page.getByRole('button', { name: 'Créer un mot de passe' }).click();
  const secret = page.getByRole('status').locator('code');
  await expect(secret).toHaveText(/^\S{16,}$/);
  const text = await secret.textContent();
  await page.reload();
  await page.getByRole('tab', { name: 'Mots de passe d’application' }).click();
  await expect(page.getByText('jamais utilisé')).toBeVisible();
  await expect(page.getByText(text ?? '')).toHaveCount(0);

  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Révoquer « Ordinateur portable »' }).click();
  await expect(page.getByText('jamais utilisé')).toHaveCount(0);
});

test('an administrator adds another, who can sign in', async ({ page, browser, startOwnSite }) => {
  const site = await startOwnSite('full');
  await openSettings(page, site, 'Compte');
  await page.getByLabel('Nom d’utilisateur').fill('denis');
  await page.getByLabel('Son mot de passe').fill('huit ponts sur la rivière');
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(page.getByText('Inscription réussie', { exact: true })).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  const signedIn = await other.request.post(`${site.origin}/api/login`, {
    data: { username: 'denis', password: 'huit ponts sur la rivière' },
  });
  expect(signedIn.status()).toBe(200);
  await other.context().close();
});

test.describe('what could not be ended', () => {
  test.use({ expectedErrors: [/status of (?:401|503)|ERR_CONNECTION_REFUSED/] });

  test('is said, with the reason: an application password, one session, all of them', async ({
    page,
    startOwnSite,
  }) => {
    const site = await startOwnSite('full');
    await openSettings(page, site, 'Mots de passe d’application');
    await page.getByLabel('Nom du programme').fill('Portable');
    await page.getByRole('button', { name: 'Créer un mot de passe' }).click();
    await expect(page.getByText('Notez-le maintenant')).toBeVisible();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.route('**/api/**', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 503, json: { error: 'Le disque est plein.', code: 'disk-full' } })
        : route.fallback(),
    );

    await page.getByRole('button', { name: /^Révoquer/ }).click();
    await expect(page.getByText('Le disque est plein.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Fermer', exact: true }).click();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByRole('button', { name: 'Déconnecter Programme' }).click();
    await expect(page.getByText('Le disque est plein.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Fermer', exact: true }).click();
    await page.getByRole('button', { name: 'Déconnecter partout' }).click();
    await expect(page.getByText('Le disque est plein.', { exact: true })).toBeVisible();
    expect(page.url()).toContain('/admin/reglages');
  });
});
