import { SESSION_LINES } from './administrator.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin, signIn } from './office.ts';
import { changeElsewhere, createPost, readPost, titleField } from './writing.ts';

// Besides, the refusal of a deletion.
test.use({
  expectedErrors: [new RegExp(`${SESSION_LINES.source}|status of (?:404|409|503)|ERR_CONNECTION_RESET`)],
});

/** Enough posts for several stretches of the table. */
const MANY = 350;

function manyPosts(): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: MANY }, (_, index) => String(index + 1).padStart(4, '0'));
  return Object.fromEntries(
    numbers.map((number) => [
      `posts/2026/essai-${number}.md`,
      `---\ntitle: Essai ${number}\ncategory: Essais\ntags: [${Number(number) % 2 === 0 ? 'pair' : 'impair'}]\n---\n\nTexte.\n`,
    ]),
  );
}

test('each row shows its post, publishes, withdraws, duplicates, deletes', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  await openAdmin(page, site);
  const table = page.getByRole('table', { name: 'Articles' });
  await test.step('withdrawn, it is gone from the site; published, it is back', async () => {
    await expect(table.getByRole('columnheader')).toHaveText(['Titre', 'Slug', 'Statut', 'Actions']);
    const row = table.getByRole('row').filter({ hasText: 'ironman-mindset-discipline-business' });
    await expect(row.getByText('Publié', { exact: true })).toBeVisible();
    const status = async () =>
      (await page.request.get(`${site.origin}/blog/ironman-mindset-discipline-business`)).status();

    // A double click is one wish, and the focus stays where it was.
    await row.getByRole('button', { name: 'Dépublier' }).dblclick();
    await expect(row.getByText('Brouillon', { exact: true })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Publier' })).toBeFocused();
    expect(await status()).toBe(410);

    await row.getByRole('button', { name: 'Publier' }).click();
    await expect(row.getByText('Publié', { exact: true })).toBeVisible();
    expect(await status()).toBe(200);

    await row.getByRole('button', { name: 'Dupliquer' }).click();
    await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
    await expect(page.getByText('5 articles')).toBeVisible();
  });

  const row = table.getByRole('row').filter({ hasText: 'fixer-ses-prix-independant' });
  const asked: string[] = [];
  let isSure = false;
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void (isSure ? dialog.accept() : dialog.dismiss());
  });
  await test.step('it is deleted only once confirmed', async () => {
    await row.getByRole('button', { name: 'Supprimer' }).click();
    await expect(row).toBeVisible();
    expect(asked).toEqual(['Êtes-vous sûr de vouloir supprimer cet article\u00a0?']);
    isSure = true;
  });
  await test.step('a deletion that fails says so and leaves it', async () => {
    await page.route('**/api/admin/posts/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 503, json: { error: 'Le dépôt est occupé.', code: 'locked' } })
        : route.fallback(),
    );
    await row.getByRole('button', { name: 'Supprimer' }).click();
    await expect(
      page.getByText("Impossible de supprimer l'article\u00a0: Le dépôt est occupé.", { exact: true }),
    ).toBeVisible();
    await expect(row).toBeVisible();
    await page.unrouteAll();
  });
  await test.step('it comes back from the bin', async () => {
    await row.getByRole('button', { name: 'Supprimer' }).click();
    await expect(page.getByText('Article supprimé', { exact: true })).toBeVisible();
    await expect(row).toHaveCount(0);

    await page.getByRole('link', { name: 'Corbeille' }).click();
    await page.getByRole('button', { name: /^Restaurer/ }).click();
    await expect(page.getByText('Article restauré', { exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('link', { name: 'Articles', exact: true }).click();
    await expect(row.getByText('Brouillon', { exact: true })).toBeVisible();
  });
});

test('what was done though its answer was lost is seen in the list', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site);
  await createPost(page.request, site.origin, { title: 'De trop', slug: 'de-trop', content: 'Texte.' });
  await page.reload();
  await page.route('**/api/admin/posts/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: /^Supprimer/ }).click();
  await expect(page.getByText(/^Impossible de supprimer l'article/)).toBeVisible();
  await expect(page.getByText('Aucun article pour le moment')).toBeVisible();

  await createPost(page.request, site.origin, { title: 'À sa place', slug: 'de-trop', content: 'Texte.' });
  await page.getByRole('link', { name: 'Corbeille' }).click();
  await page.getByRole('button', { name: /^Restaurer/ }).click();
  const said = 'De trop, à l’adresse /blog/de-trop-2\u00a0: un autre texte a la sienne.';
  await expect(page.getByText(said, { exact: true })).toBeVisible();

  await test.step('a copy asked for again is the one that was made', async () => {
    await page.getByRole('link', { name: 'Articles', exact: true }).click();
    await page.route(
      '**/duplicate',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    const row = page.getByRole('row', { name: /^De trop Business/ });
    const duplicate = row.getByRole('button', { name: 'Dupliquer' });
    await duplicate.click();
    await expect(page.getByText(/^Impossible de créer l'article/)).toBeVisible();
    await expect(page.getByText('3 articles')).toBeVisible();
    await duplicate.click();
    await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
    const posts: unknown = await (await page.request.get(`${site.origin}/api/admin/posts`)).json();
    expect(posts).toHaveLength(3);
  });
});

test('« Publier » of the list checks first, keeps a withdrawal to come, and asks about one that was', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty'); // Of many articles only those in sight are drawn.
  await signIn(page, site);
  const unpublishAt = '2099-01-01T00:00:00.000Z';
  const draft = {
    title: 'Un lien perdu',
    content: '[Là](/blog/nulle-part).',
    socialTitle: 'Vu',
    unpublishAt,
  };
  const dates = { published: '2024-01-01T00:00:00.000Z', unpublishAt: '2024-02-03T00:00:00.000Z' };
  const ended = { title: 'Fini', content: 'Texte.', isPublished: true, ...dates };
  const [lost, over] = [
    await createPost(page.request, site.origin, { ...draft, slug: 'lien' }),
    await createPost(page.request, site.origin, { ...ended, slug: 'fini' }),
  ];
  await page.goto(`${site.origin}/admin`);
  await test.step('what does it cannot be loaded: it is said, and the row can be pressed again', async () => {
    await page.route(/\.js$/, (route) => route.abort('connectionreset'));
    const row = page.getByRole('row').filter({ hasText: lost.slug });
    await row.getByRole('button', { name: 'Publier' }).click();
    const missing = page.getByRole('dialog', { name: 'Publier l’article' });
    await expect(missing).toContainText('n’a pas pu être chargée');
    await missing.getByRole('button', { name: 'Fermer' }).click();
    await row.getByRole('button', { name: 'Publier' }).click();
    await page.unrouteAll();
    await missing.getByRole('button', { name: 'Recharger la page' }).click();
    await expect(missing).toHaveCount(0);
  });
  await test.step('it does what the form does: it checks first, and keeps the withdrawal', async () => {
    const row = page.getByRole('row').filter({ hasText: lost.slug });
    await row.getByRole('button', { name: 'Publier' }).click();
    const check = page.getByRole('dialog', { name: 'Vérification avant publication' });
    await expect(check.getByText('Ce lien mène à un article qui n’existe pas')).toBeVisible();
    await check.getByRole('button', { name: 'Continuer à écrire' }).click();
    await expect(check).toHaveCount(0);
    await expect(row.getByText('Brouillon', { exact: true })).toBeVisible();

    await row.getByRole('button', { name: 'Publier' }).click();
    page.once('dialog', (dialog) => void dialog.accept());
    await check.getByRole('button', { name: 'Publier quand même' }).click();
    await expect(page.getByText('Article publié', { exact: true })).toBeVisible();
    await expect(row.getByText('Publié', { exact: true })).toBeVisible();
    const saved = await readPost(page.request, site.origin, lost.id);
    expect(saved).toMatchObject({ ...draft, isPublished: true });
  });
  await test.step('an article that was withdrawn goes back only when its author says so', async () => {
    const row = page.getByRole('row').filter({ hasText: over.slug });
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await row.getByRole('button', { name: 'Publier' }).click();
    await expect
      .poll(() => asked.join().replaceAll('\u00a0', ' '))
      .toContain('prévu le 3 février 2024 à 01:00. Le publier');
    await expect(row.getByText('Retiré', { exact: true })).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await row.getByRole('button', { name: 'Publier' }).click();
    await expect(row.getByText('Publié', { exact: true })).toBeVisible();
    const saved = await readPost(page.request, site.origin, over.id);
    expect(saved).toMatchObject({ published: dates.published, unpublishAt: null });
  });
  await test.step('one that is gone, or that two people changed, is no longer as the list has it', async () => {
    const gone = await createPost(page.request, site.origin, {
      title: 'Parti',
      slug: 'parti',
      content: 'A.',
    });
    const both = await createPost(page.request, site.origin, { ...ended, title: 'Un', slug: 'deux' });
    await page.reload();
    const publish = (slug: string) =>
      page.getByRole('row').filter({ hasText: slug }).getByRole('button', { name: 'Publier' });
    await expect(publish(gone.slug)).toBeVisible();
    await page.request.delete(`${site.origin}/api/admin/posts/${gone.id}`);
    await publish(gone.slug).click();
    await expect(page.getByText(/^Impossible de publier l'article/)).toBeVisible();
    await expect(publish(gone.slug)).toHaveCount(0);

    const pending = `${site.origin}/api/admin/posts/${both.id}/pending`;
    await page.request.put(pending, { data: { title: 'Plus tard' } });
    await changeElsewhere(page.request, site.origin, { id: both.id, title: 'Leur titre' });
    page.once('dialog', (dialog) => void dialog.accept());
    await publish(both.slug).click();
    await expect(page.getByText(/^Impossible de publier l'article.: il a changé entre-temps/)).toBeVisible();
    await expect(page).toHaveURL(`${site.origin}/admin/articles/${both.id}`);
    await expect(titleField(page)).toHaveValue('Plus tard');
    expect((await readPost(page.request, site.origin, both.id)).title).toBe('Leur titre');
  });
});

test('of many posts only those in sight are drawn; keys, search and filters reach the others', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await site.commit({ write: manyPosts() });
  await openAdmin(page, site);
  const table = page.getByRole('table', { name: 'Articles' });
  await expect(table).toHaveAttribute('aria-rowcount', String(MANY + 5));
  expect(await table.getByRole('row').count()).toBeLessThan(60);

  await table.getByRole('button', { name: 'Titre' }).click();
  await expect(table.getByRole('columnheader', { name: 'Titre' })).toHaveAttribute('aria-sort', 'ascending');
  await table.getByRole('link').first().focus();
  await page.route('**/api/admin/posts/table?*offset=300*', (route) =>
    route.fulfill({ status: 503, json: { error: 'Le dépôt est occupé.', code: 'locked' } }),
  );
  await page.keyboard.press('End');
  await expect(page.getByRole('alert')).toContainText('La suite n’a pas pu être lue');
  await expect(page.getByRole('alert')).toBeInViewport();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(table.getByRole('link', { name: /^Treize semaines/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(table.getByRole('link', { name: /^Salaire ou dividendes/ })).toBeFocused();

  await page.getByLabel('Rechercher un article').fill('essai 0123');
  await expect(page.getByText('1 article', { exact: true })).toBeVisible();
  await expect(table.getByRole('link', { name: 'Essai 0123' })).toBeVisible();
  await page.getByLabel('Rechercher un article').fill('rien de tel');
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(page.getByLabel('Rechercher un article')).toHaveValue('');

  await page.getByLabel('Statut').selectOption({ label: 'Publié (4)' });
  await expect(page.getByText('4 articles', { exact: true })).toBeVisible();
  await page.getByLabel('Statut').selectOption({ label: 'Tous statuts' });
  await page.getByLabel('Mot-clé').selectOption({ label: `pair (${MANY / 2})` });
  await expect(page.getByText(`${MANY / 2} articles`, { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Corbeille' }).click();
  await page.getByRole('link', { name: 'Articles', exact: true }).click();
  await expect(page.getByText(`${MANY / 2} articles`, { exact: true })).toBeVisible();
});

test('an address of the admin that leads nowhere says so, and leads back to the list', async ({
  page,
  desks: site,
}) => {
  await signIn(page, site);
  const path = '/admin/reglages/compte/1';
  for (const nowhere of ['/admin/inconnu', '/admin/articles/inconnu', '/admin/images/1'])
    expect((await page.request.get(site.origin + nowhere)).status(), nowhere).toBe(200);
  await page.goto(site.origin + path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page introuvable');
  await expect(page.getByText(`« ${path} » ne mène à aucune section`)).toBeVisible();
  await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Retour aux articles' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Articles');
  await expect(page).toHaveURL(`${site.origin}/admin`);
});
