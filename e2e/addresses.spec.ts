import { axeFindings, PHONE, WIDE } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin, signIn } from './office.ts';
import { type AdminPost, changeElsewhere, createPost, openForm, readPost } from './writing.ts';

/** Chromium’s own lines of what is answered so. */
test.use({ expectedErrors: [/status of (?:401|409|410) |ERR_CONNECTION_REFUSED/] });

test('an article that is over says so and suggests others', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  await signIn(page, site);
  const draft = {
    title: 'Les prix de l’hiver',
    slug: 'prix-de-l-hiver',
    content: 'Texte.',
    excerpt: 'Un extrait.',
  };
  const { id } = await createPost(page.request, site.origin, { ...draft, published: '2026-01-05T08:00:00Z' });
  await openForm(page, site.origin, id);
  await page.getByRole('button', { name: 'Réglages de l’article' }).click();
  await page.getByLabel('Retirer le', { exact: true }).fill('2026-02-01T08:30');
  await page.getByRole('button', { name: 'Enregistrer : modifier l’article' }).click();
  await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
  expect(await readPost(page.request, site.origin, id)).toMatchObject({
    unpublishAt: '2026-02-01T07:30:00.000Z',
  });
  await page.request.patch(`${site.origin}/api/admin/posts/${id}`, { data: { isPublished: true } });

  const answer = await page.goto(`${site.origin}/blog/prix-de-l-hiver`);
  expect(answer?.status()).toBe(410);
  await expect(page.getByRole('heading', { name: 'Article non trouvé' })).toBeVisible();
  const suggestions = page.getByRole('region', { name: 'À lire à la place' });
  await expect(suggestions.getByRole('listitem').first()).toContainText('prix');
  expect(await axeFindings(page)).toEqual([]);
});

test('an article is merged into another one, and its readers are led there', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await openAdmin(page, site);
  const row = page.getByRole('row').filter({ hasText: 'fixer-ses-prix-independant' });
  await row.getByRole('button', { name: 'Fusionner dans un autre article' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fusionner dans un autre article' });
  const merge = dialog.getByRole('button', { name: 'Fusionner', exact: true });
  const choose = async (): Promise<void> => {
    await expect(merge).toBeDisabled();
    await dialog.getByLabel('Rediriger vers un autre article').fill('tresorerie');
    await expect(dialog.getByRole('radio')).toHaveCount(1);
    await dialog.getByRole('radio').check();
  };
  await choose();
  expect(await axeFindings(page)).toEqual([]);
  await test.step('what changed meanwhile is read again first, in a dialog as wide as its window', async () => {
    const posts = (await (await page.request.get(`${site.origin}/api/admin/posts`)).json()) as AdminPost[];
    const post = posts.find(({ slug }) => slug === 'fixer-ses-prix-independant');
    const title = 'Prix'.repeat(30);
    await changeElsewhere(page.request, site.origin, { id: post?.id ?? '', title });
    await merge.click();
    await expect(
      page.getByText(/^Impossible de fusionner les articles.: cet article a changé/),
    ).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText(title);
    await page.setViewportSize(PHONE);
    await row.getByRole('button', { name: 'Fusionner dans un autre article' }).click();
    await choose();
    expect(await dialog.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
    await page.setViewportSize(WIDE);
  });
  await merge.click();
  await expect(page.getByText('Articles fusionnés', { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.goto(`${site.origin}/blog/Fixer-ses-prix-independant/?de=lettre`);
  await expect(page).toHaveURL(`${site.origin}/blog/tresorerie-previsionnel-13-semaines?de=lettre`);
});
