import type { Page } from '@playwright/test';
import { readContent } from './content.ts';
import { expect, test } from './fixtures.ts';
import { lastCommit } from './git-log.ts';
import type { Office } from './office.ts';
import { openAdmin } from './office.ts';
import { pictureFile, SMALL } from './pictures.ts';

test.use({ expectedErrors: [/status of (?:401|415)|ERR_CONNECTION_REFUSED/] });

async function openImages(page: Page, site: Office): Promise<void> {
  await openAdmin(page, site);
  await page.getByRole('link', { name: 'Images' }).click();
  await expect(page.getByRole('heading', { name: 'Images' })).toBeVisible();
}

async function upload(page: Page, files: readonly Awaited<ReturnType<typeof pictureFile>>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Ajouter des images' }).click();
  await (await chooser).setFiles([...files]);
}

function card(page: Page, name: string | RegExp) {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: name });
}

/** Bytes a second that leave the browser. */
const SLOW = 30_000;
const FULL = -1;

async function throttled(page: Page): Promise<(bytesASecond: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (uploadThroughput) => {
    const limits = { offline: false, latency: 0, downloadThroughput: FULL, uploadThroughput };
    await session.send('Network.emulateNetworkConditions', limits);
  };
}

const partSent = (progress: Element) => (progress instanceof HTMLProgressElement ? progress.value : -1);

test('a slow upload says how far it is, and the rest of what was chosen is not sent once it is stopped', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  const pictures = [await pictureFile('grande.jpg'), await pictureFile('petite.jpg', 20, SMALL)];
  const atSpeed = await throttled(page);
  await openImages(page, site);
  await expect(page.getByText(/^1 image,/)).toBeVisible();
  await test.step('in « Images »', async () => {
    await atSpeed(SLOW);
    await upload(page, pictures);
    const progress = page.getByRole('progressbar', { name: 'Envoi de grande.jpg' });
    await expect.poll(() => progress.evaluate(partSent)).toBeGreaterThan(0);
    expect(await progress.evaluate(partSent)).toBeLessThan(1);
    await expect(page.getByText(/^\d+\u00a0%$/)).toBeVisible();
    const [question] = await Promise.all([
      page.waitForEvent('dialog').then(async (dialog) => {
        await dialog.dismiss();
        return dialog.message();
      }),
      page.getByRole('link', { name: 'Réglages' }).click(),
    ]);
    expect(question).toMatch(/^L’envoi n’est pas terminé/);
    await expect(progress).toBeVisible();
    await page.getByRole('button', { name: 'Interrompre' }).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByText(/^1 image,/)).toBeVisible();
    await expect(page.getByText(/Erreur|Impossible/)).toHaveCount(0);
    await atSpeed(FULL);
    await upload(page, pictures);
    await expect(page.getByText(/^3 images/)).toBeVisible();
  });
  await test.step('in « Réglages », where the portrait stays what it was', async () => {
    await page.getByRole('link', { name: 'Réglages' }).click();
    const portrait = page.getByLabel('Portrait', { exact: true });
    const before = await portrait.inputValue();
    await atSpeed(SLOW);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page
        .locator('.settings-image')
        .filter({ has: portrait })
        .getByRole('button', { name: 'Choisir une image' })
        .click(),
    ]);
    await chooser.setFiles([await pictureFile('portrait.jpg', 40)]);
    const progress = page.getByRole('progressbar', { name: 'Envoi de l’image' });
    await expect.poll(() => progress.evaluate(partSent)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Interrompre' }).click();
    await expect(progress).toHaveCount(0);
    await expect(portrait).toHaveValue(before);
    await expect(page.getByText('Modifications non enregistrées')).toHaveCount(0);
    await atSpeed(FULL);
    await page.getByRole('link', { name: 'Images' }).click();
    await expect(page.getByText(/^3 images/)).toBeVisible();
  });
});

