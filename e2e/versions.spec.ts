import { SESSION_LINES } from './administrator.ts';
import { layoutFindings, PHONE, WIDE } from './axe.ts';
import { expect, test } from './desk.ts';
import { changeElsewhere, createPost, readPost } from './writing.ts';

/** Chromium's own lines about the clash this test is about, and the cut. */
const CLASH = /status of 409 \(Conflict\)|ERR_CONNECTION_RESET/;
test.use({
  expectedErrors: [new RegExp(`${SESSION_LINES.source}|${CLASH.source}`)],
  reducedMotion: 'reduce',
});

const FIRST = 'Un prix trop bas attire.\n\nUn second paragraphe.\n';

test('a version is taken back, a clash with it resolved by the author; versions outlive the bin', async ({
  page,
  desk,
}, { testId }) => {
  await page.setViewportSize(PHONE);
  const { request } = page;
  const slug = `${testId}-prix`;
  const { origin } = desk.site;
  const id = await desk.open({ title: 'Prix', slug, content: FIRST });
  await changeElsewhere(request, origin, { id, content: FIRST.replace('bas attire', 'haut éloigne') });
  await page.getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('button', { name: 'Historique' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  expect(await layoutFindings(page)).toEqual([]);
  const meanwhile = FIRST.replace('bas attire', 'flou hésite').replace('second', 'deuxième');
  await changeElsewhere(request, origin, { id, content: meanwhile });

  await page.getByRole('button', { name: 'Rétablir ce paragraphe' }).click();
  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(screen.getByText('Version rétablie')).not.toHaveCount(0);
  expect(await layoutFindings(page)).toEqual([]);
  await screen.getByRole('button', { name: 'Ne rien rétablir' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  expect((await readPost(request, origin, id)).content).toBe(meanwhile);

  await changeElsewhere(request, origin, { id, content: meanwhile.replace('flou', 'vague') });
  await page
    .getByRole('radio', { name: /Comparer depuis/ })
    .last()
    .check();
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: /Rétablir la version du/ }).click();
  await screen.getByRole('button', { name: 'À la main' }).first().click();
  const byHand = screen.getByLabel('Passage écrit à la main');
  await byHand.fill('Un prix trop vague hésite.\n\nUn prix trop bas attire.');
  await test.step('a save that is cut leaves what was written by hand', async () => {
    await page.route('**/restore', (route) => route.abort('connectionreset'), { times: 1 });
    const askedAnew = page.waitForResponse(/\/history\?/);
    await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
    await expect(page.getByText(/^Impossible de rétablir cette version/)).toBeVisible();
    await askedAnew;
    await expect(page.getByRole('row', { includeHidden: true })).toHaveCount(5);
    await expect(byHand).toHaveValue('Un prix trop vague hésite.\n\nUn prix trop bas attire.');
  });
  await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
  await expect(screen).toHaveCount(0);
  await expect(page.getByText('Version rétablie', { exact: true })).toBeVisible();
  const { content } = await readPost(request, origin, id);
  expect(content).toContain('Un prix trop vague hésite.');
  expect(content).toContain('Un prix trop bas attire.');

  await test.step('back from the bin at another address, an article has its older versions', async () => {
    const title = `Revenu de ${id}`;
    await changeElsewhere(request, origin, { id, title });
    await request.delete(`${origin}/api/admin/posts/${id}`);
    await createPost(request, origin, { title: 'Un autre', slug, content: 'Autre.\n' });
    await page.getByRole('link', { name: 'Corbeille' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: title })
      .getByRole('button', { name: /^Restaurer/ })
      .click();
    await expect(page.getByLabel('Slug (URL)')).toHaveValue(`${slug}-2`);
    await page.getByRole('button', { name: 'Historique' }).click();
    await expect(page.getByRole('row')).toHaveCount(8);
    await expect(page.getByText('Créer « Prix »')).toBeVisible();
  });
});
