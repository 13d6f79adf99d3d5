import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fromBuffer } from 'yauzl';
import { looseObjectPath } from '#content/git/objects/loose-objects.ts';
import { SESSION_LINES } from './administrator.ts';
import { commitContent } from './content.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin } from './office.ts';
import { createPost, openForm, textField } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

test('« Problèmes » lists what cannot be read, exports everything, and helps with what the repository lost', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await site.commit({ write: { 'posts/2026/casse.md': '---\ntitle: "sans fin\n---\nTexte.\n' } });
  await test.step('a file is listed with its line and the reason, until it is mended', async () => {
    await openAdmin(page, site);
    await page.getByRole('link', { name: 'Problèmes' }).click();
    const problem = page.getByRole('listitem').filter({ hasText: 'posts/2026/casse.md' });
    await expect(problem).toContainText(/ligne \d/);
    await expect(problem).toContainText('YAML illisible');

    await site.commit({ write: { 'posts/2026/casse.md': '---\ntitle: sans fin\n---\nTexte.\n' } });
    await page.getByRole('link', { name: 'Corbeille' }).click();
    await expect(page.getByText('La corbeille est vide')).toBeVisible();
    await page.getByRole('link', { name: 'Problèmes' }).click();
    await expect(
      page.getByText('Aucun problème : tous les fichiers se lisent, aucune image ne manque.'),
    ).toBeVisible();
  });
  await test.step('an image that is not there leads to the article that shows it', async () => {
    const fields = { title: 'Sans image', slug: 'sans-image', content: '![Rien](/images/rien.jpg)' };
    const { id } = await createPost(page.request, site.origin, { ...fields, isPublished: false });
    await page.reload();
    await page.getByRole('link', { name: 'Ouvrir « Sans image »' }).click();
    await expect(page).toHaveURL(`${site.origin}/admin/articles/${id}`);
    await page.request.delete(`${site.origin}/api/admin/posts/${id}`);
    await page.goto(`${site.origin}/admin`);
  });
  await test.step('a text that waits and cannot be read is told where its article is written, and let go of', async () => {
    const live = { title: 'Relu', slug: 'relu', content: 'En ligne.', isPublished: true };
    const { id } = await createPost(page.request, site.origin, live);
    const path = `posts/${new Date().getFullYear()}/relu.md`;
    await page.request.put(`${site.origin}/api/admin/posts/${id}/pending`, { data: { title: 'Relue' } });
    commitContent(site.repository, { branch: 'travail', write: { [path]: '---\ntitle: "sans fin\n---\n' } });
    await openForm(page, site.origin, id);
    const told = page.getByText('Un autre texte de cet article attend, dans un fichier');
    await expect(told).toContainText(`${path}, ligne 2). YAML illisible`);
    await textField(page).fill('Corrigé en ligne.');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Abandonner ce texte' }).click();
    await expect(told).toBeHidden();
    await expect(textField(page)).toHaveText('Corrigé en ligne.');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
    await page.getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('link', { name: 'Problèmes' }).click();
  });
  await test.step('« Tout exporter » is a zip of posts, images and settings that opens', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Tout exporter' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    const names = await namesInZip(await readFile(await download.path()));
    expect(names).toEqual(
      expect.arrayContaining([
        'site.yml',
        'capacity.yml',
        'posts/2026/fixer-ses-prix-independant.md',
        expect.stringMatching(/^images\/2026\/couverture-prix-[0-9a-f]{12}\.jpg$/),
      ]),
    );
  });
  await test.step('what the repository lost is told with what to do, and can be written again', async () => {
    const draft = { title: 'Perdu', slug: 'perdu', content: 'Premier texte.', isPublished: true };
    const { id } = await createPost(page.request, site.origin, draft);
    const path = `posts/${new Date().getFullYear()}/perdu.md`;
    const blob = execFileSync('git', ['rev-parse', `main:${path}`], { cwd: site.repository });
    await rm(looseObjectPath(join(site.repository, 'objects'), blob.toString().trim()));
    expect((await page.request.get(`${site.origin}/blog/perdu`)).status()).toBe(503);

    await page.reload();
    const troubles = page.getByRole('region', { name: 'Tout le site' });
    await expect(troubles).toContainText(`Le dépôt git a perdu un objet : ${path}`);
    await expect(troubles).toContainText('git hash-object -w');
    await expect(troubles).toContainText('Une sauvegarde ou un clone complet échouerait aujourd’hui');

    await openForm(page, site.origin, id);
    await textField(page).fill('Écrit une seconde fois.');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
    const served = await page.request.get(`${site.origin}/blog/perdu`);
    expect(await served.text()).toContain('Écrit une seconde fois.');
  });
});

function namesInZip(bytes: Buffer): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, (error, zip) => {
      if (error !== null) {
        reject(error);
        return;
      }
      const names: string[] = [];
      zip.on('entry', ({ fileName }: { readonly fileName: string }) => names.push(fileName));
      zip.on('end', () => resolve(names)).on('error', reject);
    });
  });
}
