import type { Locator, Page, Route } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { expect, giveImage, test } from './desk.ts';
import { pictureFile, SMALL } from './pictures.ts';
import { readPost, textField, titleField } from './writing.ts';

const UPLOAD = '**/api/admin/upload';
const WORDS = 'Texte alternatif : que montre cette image ?';

// Besides, what Chromium says of an upload that a test refuses or cuts.
test.use({ expectedErrors: [new RegExp(`${SESSION_LINES.source}|status of 415|ERR_FAILED`)] });

test('images are pasted, dropped or chosen, each with its words', async ({ page, desk }) => {
  for (const way of ['paste', 'paste from Finder', 'drop'] as const) {
    await test.step(`an image arrives by ${way}, with its words, and is shown`, async () => {
      const id = await desk.write('Avant.');
      await giveImage(page, way, await pictureFile('courbe.jpg', 0, SMALL));
      await page.getByLabel(WORDS).fill('Une [courbe]');
      await page.keyboard.press('Enter');
      const image = textField(page).getByAltText('Une [courbe]');
      await expect
        .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
        .not.toBe(0);
      await expect(textField(page)).toBeFocused();
      expect(await desk.saved(id)).toMatch(
        /^Avant\.\n\n!\[Une \\\[courbe\\\]\]\(\/images\/\d{4}\/courbe[^)]*\.\w+\)$/,
      );
    });
  }
  await test.step('two images are chosen, one of them decorative', async () => {
    const id = await desk.write('');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const files = [await pictureFile('un.jpg', 1, SMALL), await pictureFile('deux.jpg', 2, SMALL)];
    await (await chooser).setFiles(files);
    const forms = page.locator('.upload-form');
    await expect(forms).toHaveCount(2);
    await formOf(page, 'un.jpg').getByLabel(WORDS).fill('Premier');
    await formOf(page, 'un.jpg').getByRole('button', { name: 'Insérer l’image' }).click();
    await expect(forms).toHaveCount(1);
    // The other form moves down once the picture above it is drawn.
    await expect(textField(page).getByAltText('Premier')).toBeVisible();
    await formOf(page, 'deux.jpg').getByRole('button', { name: 'Image décorative, sans texte' }).click();
    await expect(forms).toHaveCount(0);
    expect(await desk.saved(id)).toMatch(
      /^!\[Premier\]\(\/images\/\S+un\S*\)\n\n!\[\]\(\/images\/\S+deux\S*\)$/,
    );
  });
  await test.step('several chosen behind words keep their order, whichever gets its words first', async () => {
    const id = await desk.write('Avant.');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const names = ['un', 'deux', 'trois'];
    const files = await Promise.all(names.map((name, at) => pictureFile(`${name}.jpg`, at, SMALL)));
    await (await chooser).setFiles(files);
    for (const name of ['un', 'trois', 'deux']) {
      await formOf(page, `${name}.jpg`).getByLabel(WORDS).fill(name);
      await formOf(page, `${name}.jpg`).getByRole('button', { name: 'Insérer l’image' }).click();
      await expect(textField(page).getByAltText(name)).toBeVisible();
    }
    const saved = await desk.saved(id);
    expect(saved.replace(/\(\S+\)/g, '')).toBe('Avant.\n\n![un]\n\n![deux]\n\n![trois]');
  });
});

