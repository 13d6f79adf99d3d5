import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '#content/testing/temporary-repository.ts';
import type { RunningApp } from '#desktop/testing/electron-app.ts';
import { photograph, plainPicture } from '#server/testing/pictures.ts';
import { textField, titleField } from '../writing.ts';
import { expect, startNewSite, test } from './app.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const PATH = 'posts/2026/carnet.md';
const post = (first: string, second: string) =>
  `---\nid: ${ID}\ntitle: Carnet\n---\n\n${first}\n\nMilieu.\n\n${second}\n`;

test('what another program writes is taken up, and what is not ours is shown and left alone', async ({
  desktop,
}) => {
  const { folder, app, page } = await startNewSite(desktop);
  const file = join(folder, PATH);
  mkdirSync(join(folder, 'posts/2026'), { recursive: true });

  // A new article, an image with its position and a file that is not ours.
  writeFileSync(file, post('Début.', 'Fin.'));
  mkdirSync(join(folder, 'images/2026'), { recursive: true });
  const photo = await photograph();
  writeFileSync(join(folder, 'images/2026/mer.jpg'), photo);
  writeFileSync(join(folder, 'liste.txt'), 'pain, lait');
  await expect(page.getByText('Carnet', { exact: true }).first()).toBeVisible();
  await expect
    .poll(() => git(['status', '--porcelain', '--untracked-files=all'], { cwd: folder }))
    .toBe('?? liste.txt');
  expect(git(['log', '-1', '--format=%an'], { cwd: folder })).toBe('Claire Dubois');
  await page.getByRole('link', { name: 'Problèmes' }).click();
  await expect(page.getByRole('heading', { name: 'Fichiers laissés tels quels' })).toBeVisible();
  await expect(page.getByText('liste.txt')).toBeVisible();
  expect(readFileSync(join(folder, 'liste.txt'), 'utf8')).toBe('pain, lait');

  // What cannot be read is told, wherever the author is, and not while the page says that all can be.
  const allRead = page.getByText(/^Aucun problème/);
  writeFileSync(file, post('Début.', 'Fin.').replace('title: Carnet', 'title: Carnet : la suite'));
  await page.getByRole('button', { name: 'Un fichier à corriger' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dossier des articles' });
  await expect(dialog).toContainText(PATH);
  await expect(dialog.getByRole('button', { name: 'Comparer et choisir' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(page.getByText(/YAML illisible/)).toBeVisible();
  await expect(allRead).toBeHidden();
  writeFileSync(file, post('Début.', 'Fin.'));
  rmSync(join(folder, 'liste.txt'));
  await expect(allRead).toBeVisible();
  await expect(page.getByRole('button', { name: 'Un fichier à corriger' })).toBeHidden();

  // Never given as it lies in the folder.
  expect(photo.includes('Secret place')).toBe(true);
  await page.getByRole('button', { name: 'Voir le site', exact: true }).click();
  const site = await app.siteWindow();
  const served = await site.goto('https://apercu.site.test/images/2026/mer.jpg');
  const bytes = (await served?.body()) ?? Buffer.alloc(0);
  expect([served?.status(), bytes.includes('Secret place'), bytes.includes('Exif')]).toEqual([
    200,
    false,
    false,
  ]);
});

test('an open form is told of what another program writes, and a clash of texts or pictures is the author’s to resolve', async ({
  desktop,
}) => {
  const { folder, app } = await startNewSite(desktop);
  await test.step('an article', () => resolveTexts(app, folder));
  await test.step('a picture, with both before one’s eyes', () =>
    resolvePictures(app, folder, desktop.folder('index')));
});

async function resolveTexts({ page, tell }: RunningApp, folder: string): Promise<void> {
  const file = join(folder, PATH);
  mkdirSync(join(folder, 'posts/2026'), { recursive: true });
  writeFileSync(file, post('Début.', 'Fin.'));
  await expect(page.getByText('Carnet', { exact: true }).first()).toBeVisible();

  // An open form goes on from the newest text, and keeps what is typed in it.
  await tell('second-instance', ['encrier', `encrier://post/${ID}`]);
  await expect(titleField(page)).toHaveValue('Carnet');
  writeFileSync(file, post('Début.', 'Fin revue ailleurs.'));
  await expect(page.getByText('voici son texte à jour')).toBeVisible();
  await expect(textField(page)).toContainText('Fin revue ailleurs.');
  await titleField(page).fill('Carnet de route');
  writeFileSync(file, post('Début revu ailleurs.', 'Fin revue ailleurs.'));
  await expect(page.getByText('votre prochain enregistrement réunira les deux textes')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(textField(page)).toContainText('Début revu ailleurs.');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('title: Carnet de route');
  expect(readFileSync(file, 'utf8')).toContain('Début revu ailleurs.');

  // Both at the same place, before Encrier could take the file up: a git that is at work holds it off.
  const release = await holdIndex(folder);
  const here = git(['show', `HEAD:${PATH}`], { cwd: folder });
  writeFileSync(file, `${here.replace('Carnet de route', 'Carnet d’ailleurs')}\n`);
  await titleField(page).fill('Carnet d’ici');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => git(['show', `HEAD:${PATH}`], { cwd: folder })).toContain('Carnet d’ici');
  release();
  await page.getByRole('button', { name: 'Un fichier à décider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dossier des articles' });
  // In the middle, over an open article too.
  const { left, right } = await dialog.evaluate((shown) => shown.getBoundingClientRect());
  expect(left).toBeCloseTo((page.viewportSize()?.width ?? 0) - right, 0);
  await dialog.getByRole('button', { name: 'Comparer et choisir' }).click();
  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(screen).toContainText('Carnet d’ici');
  await expect(screen).toContainText('Carnet d’ailleurs');
  const title = screen.getByRole('group', { name: 'Version à garder : Titre' });
  // What is written by hand stays where it is refused.
  await title.getByRole('button', { name: 'À la main' }).click();
  const byHand = screen.getByLabel('Titre, à la main');
  await byHand.fill('');
  await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
  await expect(page.getByText(/^Cette version n’a pas pu être enregistrée/)).toBeVisible();
  await byHand.fill('Carnet de tous');
  await title.getByRole('button', { name: 'Version du fichier' }).click();
  await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
  await expect(page.getByRole('button', { name: 'Un fichier à décider' })).toBeHidden();
  expect(git(['show', `HEAD:${PATH}`], { cwd: folder })).toContain('Carnet d’ailleurs');
  await expect.poll(() => git(['status', '--porcelain'], { cwd: folder })).toBe('');
  expect(readFileSync(file, 'utf8')).toContain('Carnet d’ailleurs');
}

async function resolvePictures({ page }: RunningApp, folder: string, beside: string): Promise<void> {
  const image = 'images/2026/mer.png';
  mkdirSync(join(folder, 'images/2026'), { recursive: true });
  writeFileSync(join(folder, image), await plainPicture(40, 30));
  const head = (): string => git(['rev-parse', 'HEAD'], { cwd: folder });
  await expect.poll(() => git(['ls-tree', '-r', '--name-only', 'HEAD'], { cwd: folder })).toContain(image);

  const release = await holdIndex(folder);
  const [here, there] = [await plainPicture(50, 30), await plainPicture(60, 30)];
  commitBehind({ folder, path: image, bytes: there, beside });
  writeFileSync(join(folder, image), here);
  release();
  await page.getByRole('button', { name: 'Un fichier à décider' }).click();
  await page.getByRole('button', { name: 'Comparer et choisir' }).click();
  const screen = page.getByRole('dialog', { name: image });
  for (const [name, width] of [
    ['Version d’Encrier', 60],
    ['Version du fichier', 50],
  ] as const) {
    const picture = screen.getByRole('region', { name }).locator('img');
    await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(width);
  }
  const before = head();
  await screen.getByRole('button', { name: 'Garder celle du fichier' }).click();
  await expect(page.getByRole('button', { name: 'Un fichier à décider' })).toBeHidden();
  expect(git(['rev-parse', `HEAD~1`], { cwd: folder })).toBe(before);
  await expect.poll(() => git(['status', '--porcelain'], { cwd: folder })).toBe('');
  expect(readFileSync(join(folder, image)).equals(here)).toBe(true);
}

/** Locks the index as a git at work does, once the app has let go of it; answers what unlocks it. */
async function holdIndex(folder: string): Promise<() => void> {
  const lock = join(folder, '.git/index.lock');
  await expect(() => writeFileSync(lock, '', { flag: 'wx' })).toPass();
  return () => rmSync(lock);
}

interface Behind {
  readonly folder: string;
  readonly path: string;
  readonly bytes: Buffer;
  /** Where the index is made: the folder's own is locked. */
  readonly beside: string;
}

/** A commit of one file in the folder's branch, by the git program, without a look at the files. */
function commitBehind({ folder, path, bytes, beside }: Behind): void {
  const env = { GIT_INDEX_FILE: beside };
  writeFileSync(`${beside}.bytes`, bytes);
  const blob = git(['hash-object', '-w', `${beside}.bytes`], { cwd: folder });
  git(['read-tree', 'HEAD'], { cwd: folder, env });
  git(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`], { cwd: folder, env });
  const tree = git(['write-tree'], { cwd: folder, env });
  const person = ['-c', 'user.name=X', '-c', 'user.email=x@exemple.fr'];
  const commit = git([...person, 'commit-tree', tree, '-p', 'HEAD', '-m', 'Retoucher'], { cwd: folder });
  git(['update-ref', 'HEAD', commit], { cwd: folder });
}
