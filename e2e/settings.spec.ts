import type { Dialog, Page, Route } from '@playwright/test';
import { ADMINISTRATOR } from './administrator.ts';
import { readContent } from './content.ts';
import { expect, test } from './fixtures.ts';
import { lastCommit } from './git-log.ts';
import type { Office } from './office.ts';
import { openAdmin } from './office.ts';
import { pictureFile, SMALL } from './pictures.ts';

test.use({ expectedErrors: [/status of (?:400|401|409)|ERR_CONNECTION_REFUSED/] });

async function openSettings(page: Page, site: Office, tab?: string): Promise<void> {
  await openAdmin(page, site);
  await page.getByRole('link', { name: 'Réglages' }).click();
  if (tab !== undefined) await openTab(page, tab);
}

function openTab(page: Page, name: string): Promise<void> {
  return page.getByRole('tab', { name }).click();
}

function save(page: Page) {
  return page.getByRole('button', { name: 'Enregistrer', exact: true });
}

/** Reads what the admin tells, and closes it: the next one is told anew. */
async function expectTold(page: Page, text: string): Promise<void> {
  const told = page.getByText(text, { exact: true });
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(told).toHaveCount(0);
}

test('texts of the site are saved, with what others changed meanwhile, and read at once', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await openSettings(page, site);
  const name = page.getByLabel('Nom du site');

  await test.step('one text is one line of one commit', async () => {
    await name.fill('Maison Delvaure');
    await save(page).click();
    await expect(page.getByText('Réglages enregistrés', { exact: true })).toBeVisible();
    await expect(save(page)).toBeFocused();
    await expectTold(page, 'Réglages enregistrés');
    await expect(name).toHaveValue('Maison Delvaure');
    expect(lastCommit(site.repository)).toEqual({
      author: ADMINISTRATOR.username,
      subject: 'Modifier les textes du site',
      lines: ['-  name: Delvaure Conseil', '+  name: Maison Delvaure'],
    });
  });

  await test.step('what the operator committed meanwhile is kept', async () => {
    await name.fill('Le mien');
    const text = readContent(site.repository, 'site.yml');
    await site.commit({ write: { 'site.yml': text.replace('badge: Ironman', 'badge: Marathon # nouveau') } });
    await save(page).click();
    await expectTold(page, 'Réglages enregistrés');
    expect(readContent(site.repository, 'site.yml')).toContain(
      'name: Le mien\n  badge: Marathon # nouveau\n',
    );
    await expect(page.getByLabel('Badge du pied de page')).toHaveValue('Marathon');
  });

  await test.step('one text changed by two people shows both, and the author decides', async () => {
    await name.fill('Encore le mien');
    const text = readContent(site.repository, 'site.yml');
    await site.commit({ write: { 'site.yml': text.replace('name: Le mien', 'name: Le leur') } });
    await save(page).click();
    await expect(name).toHaveAccessibleDescription(/«\u00a0Le leur\u00a0»/);
    await expect(name).toHaveValue('Encore le mien');
    await expect(name).toBeFocused();
    expect(readContent(site.repository, 'site.yml')).toContain('name: Le leur');

    await save(page).click();
    await expectTold(page, 'Réglages enregistrés');
    expect(readContent(site.repository, 'site.yml')).toContain('name: Encore le mien');
  });

  await test.step('what is written while a save is on its way goes on from it', async () => {
    const held = new Promise<Route>((hold) => {
      void page.route('**/api/admin/site', hold, { times: 1 });
    });
    await name.fill('Toujours');
    await save(page).click();
    const route = await held;
    await name.fill('Toujours le mien');
    await route.continue();
    await expectTold(page, 'Réglages enregistrés');
    await expect(name).toHaveValue('Toujours le mien');
    await save(page).click();
    await expectTold(page, 'Réglages enregistrés');
    expect(readContent(site.repository, 'site.yml')).toContain('name: Toujours le mien');
    await expect(page.getByText('Modifications non enregistrées')).toHaveCount(0);
  });

  await test.step('places that open show in the footer, as the name in the header', async () => {
    await openTab(page, 'Disponibilité');
    await page.getByRole('combobox', { name: 'Disponibilité' }).selectOption('Places disponibles');
    await page.getByLabel('Places par trimestre').fill('4');
    await save(page).click();
    await expectTold(page, 'Disponibilité enregistrée');
    await page.goto(site.origin);
    await expect(page.getByRole('banner').getByText('Toujours le mien')).toBeVisible();
    await expect(page.getByRole('contentinfo').getByText('Places disponibles')).toBeVisible();
    await expect(page.getByRole('contentinfo').getByText('4 places par trimestre')).toBeVisible();
  });
});

