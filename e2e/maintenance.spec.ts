import { rmSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readContent } from './content.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin } from './office.ts';
import { ARTICLE } from './pages.ts';
import { pictureFile } from './pictures.ts';

test.use({ expectedErrors: [/status of (?:401|409)|ERR_CONNECTION_REFUSED/] });

const IRONMAN = 'posts/2026/ironman-mindset-discipline-business.md';

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

test('the pages that mend articles refuse in words whoever is not signed in, and change nothing', async ({
  page,
  site,
}) => {
  const before = readContent(site.repository, IRONMAN);
  for (const [path, button] of [
    ['/fix-images', 'Corriger les chemins d’images'],
    ['/fix-ironman-production', 'Corriger l’article'],
    ['/direct-fix', 'Corriger l’article maintenant'],
    ['/init-data', 'Initialiser les articles'],
  ] as const) {
    await page.goto(path);
    await press(page, button);
    await expect(page.getByRole('alert'), path).toContainText('Connectez-vous pour continuer.');
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
    await expect(page.locator(':focus').getByRole('alert'), path).toBeVisible();
  }
  expect(readContent(site.repository, IRONMAN)).toBe(before);
  await page.getByRole('alert').getByRole('link', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('/init-data writes the four articles, once', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site, '/init-data');
  await press(page, 'Initialiser les articles');
  await expect(page.getByRole('status').getByRole('listitem').getByRole('link', { name: /./ })).toHaveCount(
    7,
  );
  await expect(page.getByRole('heading', { name: 'Prochaines étapes' })).toBeVisible();
  // What is written is confirmed after a second at most, shown by then or not.
  await expect.poll(async () => (await page.request.get(site.origin + ARTICLE)).status()).toBe(200);

  await page.reload();
  await press(page, 'Initialiser les articles');
  await expect(page.getByRole('alert')).toContainText(/déjà/);
});

test('what was damaged in the articles is mended, and each told', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  const text = readContent(site.repository, IRONMAN);
  await test.step('/fix-images finds what leads nowhere', async () => {
    const bent = text.replace(/coverImage: \/images\/2026\//, 'coverImage: /uploads/');
    expect(bent).not.toBe(text);
    await site.commit({ write: { [IRONMAN]: bent } });
    await openAdmin(page, site, '/fix-images');
    await press(page, 'Corriger les chemins d’images');
    await expect(page.getByRole('status').getByRole('listitem')).toContainText('/uploads/couverture-ironman');
    expect(readContent(site.repository, IRONMAN)).toBe(text);
  });
  const head = text.slice(0, text.indexOf('\n---\n') + 5).replace(/^coverImage: .*\n/m, '');
  for (const [path, button] of [
    ['/fix-ironman-production', 'Corriger l’article'],
    ['/direct-fix', 'Corriger l’article maintenant'],
  ] as const) {
    await test.step(`${path} gives the article its text and cover back`, async () => {
      await site.commit({ write: { [IRONMAN]: `${head}\nPlus rien.\n` } });
      await page.goto(site.origin + path);
      await press(page, button);
      await expect(page.getByRole('status').locator('.tool-result-title')).toBeVisible();
      const mended = readContent(site.repository, IRONMAN);
      expect(mended).not.toContain('Plus rien.');
      expect(mended).toMatch(/^coverImage: \/images\/2026\/couverture-ironman/m);
    });
  }
});

test('/upload-debug goes through its four steps and copies its log; /test-object-storage shows a picture', async ({
  page,
  context,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await openAdmin(page, site, '/upload-debug');
  await expect(page.getByText('En attente', { exact: true })).toHaveCount(4);
  await press(page, 'Lancer le diagnostic');
  await expect(page.getByText('Veuillez sélectionner un fichier de test', { exact: true })).toBeVisible();
  await expect(page.getByText('Aucune image choisie', { exact: true })).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await press(page, 'Choisir une image');
  await (await choosing).setFiles(await pictureFile('pont.jpg'));
  await expect(page.getByText('pont.jpg', { exact: true })).toBeVisible();
  await press(page, 'Lancer le diagnostic');
  await expect(page.getByText('Succès', { exact: true })).toHaveCount(4);
  await press(page, 'Copier les logs');
  await expect(page.getByText('Logs copiés', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Lisible par tous : /images/');

  await page.goto(`${site.origin}/test-object-storage`);
  await page.getByLabel('Image', { exact: true }).setInputFiles(await pictureFile('pont.jpg'));
  await press(page, 'Envoyer');
  const image = page.getByRole('img', { name: 'Ce qui a été envoyé' });
  await expect(image).toHaveAttribute('src', /^\/images\/\d{4}\/pont-[0-9a-f]{12}\.jpg$/);
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1200);
});

test('/test-upload tries an upload and the three things done to articles', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  const tarifs = '---\ntitle: Tarifs\nisPublished: false\n---\nUne page, et aucun article.\n';
  await site.commit({ write: { 'pages/tarifs.md': tarifs } });
  await openAdmin(page, site, '/test-upload');
  await expect(page.getByText('+4 autres', { exact: true })).toBeVisible();
  await press(page, 'Envoyer l’image');
  await expect(page.getByText('Veuillez sélectionner un fichier de test', { exact: true })).toBeVisible();
  await page.getByLabel('Fichier de test').setInputFiles(await pictureFile('pont.jpg'));
  await press(page, 'Envoyer l’image');
  await expect(page.getByText('+5 autres', { exact: true })).toBeVisible();
  await press(page, 'Publier un brouillon');
  await expect(page.getByText('Aucun brouillon à publier', { exact: true })).toBeVisible();
  await press(page, 'Créer un article de test');
  await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
  await press(page, 'Modifier le premier article');
  await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
  await press(page, 'Publier un brouillon');
  await expect(page.getByText(/est publié\.$/).first()).toBeVisible();
  expect(readContent(site.repository, 'pages/tarifs.md')).toBe(tarifs);
});

test('a picture that cannot be read any more is told, on both pages that try uploads', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  const { buffer } = await pictureFile('pont.jpg');
  for (const [path, field, button] of [
    ['/test-upload', 'Fichier de test', 'Envoyer l’image'],
    ['/test-object-storage', 'Image', 'Envoyer'],
  ] as const) {
    const file = test.info().outputPath('pont.jpg');
    writeFileSync(file, buffer);
    await openAdmin(page, site, path);
    await page.getByLabel(field, { exact: true }).setInputFiles(file);
    rmSync(file);
    await press(page, button);
    await expect(page.getByText("Erreur lors de l'upload", { exact: true }), path).toBeVisible();
    await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled();
  }
});
