import type { Page } from '@playwright/test';
import { expect, test } from './desk.ts';
import { changeElsewhere, readPost, textField, titleField } from './writing.ts';

test.use({ expectedErrors: [/status of 40[019]|ERR_CONNECTION_REFUSED/] });

test('Ctrl+S saves and stays; what is written afterwards is saved too, or asked about', async ({
  page,
  desk,
}) => {
  const { site } = desk;
  const id = await desk.open({ title: 'Un', content: 'Texte.' });
  await test.step('Ctrl+S saves and stays', async () => {
    await titleField(page).fill('Un titre');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
    await expect(titleField(page)).toBeFocused();
    expect((await readPost(page.request, site.origin, id)).title).toBe('Un titre');
  });
  await test.step('Ctrl+S during a save saves what was typed meanwhile', async () => {
    const letGo = await holdSaves(page, id);
    await titleField(page).fill('Trois titres');
    await page.keyboard.press('Control+s');
    await titleField(page).fill('Deux titres');
    await page.keyboard.press('Control+s');
    letGo();
    await expect.poll(async () => (await readPost(page.request, site.origin, id)).title).toBe('Deux titres');
  });
  await test.step('what is not saved is asked about', async () => {
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
});

test('a save that is answered after its form was left leaves its author where they are', async ({
  page,
  desk,
}) => {
  const { site } = desk;
  const id = await desk.open({ title: 'Un', content: 'Texte.' });
  const letGo = await holdSaves(page, id);
  await titleField(page).fill('Un titre');
  await page
    .locator('.form-bar')
    .getByRole('button', { name: /^Enregistrer/ })
    .click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Images', exact: true }).click();
  await expect(page).toHaveURL(`${site.origin}/admin/images`);
  letGo();
  await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${site.origin}/admin/images`);
});

test('a keyword that is half typed is saved, and stays where its sheet is closed', async ({ page, desk }) => {
  const { site } = desk;
  const id = await desk.open({ title: 'Un', content: 'Texte.' });
  const settings = page.getByRole('button', { name: 'Réglages de l’article' });
  const field = page.getByLabel('Mots-clés', { exact: true });
  await settings.click();
  await field.fill('trésorerie');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  expect(await readPost(page.request, site.origin, id)).toMatchObject({ tags: ['trésorerie'] });
  await field.press('End');
  await page.keyboard.type(' nette');
  await page.keyboard.press('Escape');
  await settings.click();
  await expect(page.locator('.tag-chip')).toHaveText(['trésorerie nette']);
  await expect(field).toHaveValue('');
});

test('what is typed while a new address is saved stays in sight once the links to the old one are mended', async ({
  page,
  desk,
}) => {
  const { site } = desk;
  const fields = { title: 'Un', excerpt: 'Un extrait.', content: 'Texte.', isPublished: true };
  const linking = await desk.open({ ...fields, content: 'Voir [là](/blog/adresse-ancienne).' });
  await desk.open({ ...fields, slug: 'adresse-ancienne' });
  await page.getByRole('button', { name: 'Réglages de l’article' }).click();
  await page.getByLabel('Slug (URL)').fill('adresse-nouvelle');
  await page.route('**/api/admin/posts/*', async (route) => {
    if (route.request().method() === 'PUT') await titleField(page).fill('Un autre titre');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Mettre à jour : modifier l’article' }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Mettre à jour les liens' }).click();
  await expect(page.getByText('Liens mis à jour', { exact: true })).toBeVisible();
  await expect(titleField(page)).toHaveValue('Un autre titre');
  expect((await readPost(page.request, site.origin, linking)).content).toContain('/blog/adresse-nouvelle');
});

test('what is typed while what waits is dropped stays in sight, beside what is online', async ({
  page,
  desk,
}) => {
  const id = await desk.open({ title: 'Un', content: 'Premier.\n\nDernier.', isPublished: true });
  const waiting = { data: { title: 'Un titre qui attend' } };
  await page.request.put(`${desk.site.origin}/api/admin/posts/${id}/pending`, waiting);
  await page.reload();
  await page.route('**/api/admin/posts/*/pending?revision=*', async (route) => {
    await textField(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Pendant ce temps.');
    await page.getByRole('button', { name: 'Abandonner' }).dispatchEvent('click');
    await route.continue();
  });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole('button', { name: 'Abandonner' }).click();
  await expect(page.getByText('Modification abandonnée', { exact: true })).toBeVisible();
  await expect(titleField(page)).toHaveValue('Un');
  await expect(textField(page)).toContainText('Dernier. Pendant ce temps.');
  await expect(page.getByText('Modifications non enregistrées', { exact: true })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('what waits is not dropped unseen: where another text took its place, that one is shown first', async ({
  page,
  desk,
}) => {
  const id = await desk.open({ title: 'Un', content: 'Texte.', isPublished: true });
  const pending = `${desk.site.origin}/api/admin/posts/${id}/pending`;
  await page.request.put(pending, { data: { title: 'Ce qui attend' } });
  await page.reload();
  await expect(titleField(page)).toHaveValue('Ce qui attend');
  await page.request.put(pending, { data: { title: 'Ce qui attend, écrit ailleurs' } });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Abandonner' }).click();
  await expect(page.getByText(/n’a pas pu être abandonnée/).first()).toBeVisible();
  await expect(titleField(page)).toHaveValue('Ce qui attend, écrit ailleurs');
  await page.getByRole('button', { name: 'Abandonner' }).click();
  await expect(titleField(page)).toHaveValue('Un');
});

test('once what waits is dropped the form has what is online by now', async ({ page, desk }) => {
  const { origin } = desk.site;
  const id = await desk.open({ title: 'Un', content: 'Texte.', isPublished: true });
  await page.request.put(`${origin}/api/admin/posts/${id}/pending`, { data: { title: 'Ce qui attend' } });
  await page.reload();
  await expect(titleField(page)).toHaveValue('Ce qui attend');
  await changeElsewhere(page.request, origin, { id, title: 'Un, d’ailleurs' });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Abandonner' }).click();
  await expect(titleField(page)).toHaveValue('Un, d’ailleurs');
  await expect(page.getByText('Cet article a changé entre-temps')).toBeVisible();
});

test('a subtitle is counted, checked, seen in the preview, saved, and shown to readers', async ({
  page,
  desk,
}) => {
  const { site } = desk;
  const slug = 'avec-un-sous-titre';
  const fields = { title: 'Un', slug, excerpt: 'Un extrait.', content: 'Texte.', isPublished: true };
  const id = await desk.open(fields);
  await page.getByRole('button', { name: 'Réglages de l’article' }).click();
  const subtitle = page.getByLabel('Sous-titre', { exact: true });
  await test.step('the counter and the check say that it is too long, not that it will be cut', async () => {
    await subtitle.fill('a'.repeat(161));
    await expect(page.getByText('161 / 160, trop long', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Vérifier' }).click();
    const finding = page.getByText('Le sous-titre compte 161 caractères');
    await expect(finding).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(finding).toBeHidden();
  });
  await test.step('it stands under the title in the preview and on the page', async () => {
    await subtitle.fill('La suite, enfin');
    await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
    const group = 'hgroup:has(h1:text-is("Un"))';
    const preview = page.frameLocator('iframe[title="Aperçu de l’article"]');
    await expect(preview.locator(group)).toHaveText('UnLa suite, enfin');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
    expect(await readPost(page.request, site.origin, id)).toMatchObject({ subtitle: 'La suite, enfin' });
    await page.goto(`${site.origin}/blog/${slug}`);
    await expect(page.locator(group)).toHaveText('UnLa suite, enfin');
  });
});

test('what is live and what is to come are told apart', async ({ page, desk }) => {
  const { site } = desk;
  const bar = page.locator('.form-bar');
  await test.step('the state is that of what is saved, and a change of it is said to come', async () => {
    await desk.open({ title: 'Un', content: 'Texte.' });
    await page.getByLabel("Publier l'article").check();
    await expect(bar.getByText('Sera publié à l’enregistrement')).toBeVisible();
    await expect(bar.getByText('Brouillon', { exact: true })).toBeVisible();
    await expect(bar.getByText('Publié', { exact: true })).toHaveCount(0);
    await page.keyboard.press('Control+s');
    const check = page.getByRole('dialog', { name: 'Vérification avant publication' });
    await expect(check.getByText('Extrait', { exact: true })).toBeVisible();
    await check.getByRole('button', { name: 'Publier quand même' }).click();
    await expect(bar.getByText('Publié', { exact: true })).toBeVisible();
    await expect(bar.getByText(/^Enregistré à/)).toBeVisible();

    await page.getByLabel("Publier l'article").uncheck();
    await expect(bar.getByText('Sera dépublié à l’enregistrement')).toBeVisible();
    await expect(bar.getByText('Publié', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(bar.getByText('Brouillon', { exact: true })).toBeVisible();
  });
  await test.step('a change of a live article waits, is shown as waiting, and goes live', async () => {
    const id = await desk.open({ title: 'En ligne', content: 'Texte.', isPublished: true });
    await titleField(page).fill('Plus tard');
    await page.getByRole('button', { name: 'Garder en attente' }).click();
    await expect(page).toHaveURL(`${site.origin}/admin`);
    expect((await readPost(page.request, site.origin, id)).title).toBe('En ligne');

    await desk.show(id);
    await expect(page.getByText('Modification en attente')).toBeVisible();
    await expect(titleField(page)).toHaveValue('Plus tard');
    await page.getByRole('button', { name: 'Voir la version en ligne' }).click();
    await expect(page.getByRole('dialog').getByText('En ligne', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mettre à jour' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mettre à jour' }).click();
    await expect(page).toHaveURL(`${site.origin}/admin`);
    expect((await readPost(page.request, site.origin, id)).title).toBe('Plus tard');
  });
  await test.step('what others keep waiting meanwhile is told by the next save', async () => {
    const id = await desk.open({ title: 'En ligne', content: 'Un.\n\nDeux.\n\nTrois.', isPublished: true });
    const keepElsewhere = async (data: object): Promise<void> => {
      const kept = await page.request.put(`${site.origin}/api/admin/posts/${id}/pending`, { data });
      expect(kept.status()).toBe(200);
    };
    await keepElsewhere({ excerpt: 'D’ailleurs' });
    await titleField(page).fill('Mis à jour');
    await page.getByRole('button', { name: 'Mettre à jour' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mettre à jour' }).click();
    const told = 'Une modification gardée ailleurs attend aussi\u00a0: rouvrez l’article pour la voir.';
    await expect(page.getByText(told, { exact: true })).toBeVisible();

    await desk.show(id);
    await keepElsewhere({ subtitle: 'D’ailleurs' });
    await textField(page).fill('Un autre texte.');
    await page.getByRole('button', { name: 'Garder en attente' }).click();
    await expect(page.getByText('Avec les changements faits ailleurs.', { exact: true })).toBeVisible();
    expect(await readPost(page.request, site.origin, id)).toMatchObject({
      title: 'Mis à jour',
      pending: { content: 'Un autre texte.', excerpt: 'D’ailleurs', subtitle: 'D’ailleurs' },
    });
  });
  await test.step('a text whose article was deleted elsewhere meanwhile says so, and goes live again', async () => {
    const id = await desk.open({ title: 'En ligne', content: 'Texte.', isPublished: true });
    await titleField(page).fill('Encore là');
    await page.getByRole('button', { name: 'Garder en attente' }).click();
    await expect(page).toHaveURL(`${site.origin}/admin`);
    const { slug } = await readPost(page.request, site.origin, id);
    await site.commit({ remove: [`posts/${new Date().getFullYear()}/${slug}.md`] });

    await desk.show(id);
    await expect(page.getByText('Cet article a été supprimé ailleurs')).toBeVisible();
    await expect(page.getByText('attend d’être publié')).toHaveCount(0);
    await expect(titleField(page)).toHaveValue('Encore là');
    await page.getByRole('button', { name: 'Publier : modifier l’article' }).click();
    await expect(page).toHaveURL(`${site.origin}/admin`);
    expect((await readPost(page.request, site.origin, id)).title).toBe('Encore là');
  });
});

test('what the check and the service refuse is mended where it is told', async ({ page, desk }) => {
  await test.step('mending what the check found leaves the focus in its dialog', async () => {
    await desk.open({ title: 'Un', content: '# Un\n\nTexte.\n\n#### Deux\n', excerpt: 'Court.' });
    await page.getByRole('button', { name: 'Vérifier l’article' }).click();
    const check = page.getByRole('dialog', { name: 'Vérification avant publication' });
    await expect(check.getByRole('listitem')).toHaveCount(2);
    await check.getByRole('button', { name: 'Corriger' }).first().click();
    await expect(check.getByRole('listitem')).toHaveCount(1);
    await check.getByRole('button', { name: 'Corriger' }).click();
    await expect(check.getByText('Rien à corriger.')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Vérifier l’article' })).toBeFocused();
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  });
  await test.step('a date is typed key by key, and a year that is none is refused at its field', async () => {
    const id = await desk.open({ title: 'Un', content: 'Texte.' });
    await page.getByRole('button', { name: 'Réglages de l’article' }).click();
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
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
    expect(await readPost(page.request, desk.site.origin, id)).toMatchObject({
      unpublishAt: '2099-11-11T08:00:00.000Z',
    });
  });
  await test.step('what no file can keep is told at its field, whichever it is', async () => {
    await desk.open({ title: 'Un', content: 'Texte.' });
    await page.getByRole('button', { name: 'Réglages de l’article' }).click();
    for (const label of ['Catégorie', 'Mots-clés', 'Temps de lecture', 'Image pour les réseaux']) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill('a\0b');
      await field.blur();
      await page.keyboard.press('Control+s');
      await expect(field).toHaveAccessibleDescription(/contient un caractère nul/);
      const added = page.getByRole('button', { name: 'Retirer «\u00a0a' });
      await (label === 'Mots-clés' ? added.click() : field.fill(''));
    }
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  });
  await test.step('a slug that cannot be an address is told at its field', async () => {
    await page.getByRole('link', { name: 'Articles', exact: true }).click();
    await page.getByRole('button', { name: 'Nouveau' }).click();
    const slug = page.getByLabel('Slug (URL)');
    await titleField(page).fill('Deux');
    await titleField(page).blur();
    await expect(slug).toHaveValue('deux');
    await slug.fill('Un deux');
    await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
    await expect(slug).toBeFocused();
    await expect(page.getByText('par exemple « un-deux »')).toBeVisible();
    await expect(slug).toHaveAttribute('aria-invalid', 'true');
  });
});

/** Keeps the saves of an article from the server until what it gives is called. */
async function holdSaves(page: Page, id: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/api/admin/posts/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  return letGo;
}