test('what is missing is told at its field, another tab keeps what is being written, and leaving asks', async ({
  page,
  site,
}) => {
  await openSettings(page, site);
  const name = page.getByLabel('Votre nom');
  await test.step('nothing is saved while something is missing', async () => {
    await name.fill('');
    await page.getByLabel('Profil de messagerie').fill('t.me/delvaure');
    await save(page).click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Il manque');
    await expect(page.getByLabel('Profil de messagerie')).toHaveAccessibleDescription(/https:\/\//);
    expect(readContent(site.repository, 'site.yml')).toContain('name: Antoine Delvaure');
  });

  await name.fill('Pas encore');
  await openTab(page, 'Sessions');
  await expect(page).toHaveURL(/\/admin\/reglages\/sessions$/);
  await openTab(page, 'Site');
  await expect(name).toHaveValue('Pas encore');
  await expect(page.getByText('Modifications non enregistrées')).toBeVisible();

  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Images' }).click();
  await expect(name).toHaveValue('Pas encore');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Images' }).click();
  await expect(page.getByRole('heading', { name: 'Images' })).toBeVisible();
});

test('an administrator signs commits with a name, adds another one, and changes the password', async ({
  page,
  request,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  const signIn = async (username: string, password: string): Promise<number> =>
    (await request.post(`${site.origin}/api/login`, { data: { username, password } })).status();
  await openSettings(page, site, 'Compte');

  await test.step('the name of the profile signs the next commit', async () => {
    const shownName = page.getByLabel('Nom affiché');
    await shownName.fill('Claire Vasseur');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: 'Images' }).click();
    await expect(shownName).toHaveValue('Claire Vasseur');
    await page.getByRole('button', { name: 'Enregistrer le profil' }).click();
    await expectTold(page, 'Profil enregistré');
    await page.getByRole('link', { name: 'Images' }).click();
    await expect(page.getByRole('heading', { name: 'Images' })).toBeVisible();
    await page.getByRole('link', { name: 'Réglages' }).click();
    await openTab(page, 'Site');
    await page.getByLabel('Citation').fill('Avancer.');
    await save(page).click();
    await expectTold(page, 'Réglages enregistrés');
    expect(lastCommit(site.repository).author).toBe('Claire Vasseur');
  });

  await openTab(page, 'Compte');
  await test.step('who is added can sign in', async () => {
    await page.getByLabel('Nom d’utilisateur').fill('denis');
    await page.getByLabel('Son mot de passe').fill('huit ponts sur la rivière');
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expectTold(page, 'Inscription réussie');
    expect(await signIn('denis', 'huit ponts sur la rivière')).toBe(200);
  });

  await test.step('a changed password ends the other sessions and opens the next one', async () => {
    expect(await signIn(ADMINISTRATOR.username, ADMINISTRATOR.password)).toBe(200);
    const current = page.getByLabel('Mot de passe actuel');
    const next = page.getByLabel('Nouveau mot de passe');
    const change = page.getByRole('button', { name: 'Changer le mot de passe' });
    await current.fill('autre chose');
    await next.fill('une lampe et trois clous');
    await change.click();
    await expect(current).toHaveAccessibleDescription('Le mot de passe actuel est incorrect.');
    await current.fill(ADMINISTRATOR.password);
    await next.fill('court');
    await change.click();
    await expect(next).toHaveAccessibleDescription(/12 caractères/);
    expect((await request.get(`${site.origin}/api/user`)).status()).toBe(200);
    await next.fill('une lampe et trois clous');
    await change.click();
    await expectTold(page, 'Mot de passe changé');

    expect((await request.get(`${site.origin}/api/user`)).status()).toBe(401);
    expect(await signIn(ADMINISTRATOR.username, 'une lampe et trois clous')).toBe(200);
    expect((await page.request.get(`${site.origin}/api/user`)).status()).toBe(200);
  });
});