test('pictures are added, found, refused, renamed and deleted, and told apart when unused', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await openImages(page, site);
  await expect(page.getByText(/^9 images/)).toBeVisible();
  const post = 'posts/2026/fixer-ses-prix-independant.md';
  await test.step('they are added with their progress', async () => {
    await page.route('**/api/admin/upload', async (route) => {
      await expect(page.getByRole('progressbar')).toBeVisible();
      await route.fallback();
    });
    await upload(page, [
      await pictureFile('Été à Nantes.jpg', 0, SMALL),
      await pictureFile('pont.jpg', 20, SMALL),
    ]);
    await expect(page.getByText(/^11 images/)).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await page.unrouteAll();
  });
  await test.step('what is no picture is refused in words, and the others go on', async () => {
    const note = { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Ceci est un texte.') };
    const empty = { ...note, name: 'vide.jpg', buffer: Buffer.alloc(0) };
    await upload(page, [note, empty, await pictureFile('quai.jpg', 40, SMALL)]);
    await expect(page.getByText(/^note\.jpg\u00a0: .*vide\.jpg\u00a0: /s)).toBeVisible();
    await expect(page.getByText(/^12 images/)).toBeVisible();
  });
  await test.step('those that nothing uses are told apart, and found by their name', async () => {
    await page.getByRole('button', { name: 'Inutilisées (3)' }).click();
    await expect(page.getByText(/^3 images/)).toBeVisible();
    await page.getByLabel('Rechercher une image').fill('Été à');
    await expect(page.getByText(/^1 image,/)).toBeVisible();
    const picture = card(page, /^ete-a-nantes-[0-9a-f]{12}\.jpg/);
    await expect(picture.getByText('Inutilisée', { exact: true })).toBeVisible();
    await expect(picture.getByText(`${SMALL.width} × ${SMALL.height} px`)).toBeVisible();
    await page.getByLabel('Rechercher une image').fill('');
    await page.getByRole('button', { name: 'Inutilisées (3)' }).click();
    await expect(page.getByText(/^12 images/)).toBeVisible();
  });
  await test.step('one that another program named, with capitals, is found too', async () => {
    const bytes = (await pictureFile('IMG_1234.JPG', 60, SMALL)).buffer;
    await site.commit({ write: { 'images/2026/IMG_1234.JPG': bytes } });
    await page.reload();
    await page.getByLabel('Rechercher une image').fill('img_12');
    const picture = card(page, 'IMG_1234.JPG');
    await picture.getByRole('button', { name: /^Renommer/ }).click();
    await expect(page.getByRole('dialog', { name: 'Renommer l’image' }).getByLabel('Nom')).toHaveValue(
      'IMG_1234',
    );
    await page.keyboard.press('Escape');
    await site.commit({ remove: ['images/2026/IMG_1234.JPG'] });
    await page.reload();
    await expect(page.getByText(/^12 images/)).toBeVisible();
  });
  await test.step('a new name is mended in every article, in one commit', async () => {
    await card(page, 'couverture-prix')
      .getByRole('button', { name: /^Renommer/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Renommer l’image' });
    await expect(dialog.getByLabel('Nom')).toBeFocused();
    await expect(dialog.getByLabel('Nom')).toHaveValue('couverture-prix');
    await dialog.getByLabel('Nom').fill('Les marches');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Image renommée', { exact: true })).toBeVisible();
    await expect(card(page, 'les-marches-')).toBeVisible();
    expect(readContent(site.repository, post)).toMatch(
      /coverImage: \/images\/2026\/les-marches-[0-9a-f]{12}\.jpg/,
    );
    const { lines } = lastCommit(site.repository);
    expect(lines.filter((line) => line.startsWith('+'))).toHaveLength(1);
  });
  await test.step('a deletion asks by what uses the picture now, though the list does not say so yet', async () => {
    const picture = card(page, /^pont-/);
    await expect(picture.getByText('Inutilisée', { exact: true })).toBeVisible();
    const name = await picture.locator('.image-card-name').innerText();
    const before = readContent(site.repository, post);
    await site.commit({ write: { [post]: `${before}\n![Un pont](/images/2026/${name})\n` } });
    const [question] = await Promise.all([
      page.waitForEvent('dialog').then(async (dialog) => {
        await dialog.dismiss();
        return dialog.message();
      }),
      picture.getByRole('button', { name: /^Supprimer/ }).click(),
    ]);
    expect(question).toContain('Fixer ses prix');
    await expect(picture.getByText('Inutilisée', { exact: true })).toHaveCount(0);
    await site.commit({ write: { [post]: before } });
  });
  await test.step('a deletion says where the picture is used, and takes it away from there', async () => {
    const picture = card(page, 'les-marches-');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    await picture.getByRole('button', { name: /^Supprimer/ }).click();
    await expect.poll(() => asked[0]).toContain('Fixer ses prix');
    await expect(picture).toBeVisible();
    await page.route('**/api/admin/images/*', async (route) => {
      await picture.getByRole('button', { name: /^Supprimer/ }).dispatchEvent('click');
      await expect(picture.getByRole('button', { name: /^Supprimer/ })).toBeFocused();
      await route.continue();
    });
    await picture.getByRole('button', { name: /^Supprimer/ }).click();
    await expect(page.getByText('Image supprimée', { exact: true })).toBeVisible();
    await expect(picture).toHaveCount(0);
    expect(asked).toHaveLength(2);
    expect(readContent(site.repository, post)).not.toContain('les-marches');
  });
});