test('an upload is waited for, given up, lost or refused without harm to the text', async ({
  page,
  desk,
}) => {
  const picture = await pictureFile('photo.jpg', 0, SMALL);
  await test.step('the words may be given before the image has arrived; its progress shows', async () => {
    const held = await holdUpload(page);
    const id = await desk.write('Avant.');
    await giveImage(page, 'paste', { ...picture, name: 'lente.jpg' });
    await expect(page.getByRole('progressbar', { name: 'Envoi de lente.jpg' })).toBeVisible();
    await page.getByLabel(WORDS).fill('Lente');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Insérer l’image' })).toBeDisabled();
    await page.locator('.cm-line').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Suite.');
    await expect(page.locator('.cm-line').first()).toHaveText('Avant. Suite.');
    expect(await desk.saved(id)).toBe('Avant. Suite.');
    await (await held.first).continue();
    await expect(textField(page).getByAltText('Lente')).toBeVisible();
    expect(await desk.saved(id)).toMatch(/^Avant\. Suite\.\n\n!\[Lente\]\(\S+\)$/);
    await page.unrouteAll();
  });
  await test.step('an image given up leaves nothing, and its upload ends', async () => {
    const held = await holdUpload(page);
    const id = await desk.write('Avant.');
    await giveImage(page, 'paste', picture);
    await page.getByLabel(WORDS).fill('Rien');
    const failed = page.waitForEvent('requestfailed');
    await held.first;
    await page.keyboard.press('Escape');
    await failed;
    await expect(page.locator('.upload-form')).toHaveCount(0);
    await expect(textField(page)).toBeFocused();
    await page.keyboard.type(' Après.');
    expect(await desk.saved(id)).toBe('Avant. Après.');
    await page.unrouteAll();
  });
  await test.step('a failed upload says why, and leaves the text as it was', async () => {
    await page.route(UPLOAD, (route) => route.abort('failed'));
    const id = await desk.write('Avant.');
    await giveImage(page, 'paste', picture);
    await expect(page.getByText("Erreur lors de l'upload", { exact: true })).toBeVisible();
    await expect(page.locator('.upload-form')).toHaveCount(0);
    await page.keyboard.type(' Après.');
    expect(await desk.saved(id)).toBe('Avant. Après.');
    await page.unrouteAll();
  });
  await test.step('one that is too large is not sent at all, and a file among others that is no image is named', async () => {
    const sent: string[] = [];
    page.on('request', (request) => void (request.url().includes('/upload') && sent.push(request.url())));
    const id = await desk.write('Avant.');
    await giveImage(page, 'drop', { name: 'lourde.jpg', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
    await expect(page.getByText(/^Cette image dépasse 10 Mo/)).toBeVisible();
    await expect(page.locator('.upload-form')).toHaveCount(0);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('des notes') };
    await (await chooser).setFiles([text, { ...text, name: 'suite.txt' }]);
    await expect(page.getByText(/^notes\.txt\s: Choisissez une image/)).toBeVisible();
    expect(sent).toEqual([]);
    expect(await desk.saved(id)).toBe('Avant.');
  });
  await test.step('a file that is no image is refused by its content', async () => {
    const id = await desk.write('Avant.');
    await giveImage(page, 'drop', { name: 'faux.jpg', buffer: Buffer.from('pas une image') });
    await expect(page.getByText(/^Impossible d'uploader l'image/)).toBeVisible();
    await expect(page.locator('.upload-form')).toHaveCount(0);
    expect(await desk.saved(id)).toBe('Avant.');
  });
  await test.step('that of a cover has a row with room for what it says', async () => {
    const held = await holdUpload(page);
    await page.getByRole('button', { name: 'Réglages de l’article' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('region', { name: 'Couverture' }).getByRole('button', { name: 'Upload' }).click(),
    ]);
    await chooser.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('une photo') });
    const route = await held.first;
    const row = page.getByRole('progressbar', { name: 'Envoi de l’image' }).locator('..');
    const stop = row.getByRole('button', { name: 'Interrompre' });
    const [height, needed] = [
      (await row.boundingBox())?.height ?? 0,
      (await stop.boundingBox())?.height ?? 0,
    ];
    expect(needed).toBeGreaterThan(20);
    expect(height).toBeGreaterThanOrEqual(needed);
    await stop.click();
    await expect(row).toHaveCount(0);
    await route.abort();
  });
});

