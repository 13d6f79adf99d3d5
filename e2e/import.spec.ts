import type { Locator, Page } from '@playwright/test';
import { readContent } from './content.ts';
import { EXPORT_NAME, exportFile } from './export-file.ts';
import { expect, test } from './fixtures.ts';
import { lastCommit } from './git-log.ts';
import { openAdmin } from './office.ts';

test.use({
  expectedErrors: [/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_FAILED|Failed to load resource/],
});

const ARTICLE = '/2019/05/trois-semaines-sans-reunion/';

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: typeof name === 'string' });
}

function sendExport(page: Page): Promise<void> {
  return page.getByLabel('Fichiers de l’export').setInputFiles(exportFile());
}

async function boxOf(place: Locator) {
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** Where an address leads by one answer. */
async function led(page: Page, address: string): Promise<readonly [status: number, to: string | undefined]> {
  const answer = await page.request.get(address, { maxRedirects: 0 });
  return [answer.status(), answer.headers()['location']];
}

test('an author brings a blog: its plan is read, then it waits, is published, and can be taken back', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  const before = lastCommit(site.repository).subject;
  await openAdmin(page, site);
  await page.getByRole('link', { name: 'Réglages' }).click();
  await page.getByRole('tab', { name: 'Importer' }).click();

  await test.step('the plan says what the export holds, and nothing is written', async () => {
    await sendExport(page);
    await expect(page.getByRole('heading', { name: 'L’ancien blog' })).toBeVisible();
    await page.getByText('1 code n’a pas d’équivalent').click();
    await expect(page.getByText('minuteur', { exact: true })).toBeVisible();
    await page.getByLabel('Montrer').selectOption('Avec une remarque');
    await expect(page.getByRole('tabpanel').getByText('Vendre moins, mieux')).toHaveCount(0);
    await expect(page.getByText('Ce que le silence change').last()).toBeVisible();
    await page.getByLabel('Montrer').selectOption('Tous');
    await expect(page.getByText('Vendre moins, mieux')).toBeVisible();
    expect(lastCommit(site.repository).subject).toBe(before);
  });

  await test.step('imported, it is there for its author alone', async () => {
    await button(page, 'Importer').click();
    await expect(page.getByText('Vos lecteurs n’en voient encore rien')).toBeVisible();
    expect((await led(page, `${site.origin}/blog/vendre-moins-mieux`))[0]).toBe(404);
    await button(page, 'Voir les articles').click();
    await expect(page.getByRole('link', { name: /^Trois semaines sans réunion/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Notes pour un livre/ })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 800 });
    const row = page.getByRole('row').filter({ hasText: 'Vendre moins, mieux' });
    const state = await boxOf(row.getByText('Publication en attente'));
    const edit = await boxOf(row.getByRole('button', { name: /^Modifier/ }));
    expect(state.bottom <= edit.top || state.right <= edit.left).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('published, its old addresses lead there', async () => {
    await page.goto(`${site.origin}/admin/reglages/importer`);
    await button(page, 'Ouvrir « L’ancien blog »').click();
    await button(page, /^Publier les/).click();
    await expect(page.getByText('sont en ligne')).toBeVisible();
    const moved = [301, '/blog/trois-semaines-sans-reunion'];
    expect(await led(page, site.origin + ARTICLE)).toEqual(moved);
    expect(await led(page, `${site.origin}/?p=101`)).toEqual(moved);
    await page.goto(site.origin + ARTICLE);
    await expect(page.getByRole('heading', { name: 'Trois semaines sans réunion', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'racontée ici' }).click();
    await expect(page.getByRole('heading', { name: 'Ce que le silence change', level: 1 })).toBeVisible();
    expect((await led(page, `${site.origin}/blog/notes-pour-un-livre`))[0]).toBe(404);
  });

  await test.step('taken back, it is gone, and its addresses with it', async () => {
    await page.goto(`${site.origin}/admin/reglages/importer`);
    await button(page, 'Ouvrir « L’ancien blog »').click();
    await button(page, 'Annuler cet import').click();
    await button(page, 'Annuler l’import').click();
    await expect(page.getByText('Cet import est annulé.')).toBeVisible();
    expect((await led(page, `${site.origin}/blog/trois-semaines-sans-reunion`))[0]).toBe(410);
    expect((await led(page, site.origin + ARTICLE))[0]).not.toBe(301);
    expect(readContent(site.repository, 'redirects.yml')).not.toContain('/?p=101');
  });

  await test.step('one that was forgotten in another tab leads back to the others', async () => {
    await page.reload();
    const open = button(page, 'Ouvrir « L’ancien blog »');
    await expect(open).toBeVisible();
    const calls = `${site.origin}/api/admin/imports`;
    const [known] = (await (await page.request.get(calls)).json()) as readonly { readonly id: string }[];
    await page.request.delete(`${calls}/${known?.id}`);
    await open.click();
    await expect(page.getByText('L’import n’a pas pu être lu')).toBeVisible();
    await button(page, 'Tous les imports').click();
    await expect(button(page, 'Choisir les fichiers')).toBeVisible();
    await expect(open).toHaveCount(0);
  });
});

test('an export whose sending is cut goes on where it was, on the page and after it was left', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site, '/admin/reglages/importer');
  const isPart = (url: URL) => /\/files\/0$/.test(url.pathname);

  await test.step('leaving asks while it is sent, and a cut is said', async () => {
    await page.route(isPart, (route) => route.abort());
    await page.route(
      isPart,
      async (route) => {
        const asked = page.waitForEvent('dialog');
        const followed = page.getByRole('link', { name: 'Images' }).click();
        expect((await asked).message()).toMatch(/^L’envoi n’est pas terminé/);
        await (await asked).dismiss();
        await followed;
        await route.fallback();
      },
      { times: 1 },
    );
    await sendExport(page);
    await expect(page.getByRole('heading', { name: 'Envoi interrompu' })).toBeVisible();
    const cutAgain = page.waitForEvent('requestfailed');
    await button(page, 'Reprendre').click();
    await cutAgain;
    await expect(page.getByRole('heading', { name: 'Envoi interrompu' })).toBeVisible();
  });

  await test.step('« Reprendre » goes on', async () => {
    await page.unrouteAll();
    await button(page, 'Reprendre').click();
    await expect(button(page, 'Importer')).toBeVisible();
    await button(page, 'Tous les imports').click();
    await button(page, 'Oublier « L’ancien blog »').click();
    await expect(button(page, /^Ouvrir/)).toHaveCount(0);
  });

  await test.step('the page is left, and the same file goes on with the same import', async () => {
    await page.route(isPart, (route) => route.abort());
    await sendExport(page);
    await expect(page.getByRole('heading', { name: 'Envoi interrompu' })).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    await expect(page.getByText('Envoi incomplet')).toBeVisible();
    await button(page, `Reprendre « ${EXPORT_NAME} »`).click();
    await expect(page.getByText('Choisissez de nouveau')).toBeVisible();
    await sendExport(page);
    await expect(button(page, 'Importer')).toBeVisible();
    await button(page, 'Tous les imports').click();
    await expect(button(page, /^Ouvrir/)).toHaveCount(1);
  });
});

test('what is no export is refused with a sentence', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site, '/admin/reglages/importer');
  const file = { name: 'notes.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(400, 7) };
  await page.getByLabel('Fichiers de l’export').setInputFiles(file);
  await expect(page.getByRole('region', { name: 'Refusé' }).getByRole('alert')).toBeVisible();
  await expect(page.getByText('Rien n’a été écrit.')).toBeVisible();
});
