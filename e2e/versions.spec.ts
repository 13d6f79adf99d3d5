import { SESSION_LINES } from './administrator.ts';
import { layoutFindings, PHONE, WIDE } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin, signIn } from './office.ts';
import { changeElsewhere, createPost, openForm, readPost } from './writing.ts';

/** Chromium's own line about the clash this test is about. */
const CLASH = /status of 409 \(Conflict\)/;
test.use({
  expectedErrors: [new RegExp(`${SESSION_LINES.source}|${CLASH.source}`)],
  reducedMotion: 'reduce',
});

const FIRST = 'Un prix trop bas attire.\n\nUn second paragraphe.\n';

test('what clashes with a version taken back is settled by the author', async ({ page, startOwnSite }) => {
  test.setTimeout(120_000);
  await page.setViewportSize(PHONE);
  const site = await startOwnSite('empty');
  await signIn(page, site);
  const { request } = page;
  const post = { title: 'Prix', slug: 'prix', content: FIRST };
  const { id } = await createPost(request, site.origin, post);
  await changeElsewhere(request, site.origin, { id, content: FIRST.replace('bas attire', 'haut éloigne') });
  await openForm(page, site.origin, id);
  await page.getByRole('button', { name: 'Historique' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  expect(await layoutFindings(page)).toEqual([]);
  const meanwhile = FIRST.replace('bas attire', 'flou hésite').replace('second', 'deuxième');
  await changeElsewhere(request, site.origin, { id, content: meanwhile });

  await page.getByRole('button', { name: 'Rétablir ce paragraphe' }).click();
  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(screen.getByText('Version rétablie')).not.toHaveCount(0);
  expect(await layoutFindings(page)).toEqual([]);
  await screen.getByRole('button', { name: 'Ne rien rétablir' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  expect((await readPost(request, site.origin, id)).content).toBe(meanwhile);

  await changeElsewhere(request, site.origin, { id, content: meanwhile.replace('flou', 'vague') });
  await page
    .getByRole('radio', { name: /Comparer depuis/ })
    .last()
    .check();
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: /Rétablir la version du/ }).click();
  await screen.getByRole('button', { name: 'Les deux' }).first().click();
  await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
  await expect(page.getByText('Version rétablie', { exact: true })).toBeVisible();
  const { content } = await readPost(request, site.origin, id);
  expect(content).toContain('Un prix trop vague hésite.');
  expect(content).toContain('Un prix trop bas attire.');
});

test('an article back from the bin at another address has its older versions', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site);
  const { request } = page;
  const post = { title: 'Prix', slug: 'prix', content: FIRST };
  const { id } = await createPost(request, site.origin, post);
  await changeElsewhere(request, site.origin, { id, title: 'Prix justes' });
  await request.delete(`${site.origin}/api/admin/posts/${id}`);
  await createPost(request, site.origin, { title: 'Un autre', slug: 'prix', content: 'Autre.\n' });
  await page.goto(`${site.origin}/admin/corbeille`);
  await page.getByRole('button', { name: /^Restaurer/ }).click();
  await expect(page.getByLabel('Slug (URL)')).toHaveValue('prix-2');
  await page.getByRole('button', { name: 'Historique' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page.getByText('Créer « Prix »')).toBeVisible();
});