test('a picture whose words are not given yet is asked about before its article is left', async ({
  page,
  desk,
}) => {
  const asked = stays(page);
  await desk.write('Avant.');
  await giveImage(page, 'paste', await pictureFile('photo.jpg', 0, SMALL));
  await expect(page.getByText('« photo.jpg » est prête.')).toBeVisible();
  const back = page.getByRole('button', { name: 'Retour aux articles' });
  await back.click();
  expect(asked).toEqual([expect.stringContaining('pas encore dans le texte')]);
  await page.getByLabel(WORDS).fill('Une photo');
  await page.keyboard.press('Enter');
  await expect(textField(page).getByAltText('Une photo')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  await back.click();
  await expect(page).toHaveURL(`${desk.site.origin}/admin`);
  expect(asked).toHaveLength(1);
});

test('« Enregistrer » asks before it leaves out a picture whose words are not given yet', async ({
  page,
  desk,
}) => {
  const id = await desk.write('Avant.');
  await giveImage(page, 'paste', await pictureFile('photo.jpg', 0, SMALL));
  await expect(page.getByText('« photo.jpg » est prête.')).toBeVisible();
  await titleField(page).fill('Un autre titre');
  const save = page.getByRole('button', { name: 'Enregistrer : modifier l’article' });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  await save.click();
  expect(asked).toEqual([expect.stringContaining('pas encore dans le texte')]);
  expect((await readPost(page.request, desk.site.origin, id)).title).toBe('Essai');
  await expect(page.locator('.upload-form')).toHaveCount(1);
  await page.getByLabel(WORDS).fill('Une photo');
  await page.route(`**/api/admin/posts/${id}`, (route) => route.abort('failed'));
  await save.click();
  await expect(page.locator('.form-bar')).toContainText('Non enregistré');
  // The form stays open: so do the picture and its words.
  await expect(page.getByLabel(WORDS)).toHaveValue('Une photo');
  await page.unrouteAll();
  await save.click();
  await expect(page).toHaveURL(`${desk.site.origin}/admin`);
  expect(asked).toHaveLength(3);
  expect(await readPost(page.request, desk.site.origin, id)).toMatchObject({
    title: 'Un autre titre',
    content: 'Avant.',
  });
});

test('« Publier » of the check asks before it leaves out a picture that came meanwhile', async ({
  page,
  desk,
}) => {
  const id = await desk.write('Avant.');
  await page.getByLabel("Publier l'article").check();
  await page.getByRole('button', { name: 'Publier : modifier l’article' }).click();
  const check = page.getByRole('dialog', { name: 'Vérification avant publication' });
  await expect(check.getByText('Extrait', { exact: true })).toBeVisible();
  await giveImage(page, 'paste', await pictureFile('photo.jpg', 0, SMALL));
  await expect(page.getByText('« photo.jpg » est prête.')).toBeVisible();
  const asked = stays(page);
  await check.getByRole('button', { name: 'Publier quand même' }).click();
  await expect.poll(() => asked).toEqual([expect.stringContaining('Continuer sans')]);
  await expect(check).toBeVisible();
  await expect(page.locator('.upload-form')).toHaveCount(1);
  expect(await readPost(page.request, desk.site.origin, id)).toMatchObject({ isPublished: false });
});

test('a cover on its way arrives though its sheet is closed; who stays for it is asked again before leaving', async ({
  page,
  desk,
}) => {
  const asked = stays(page);
  const picture = await pictureFile('photo.jpg', 0, SMALL);
  const held = await holdUpload(page);
  await desk.open({ title: 'Un', content: 'Texte.' });
  const settings = page.getByRole('button', { name: 'Réglages de l’article' });
  await settings.click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('region', { name: 'Couverture' }).getByRole('button', { name: 'Upload' }).click(),
  ]);
  await chooser.setFiles({ name: picture.name, mimeType: 'image/jpeg', buffer: picture.buffer });
  const route = await held.first;
  await titleField(page).fill('Deux');
  await page.getByRole('button', { name: 'Enregistrer : modifier l’article' }).click();
  await expect.poll(() => asked).toEqual([expect.stringContaining('L’envoi n’est pas terminé')]);
  await settings.click();
  await route.continue();
  await expect(page.getByText('Image uploadée', { exact: true })).toBeVisible();
  await settings.click();
  await expect(page.locator('input[name="coverImage"]')).toHaveValue(/^\/images\//);
  await page.getByRole('button', { name: 'Retour aux articles' }).click();
  await expect.poll(() => asked.at(-1)).toContain('Le texte en cours n’est pas enregistré.');
});

/** Stays on the page whenever that is asked; what was asked. */
function stays(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  return asked;
}

/** Makes uploads wait; `first` is the first of them, to be let go on. */
async function holdUpload(page: Page): Promise<{ readonly first: Promise<Route> }> {
  let take: (route: Route) => void = () => undefined;
  const first = new Promise<Route>((resolve) => {
    take = resolve;
  });
  await page.route(UPLOAD, (route) => take(route));
  return { first };
}

function formOf(page: Page, name: string): Locator {
  return page.locator('.upload-form').filter({ hasText: name });
}
