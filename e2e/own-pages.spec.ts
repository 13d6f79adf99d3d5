import { SESSION_LINES } from './administrator.ts';
import { commitContent } from './content.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin } from './office.ts';
import { textField, titleField } from './writing.ts';

// Besides, addresses that have no page yet.
test.use({ expectedErrors: [new RegExp(`${SESSION_LINES.source}|status of 4(?:04|10)`)] });

test('a page is made in the admin, seen, found in the menu, moved, deleted and brought back', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  const answer = async (path: string) => {
    const { status, headers } = await fetch(`${site.origin}${path}`, { redirect: 'manual' });
    return [status, headers.get('location')].filter(Boolean).join(' ');
  };
  await openAdmin(page, site);
  await test.step('its form has what pages show, and no more', async () => {
    await page.getByRole('button', { name: 'Nouvelle page' }).click();
    await expect(page).toHaveURL(`${site.origin}/admin/pages/nouvelle`);
    await titleField(page).fill('À propos');
    await textField(page).click();
    await page.keyboard.type('Voici qui je suis.');
    await expect(page.getByLabel('Slug (URL)')).toHaveValue('a-propos');
    await page.getByRole('button', { name: 'Réglages de la page' }).click();
    for (const field of ['Extrait', 'Catégorie', 'Mots-clés', 'Temps de lecture'])
      await expect(page.getByLabel(field, { exact: true })).toBeHidden();
    await page.getByLabel('Dans le menu').check();
  });
  await test.step('published, it is at its address and in the menu', async () => {
    await page.getByLabel('Publier la page').check();
    await page.getByRole('button', { name: 'Publier : créer la page' }).click();
    await expect(page.getByText('Page créée', { exact: true })).toBeVisible();
    await page.goto(`${site.origin}/blog`);
    const menu = page.getByRole('navigation', { name: 'Navigation principale' });
    await menu.getByRole('link', { name: 'À propos' }).click();
    await expect(page).toHaveURL(`${site.origin}/a-propos`);
    await expect(page.getByRole('heading', { name: 'À propos', level: 1 })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'À propos' })).toHaveAttribute('aria-current', 'page');
  });
  const row = page.getByRole('row').filter({ hasText: 'À propos' });
  await test.step('the list marks it, and shows it alone when asked', async () => {
    await page.goto(`${site.origin}/admin`);
    await expect(row.getByText('Page · dans le menu')).toBeVisible();
    await expect(page.getByText('5 articles et pages')).toBeVisible();
    await page.getByLabel('Articles ou pages').selectOption('page');
    await expect(page.getByText('1 page', { exact: true })).toBeVisible();
  });
  await test.step('moved, its old address leads on; its history tells of both', async () => {
    await row.getByRole('link', { name: 'À propos' }).click();
    await page.getByLabel('Slug (URL)').fill('qui-je-suis');
    await page.keyboard.press('Control+s');
    await expect.poll(() => answer('/a-propos')).toBe('301 /qui-je-suis');
    await page.goto(`${page.url()}/historique`);
    await expect(page.getByRole('button', { name: 'Retour à la page' })).toBeVisible();
    for (const said of ['Changer l’adresse de « À propos »', 'Créer « À propos »'])
      await expect(page.getByRole('row').filter({ hasText: said })).toBeVisible();
  });
  await test.step('deleted, it is gone; the bin gives it back', async () => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.accept();
    });
    await page.goto(`${site.origin}/admin`);
    await row.getByRole('button', { name: 'Supprimer' }).click();
    await expect(row).toBeHidden();
    expect(asked).toEqual(['Êtes-vous sûr de vouloir supprimer cette page\u00a0?']);
    await expect(page.getByText('Elle reste dans la corbeille.', { exact: true })).toBeVisible();
    expect(await answer('/qui-je-suis')).toBe('410');
    await page.goto(`${site.origin}/admin/corbeille`);
    await expect(page.getByText(/^\/qui-je-suis · page supprimée le/)).toBeVisible();
    await page.getByRole('button', { name: 'Restaurer' }).click();
    await expect(page.getByText('Page restaurée', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Slug (URL)')).toHaveValue('qui-je-suis');
  });
});

for (const width of [375, 768, 1280])
  test(`five pages have room in a header of ${width} px`, async ({ page, startOwnSite }) => {
    const site = await startOwnSite('full');
    const titles = ['Services', 'Équipe', 'À propos', 'Nos références', 'Questions fréquentes'];
    const files = titles.map((title, number): [string, string] => [
      `pages/page-${number}.md`,
      `---\ntitle: ${title}\npublished: 2026-01-01\nisPublished: true\nmenu: true\n---\nTexte.\n`,
    ]);
    commitContent(site.repository, { write: Object.fromEntries(files) });
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await page.request.get(`${site.origin}/page-4`)).status()).toBe(200);
    await page.goto(`${site.origin}/page-4`);
    if (width < 768) await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Navigation principale' });
    await expect(menu.getByRole('link')).toHaveText([
      ...[
        'Accueil',
        'Blog',
        'À propos',
        'Équipe',
        'Nos références',
        'Questions fréquentes',
        'Services',
        /^Contact/,
      ],
    ]);
    for (const link of await menu.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
