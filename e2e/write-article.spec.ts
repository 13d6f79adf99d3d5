import { SESSION_LINES } from './administrator.ts';
import { expect, test } from './desk.ts';
import { openAdmin, signIn } from './office.ts';
import { createPost, openForm, readPost, textField, titleField } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

test('an article is written, checked, published and read', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site);
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill('Œuvrer l’été : trésorerie & marge');
  await titleField(page).blur();
  await expect(page.getByLabel('Slug (URL)')).toHaveValue('oeuvrer-l-ete-tresorerie-marge');
  await textField(page).click();
  await page.keyboard.type('Un premier paragraphe.');
  await page.getByLabel('Mots-clés', { exact: true }).fill('trésorerie, marge,');
  await expect(page.getByRole('button', { name: 'Retirer « marge »' })).toBeVisible();
  // Without an image networks are given a card that the site draws.
  await expect(page.getByRole('tabpanel', { name: 'Facebook' })).toContainText('BusinessŒuvrer l’été');
  await page.getByLabel("Publier l'article").check();
  await page.getByRole('button', { name: 'Créer' }).click();

  const check = page.getByRole('dialog', { name: 'Vérification avant publication' });
  await expect(check.getByText('Extrait', { exact: true })).toBeVisible();
  await check.getByRole('button', { name: 'Publier quand même' }).click();
  await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${site.origin}/admin`);

  await page.goto(`${site.origin}/blog/oeuvrer-l-ete-tresorerie-marge`);
  await expect(page.getByText('Un premier paragraphe.')).toBeVisible();
});

test('Ctrl+S saves and stays; what is written afterwards is asked about', async ({ page, desk }) => {
  const { site } = desk;
  const id = await desk.open({ title: 'Un', content: 'Texte.' });
  await titleField(page).fill('Un titre');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  await expect(titleField(page)).toBeFocused();
  expect((await readPost(page.request, site.origin, id)).title).toBe('Un titre');

  await titleField(page).fill('Un autre titre');
  // The toolbar of the text has an « Annuler » of its own, before this one.
  const cancel = page.getByRole('button', { name: 'Annuler', exact: true }).last();
  page.once('dialog', (dialog) => void dialog.dismiss());
  await cancel.click();
  await expect(titleField(page)).toHaveValue('Un autre titre');
  page.once('dialog', (dialog) => void dialog.accept());
  await cancel.click();
  await expect(page).toHaveURL(`${site.origin}/admin`);
});

test('Ctrl+S during a save saves what was typed meanwhile', async ({ page, desk }) => {
  const { site } = desk;
  const id = await desk.open({ title: 'Un', content: 'Texte.' });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/api/admin/posts/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await titleField(page).fill('Un titre');
  await page.keyboard.press('Control+s');
  await titleField(page).fill('Deux titres');
  await page.keyboard.press('Control+s');
  letGo();
  await expect.poll(async () => (await readPost(page.request, site.origin, id)).title).toBe('Deux titres');
});

test('a change of a live article waits, is shown as waiting, and goes live', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  await signIn(page, site);
  const fields = { title: 'En ligne', slug: 'en-ligne', content: 'Texte.', isPublished: true };
  const post = await createPost(page.request, site.origin, fields);
  await openForm(page, site.origin, post.id);
  await titleField(page).fill('Plus tard');
  await page.getByRole('button', { name: 'Garder en attente' }).click();
  await expect(page).toHaveURL(`${site.origin}/admin`);
  expect((await readPost(page.request, site.origin, post.id)).title).toBe('En ligne');

  await openForm(page, site.origin, post.id);
  await expect(page.getByText('Modification en attente')).toBeVisible();
  await expect(titleField(page)).toHaveValue('Plus tard');
  await page.getByRole('button', { name: 'Voir la version en ligne' }).click();
  await expect(page.getByRole('dialog').getByText('En ligne', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  await expect(page).toHaveURL(`${site.origin}/admin`);
  expect((await readPost(page.request, site.origin, post.id)).title).toBe('Plus tard');
});

test('a slug that cannot be an address is told at its field', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site, '/admin/articles/nouveau');
  await titleField(page).fill('Deux');
  await titleField(page).blur();
  await expect(page.getByLabel('Slug (URL)')).toHaveValue('deux');
  await page.getByLabel('Slug (URL)').fill('Un deux');
  await page.getByRole('button', { name: 'Créer' }).click();
  await expect(page.getByLabel('Slug (URL)')).toBeFocused();
  await expect(page.getByText('par exemple « un-deux »')).toBeVisible();
  await expect(page.getByLabel('Slug (URL)')).toHaveAttribute('aria-invalid', 'true');
});

test('the state is that of what is saved, and a change of it is said to come', async ({ page, desk }) => {
  const fields = { title: 'Un', content: 'Texte.', excerpt: 'Un extrait.' };
  await desk.open(fields);
  const bar = page.locator('.form-bar');
  await page.getByLabel("Publier l'article").check();
  await expect(bar.getByText('Sera publié à l’enregistrement')).toBeVisible();
  await expect(bar.getByText('Brouillon', { exact: true })).toBeVisible();
  await expect(bar.getByText('Publié', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(bar.getByText('Publié', { exact: true })).toBeVisible();
  await expect(bar.getByText(/^Enregistré à/)).toBeVisible();

  await page.getByLabel("Publier l'article").uncheck();
  await expect(bar.getByText('Sera dépublié à l’enregistrement')).toBeVisible();
  await expect(bar.getByText('Publié', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(bar.getByText('Brouillon', { exact: true })).toBeVisible();
});

test('a date is typed key by key, and a year that is none is refused at its field', async ({
  page,
  desk,
}) => {
  const { site } = desk;
  const id = await desk.open({ title: 'Un', content: 'Texte.' });
  const field = page.getByLabel('Retirer le', { exact: true });
  await field.fill('2026-11-20T09:00');
  await field.focus();
  // Day and month first, or the other way round: both are 11.
  await page.keyboard.type('11110202');
  await expect(field).toHaveValue('0202-11-11T09:00');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Choisissez une date entre les années 1000 et 9999.')).toBeVisible();
  await titleField(page).focus();
  await field.focus();
  await page.keyboard.type('11112099');
  await expect(field).toHaveValue('2099-11-11T09:00');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
  expect(await readPost(page.request, site.origin, id)).toMatchObject({
    unpublishAt: '2099-11-11T08:00:00.000Z',
  });
});
