import { SESSION_LINES } from './administrator.ts';
import { expect, test } from './desk.ts';
import { signIn } from './office.ts';
import { changeElsewhere, createPost, openForm, readPost, textField, titleField } from './writing.ts';

/** Chromium's own lines about the answers these tests are about. */
const REFUSED = /status of 409 \(Conflict\)|status of 404 \(Not Found\)|net::ERR_FAILED/;

test.use({ expectedErrors: [new RegExp(`${SESSION_LINES.source}|${REFUSED.source}`)] });

const POST = { title: 'Titre', content: 'Premier.\n\nDeuxième.\n\nTroisième.\n' };

test('changes made elsewhere in other places are merged into the form', async ({ page, desk }) => {
  const { site } = desk;
  const id = await desk.open(POST);
  await changeElsewhere(page.request, site.origin, {
    id,
    content: POST.content.replace('Troisième', 'Dernier'),
  });
  await textField(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Tout ');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('avec les changements faits ailleurs')).toBeVisible();
  await expect(textField(page)).toContainText('Dernier.');
  await page.keyboard.type('au début : ');
  await expect(textField(page)).toContainText('Tout au début : Premier.');
});

test('two versions of the same words are settled by the author, and by nobody else', async ({
  page,
  desk,
}) => {
  const { site } = desk;
  const id = await desk.open(POST);
  const theirs = { title: 'Leur titre', content: POST.content.replace('Deuxième', 'Leur deuxième') };
  await changeElsewhere(page.request, site.origin, { id, ...theirs });
  await titleField(page).fill('Mon titre');
  await page.keyboard.press('Control+s');

  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(screen.getByText('1 choix à faire.')).toBeVisible();
  await expect(screen.getByRole('button', { name: 'Enregistrer cette version' })).toBeDisabled();
  await screen.getByRole('button', { name: 'Revenir à mon texte' }).click();
  await expect(titleField(page)).toHaveValue('Mon titre');
  expect((await readPost(page.request, site.origin, id)).title).toBe('Leur titre');

  await page.keyboard.press('Control+s');
  await screen.getByRole('button', { name: 'À la main' }).click();
  await screen.getByLabel('Titre, à la main').fill('Notre titre');
  await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
  await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();
  const saved = await readPost(page.request, site.origin, id);
  expect([saved.title, saved.content]).toEqual(['Notre titre', theirs.content]);
});

test('a choice between two versions that cannot be loaded leaves the text as it is', async ({
  page,
  desk,
}) => {
  const { site } = desk;
  const id = await desk.open(POST);
  await changeElsewhere(page.request, site.origin, { id, title: 'Leur titre' });
  await titleField(page).fill('Mon titre');
  await page.route(/\.js$/, (route) => route.abort());
  await page.keyboard.press('Control+s');

  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(screen).toContainText('n’a pas pu être chargé');
  await screen.getByRole('button', { name: 'Revenir' }).click();
  await expect(titleField(page)).toHaveValue('Mon titre');
  expect((await readPost(page.request, site.origin, id)).title).toBe('Leur titre');
});

test('the text of an article deleted meanwhile becomes a new article', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  await signIn(page, site);
  const { id } = await createPost(page.request, site.origin, { ...POST, slug: 'titre' });
  await openForm(page, site.origin, id);
  await page.request.delete(`${site.origin}/api/admin/posts/${id}`);
  await titleField(page).fill('Sauvé');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Enregistrer comme nouvel article' }).click();
  await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
  const posts = (await (await page.request.get(`${site.origin}/api/admin/posts`)).json()) as {
    title: string;
  }[];
  expect(posts.map(({ title }) => title)).toEqual(['Sauvé']);
});
