import { ADMINISTRATOR, fillSignIn, firstCode, SESSION_LINES } from './administrator.ts';
import { layoutFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin } from './office.ts';
import { titleField } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES], reducedMotion: 'no-preference' });

for (const path of ['/admin', '/admin/images', '/upload-debug', '/test-upload']) {
  test(`${path} leads an anonymous visitor to the login`, async ({ request }) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([302, '/auth']);
  });
}

for (const path of [
  '/auth',
  '/init-data',
  '/fix-images',
  '/fix-ironman-production',
  '/direct-fix',
  '/test-object-storage',
]) {
  test(`${path} is never kept nor indexed, and each answer has a nonce of its own`, async ({ request }) => {
    const [one, two] = [await request.get(path), await request.get(path)].map((answer) => answer.headers());
    expect([one?.['cache-control'], one?.['x-robots-tag']]).toEqual(['no-store', 'noindex']);
    expect(one?.['content-security-policy']).toMatch(/style-src 'self' 'nonce-[^']+'/);
    expect(one?.['content-security-policy']).not.toBe(two?.['content-security-policy']);
  });
}

test('the first administrator comes in with the one-time code, and a wrong one is told', async ({
  page,
  newSite: site,
}) => {
  await page.goto(`${site.origin}/auth`);
  const code = page.getByLabel('Code à usage unique');
  await code.fill('AAAA-AAAA-AAAA-AAAA');
  await page.getByLabel('Nom d’utilisateur').fill(ADMINISTRATOR.username);
  await page.getByLabel('Mot de passe').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Créer le compte' }).click();
  await expect(page.getByText("Erreur d'inscription", { exact: true })).toBeVisible();
  await expect(code).toHaveAccessibleDescription(/Code à usage unique incorrect/);
  await expect(code).toBeFocused();

  await code.fill(firstCode(site));
  await page.getByRole('button', { name: 'Créer le compte' }).click();
  await page.waitForURL(`${site.origin}/admin`);
  await expect(page.getByText('Inscription réussie', { exact: true })).toBeVisible();
  await expect(page.getByText('Espace Administration')).toBeVisible();
  await expect(page.getByText('Aucun article pour le moment')).toBeVisible();
});

test('the login says what is missing and what is wrong, then opens the admin; signing out ends that', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  await page.goto(`${site.origin}/auth`);
  await expect(page.getByRole('heading', { name: 'Connexion Admin' })).toBeVisible();
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText("Nom d'utilisateur requis")).toBeVisible();
  await expect(page.getByText('Mot de passe requis')).toBeVisible();

  await fillSignIn(page, 'autre chose');
  await expect(page.getByText('Erreur de connexion', { exact: true })).toBeVisible();

  await fillSignIn(page);
  await page.waitForURL(`${site.origin}/admin`);
  await expect(page.getByText('Connexion réussie', { exact: true })).toBeVisible();
  await expect(page.getByText('Vous êtes maintenant connecté', { exact: true })).toBeVisible();
  await expect(page.getByText(ADMINISTRATOR.username, { exact: true })).toBeVisible();

  await page.goto(`${site.origin}/auth`);
  await page.waitForURL(`${site.origin}/admin`);
  await expect(page.getByText('Aucun article pour le moment')).toBeVisible();

  await test.step('words that are not saved are asked about, once, while the session is still there', async () => {
    await page.getByRole('button', { name: 'Nouveau' }).click();
    await titleField(page).fill('Pas encore enregistré');
    const signOut = page.getByRole('button', { name: 'Déconnexion' });
    page.once('dialog', (dialog) => void dialog.dismiss());
    await signOut.click();
    await expect(signOut).toBeEnabled();
    expect((await page.request.get(`${site.origin}/api/user`)).status()).toBe(200);
    page.once('dialog', (dialog) => void dialog.accept());
    await signOut.click();
  });
  await page.waitForURL(`${site.origin}/auth`);
  await expect(page.getByText('Vous avez été déconnecté', { exact: true })).toBeVisible();
  await page.goto(`${site.origin}/admin`);
  await page.waitForURL(`${site.origin}/auth`);
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
});

test.describe('an admin that is not told who is signed in', () => {
  test.use({ expectedErrors: [/status of (?:401|500)/] });

  test('says so in its profile, or shows the login and stays there', async ({ page, startOwnSite }) => {
    const site = await startOwnSite('empty');
    await page.route('**/api/user', (route) =>
      route.fulfill({ status: 500, json: { error: 'Une erreur est survenue.', code: 'internal' } }),
    );
    await page.route('**/api/user', (route) => route.continue(), { times: 1 });
    await openAdmin(page, site, '/admin/reglages/compte');
    await expect(page.getByText('Votre profil n’a pas pu être lu')).toBeVisible();
    await openAdmin(page, site);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByText('Mot de passe requis')).toBeVisible();
  });
});

test('a session that ended asks to sign in over the page, and the action goes on', async ({
  page,
  context,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await openAdmin(page, site);
  const row = page.getByRole('row').filter({ hasText: 'Ironman' });
  await row.getByRole('button', { name: 'Modifier' }).waitFor();
  await context.clearCookies();
  await row.getByRole('button', { name: 'Dépublier' }).click();
  await expect(page.getByRole('dialog', { name: 'Votre session a pris fin' })).toBeVisible();
  await expect(page.getByLabel('Nom d’utilisateur')).toBeFocused();
  await fillSignIn(page);
  await expect(page.getByText('Article dépublié', { exact: true })).toBeVisible();
  await expect(row.getByText('Brouillon')).toBeVisible();
});

test('the login has no accessibility fault', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('textbox', { name: 'Mot de passe' }).waitFor();
  expect(await layoutFindings(page)).toEqual([]);
});
