import { readFile } from 'node:fs/promises';
import { fromBuffer } from 'yauzl';
import { openAdmin, SESSION_LINES } from './administrator.ts';
import { expect, test } from './fixtures.ts';

test.use({ expectedErrors: [SESSION_LINES] });

test('a file that cannot be read is listed with its line and the reason, until it is mended', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await site.commit({ write: { 'posts/2026/casse.md': '---\ntitle: "sans fin\n---\nTexte.\n' } });
  await openAdmin(page, site);
  await page.getByRole('link', { name: 'Problèmes' }).click();
  const problem = page.getByRole('listitem').filter({ hasText: 'posts/2026/casse.md' });
  await expect(problem).toContainText(/ligne \d/);
  await expect(problem).toContainText('YAML illisible');

  await site.commit({ write: { 'posts/2026/casse.md': '---\ntitle: sans fin\n---\nTexte.\n' } });
  await page.reload();
  await expect(
    page.getByText('Aucun problème : tous les fichiers se lisent, aucune image ne manque.'),
  ).toBeVisible();
});

test('« Tout exporter » is a zip of posts, images and settings that opens', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await openAdmin(page, site);
  await page.getByRole('link', { name: 'Problèmes' }).click();
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