test.describe('what opens the site', () => {
  test.use({ expectedErrors: [/status of (?:401|503)|ERR_CONNECTION_REFUSED/] });

  test('an application password is shown once; it and sessions are ended, or it is said why not', async ({
    page,
    request,
    startOwnSite,
  }) => {
    const site = await startOwnSite('full');
    await openSettings(page, site, 'Mots de passe d’application');
    const end = page.getByRole('button', { name: 'Déconnecter Programme' });
    const endAll = page.getByRole('button', { name: 'Déconnecter partout' });
    const revoke = page.getByRole('button', { name: 'Révoquer « Ordinateur portable »' });
    const rows = page.getByRole('tabpanel', { name: 'Sessions' }).getByRole('listitem');

    await test.step('the password is shown once', async () => {
      await page.getByLabel('Nom du programme').fill('Ordinateur portable');
      await page.getByRole('button', { name: 'Créer un mot de passe' }).click();
      const secret = page.getByRole('status').locator('code');
      await expect(secret).toHaveText(/^\S{16,}$/);
      await expect(page.getByText('Notez-le maintenant')).toBeVisible();
      const text = (await secret.textContent()) ?? '';
      // The name that a program asks beside it is there.
      await openTab(page, 'Compte');
      await openTab(page, 'Mots de passe d’application');
      await expect(secret).toHaveText(text);

      await page.getByLabel('Nom du programme').fill('Essai');
      await page.getByRole('button', { name: 'Créer un mot de passe' }).click();
      await expect(secret).not.toHaveText(text);
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Révoquer « Essai »' }).click();
      await expect(secret).toHaveCount(0);
      await expect(revoke).toBeFocused();
      await page.reload();
      await openTab(page, 'Mots de passe d’application');
      await expect(page.getByText('jamais utilisé')).toBeVisible();
      await expect(page.getByText(text)).toHaveCount(0);
    });

    await test.step('what is written while a picture of the site is sent stays', async () => {
      await openTab(page, 'Site');
      const panel = page.getByRole('tabpanel', { name: 'Site' });
      let sent: () => void = () => undefined;
      const isSent = new Promise<void>((resolve) => (sent = resolve));
      await page.route('**/api/admin/upload', async (route) => {
        await isSent;
        await route.fallback();
      });
      const chooser = page.waitForEvent('filechooser');
      await panel.getByRole('button', { name: 'Choisir une image' }).first().click();
      await (await chooser).setFiles(await pictureFile('logo.jpg', 0, SMALL));
      await panel.getByLabel('Citation').fill('Écrit pendant l’envoi.');
      sent();
      await expect(panel.locator('input[value*="/logo-"]')).toBeVisible();
      await expect(panel.getByLabel('Citation')).toHaveValue('Écrit pendant l’envoi.');
      await page.unrouteAll();
      await panel.getByRole('button', { name: 'Enregistrer' }).click();
      await expectTold(page, 'Réglages enregistrés');
    });

    await test.step('words that were saved without an answer are not told as somebody else’s', async () => {
      for (const { tab, address, label, failed, saved } of [
        {
          tab: 'Site',
          address: '**/api/admin/site',
          label: 'Citation',
          failed: 'Impossible d’enregistrer les réglages',
          saved: 'Réglages enregistrés',
        },
        {
          tab: 'Disponibilité',
          address: '**/api/admin/capacity',
          label: 'Auteur du témoignage',
          failed: 'Impossible d’enregistrer la disponibilité',
          saved: 'Disponibilité enregistrée',
        },
      ]) {
        await openTab(page, tab);
        const field = page.getByRole('tabpanel', { name: tab }).getByLabel(label);
        const press = page.getByRole('tabpanel', { name: tab }).getByRole('button', { name: 'Enregistrer' });
        await field.fill('Avancer');
        await page.route(
          address,
          async (route) => {
            await route.fetch();
            await route.fulfill({ status: 503, json: { error: 'Coupure.', code: 'unavailable' } });
          },
          { times: 1 },
        );
        await press.click();
        await expectTold(page, `${failed}\u00a0: Coupure.`);
        await field.fill('Avancer encore.');
        await press.click();
        await expectTold(page, saved);
        await expect(field).toHaveValue('Avancer encore.');
      }
      await openTab(page, 'Mots de passe d’application');
    });

    const accept = (dialog: Dialog) => void dialog.accept();
    page.on('dialog', accept);
    await test.step('what could not be ended is said, with the reason', async () => {
      await page.route('**/api/**', (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 503, json: { error: 'Le disque est plein.', code: 'disk-full' } })
          : route.fallback(),
      );
      await revoke.click();
      await expectTold(page, 'Le mot de passe n’a pas pu être révoqué\u00a0: Le disque est plein.');
      await openTab(page, 'Sessions');
      await end.click();
      await expectTold(page, 'La session n’a pas pu être fermée\u00a0: Le disque est plein.');
      await endAll.click();
      await expectTold(page, 'Les sessions n’ont pas pu être fermées\u00a0: Le disque est plein.');
      expect(page.url()).toContain('/admin/reglages');
      await page.unrouteAll();
    });

    await test.step('what could not be read is said, and asked for again', async () => {
      let isDown = true;
      await page.route(/\/api\/account\/(?:sessions|application-passwords)$/, (route) =>
        isDown
          ? route.fulfill({ status: 503, json: { error: 'Le disque est en panne.', code: 'unavailable' } })
          : route.fallback(),
      );
      for (const [tab, said, row] of [
        ['Sessions', 'Les sessions n’ont pas pu être lues', 'Cette session'],
        ['Mots de passe d’application', 'Les mots de passe n’ont pas pu être lus', 'jamais utilisé'],
      ] as const) {
        isDown = true;
        await page.reload();
        await openTab(page, tab);
        const panel = page.getByRole('tabpanel', { name: tab });
        await expect(panel.getByText(said)).toBeVisible();
        await expect(panel.getByText('Le disque est en panne.')).toBeVisible();
        await expect(panel.getByRole('list')).toHaveCount(0);
        await panel.getByRole('button', { name: 'Réessayer' }).click();
        await expect(panel.getByText(said)).toBeVisible();
        isDown = false;
        await panel.getByRole('button', { name: 'Réessayer' }).click();
        await expect(panel.getByText(row)).toBeVisible();
        await expect(panel.getByText(said)).toHaveCount(0);
      }
      await page.unrouteAll();
      await openTab(page, 'Sessions');
    });

    await test.step('one session, the password, then all sessions are ended', async () => {
      await expect(rows).toHaveCount(2);
      await expect(rows.filter({ hasText: 'Cette session' })).toHaveCount(1);
      await end.click();
      await expectTold(page, 'Session fermée');
      await expect(rows).toHaveCount(1);
      await openTab(page, 'Mots de passe d’application');
      await revoke.click();
      await expect(page.getByText('jamais utilisé')).toHaveCount(0);
      await expect(page.getByRole('tabpanel', { name: 'Mots de passe d’application' })).toBeFocused();

      const other = await request.post(`${site.origin}/api/login`, { data: ADMINISTRATOR });
      expect(other.status()).toBe(200);
      await openTab(page, 'Sessions');
      page.off('dialog', accept);
      await test.step('settings that are not saved are asked about first, and once', async () => {
        await openTab(page, 'Site');
        await page.getByLabel('Citation').fill('Pas encore.');
        await openTab(page, 'Sessions');
        page.once('dialog', (dialog) => void dialog.dismiss());
        await endAll.click();
        await expect(endAll).toBeEnabled();
        expect((await page.request.get(`${site.origin}/api/user`)).status()).toBe(200);
      });
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.accept();
      });
      await endAll.click();
      await page.waitForURL(`${site.origin}/auth`);
      expect(asked).toEqual(['confirm', 'confirm']);
      expect((await request.get(`${site.origin}/api/user`)).status()).toBe(401);
    });
  });
});

test('on a phone what is told leaves the button that saves to be pressed', async ({ page, site }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await openAdmin(page, site, '/admin/reglages');
  await page.getByLabel('Nom du site').fill('');
  await save(page).click();
  const told = await page.locator('.toast').boundingBox();
  const button = await save(page).boundingBox();
  expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
});
