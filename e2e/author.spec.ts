import { fillSignIn } from './administrator.ts';
import { expect, test } from './desk.ts';
import { openAdmin } from './office.ts';
import { readPost, textField, titleField } from './writing.ts';

test.use({ expectedErrors: [/status of (?:401|409)|ERR_CONNECTION_RE(?:FUSED|SET)/] });

test('a new article has an address of its own once saved, and outlives the session it was begun in', async ({
  page,
  context,
  desks,
}, { repeatEachIndex }) => {
  // Two articles cannot have one address.
  const title = `Au clavier ${repeatEachIndex + 1}`;
  await test.step('it starts in its title; Ctrl+S gives it an address and leaves the cursor', async () => {
    await openAdmin(page, desks);
    await page.getByRole('button', { name: 'Nouveau' }).click();
    await expect(titleField(page)).toBeFocused();
    await page.keyboard.type(title);
    await textField(page).click();
    await page.keyboard.type('Un mot');
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/);
    await expect(textField(page)).toBeFocused();
  });
  await test.step('what was typed before the save can still be undone', async () => {
    // A slow machine makes several steps of it.
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('Control+z');
    await expect(textField(page)).toHaveText('Écrivez votre article…');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('Control+y');
    await expect(textField(page)).toHaveText('Un mot');
  });
  await test.step('its address leads to it', async () => {
    await page.reload();
    await expect(titleField(page)).toHaveValue(title);
  });
  await test.step('a session that ends meanwhile is taken up again where the author writes', async () => {
    await textField(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' après');
    await context.clearCookies();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Votre session a pris fin' });
    await expect(dialog).toBeVisible();
    await fillSignIn(page);
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
    await expect(textField(page)).toBeFocused();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await readPost(page.request, desks.origin, id)).content).toBe('Un mot après');
  });
  await page.goBack();
  await expect(page).toHaveURL(`${desks.origin}/admin`);
});

test('a new article whose answer was lost on the way is gone on with, not taken for another one', async ({
  page,
  desks,
}, { repeatEachIndex }) => {
  const slug = `en-chemin-${repeatEachIndex + 1}`;
  await openAdmin(page, desks, '/admin/articles/nouveau');
  await page.route(
    '**/api/admin/posts',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await titleField(page).fill('En chemin');
  await page.getByLabel('Slug (URL)').fill(slug);
  await textField(page).click();
  await page.keyboard.type('Un mot');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Non enregistré', { exact: true })).toBeVisible();
  await page.keyboard.type(' après');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await readPost(page.request, desks.origin, id)).toMatchObject({ slug, content: 'Un mot après' });
});

test('what was saved though its answer was lost is gone on with: it is nobody else’s, and no older text waits', async ({
  page,
  context,
  desk,
}, { testId }) => {
  const loseAnswer = (path: string) =>
    page.route(
      path,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
  const failed = page.getByText('Non enregistré', { exact: true });
  const saved = page.getByText(/^Enregistré à/);
  await test.step('of a save', async () => {
    const id = await desk.write('Un mot');
    await page.keyboard.type(' après');
    await loseAnswer(`**/api/admin/posts/${id}`);
    await page.keyboard.press('Control+s');
    await expect(failed).toBeVisible();
    await page.keyboard.type(' l’autre');
    await page.keyboard.press('Control+s');
    await expect(saved).toBeVisible();
    expect(await readPost(page.request, desk.site.origin, id)).toMatchObject({
      content: 'Un mot après l’autre',
    });
  });
  await test.step('of « Garder en attente », before « Mettre à jour »', async () => {
    const id = await desk.write('Un mot', { isPublished: true, excerpt: 'Court.' });
    await page.keyboard.type(' qui attend');
    await loseAnswer(`**/api/admin/posts/${id}/pending`);
    await page.getByRole('button', { name: 'Garder en attente' }).click();
    await expect(failed).toBeVisible();
    await textField(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' encore');
    await page.getByRole('button', { name: 'Mettre à jour : modifier l’article' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mettre à jour' }).click();
    await expect(page).toHaveURL(`${desk.site.origin}/admin`);
    const post = await readPost(page.request, desk.site.origin, id);
    expect(post).toMatchObject({ content: 'Un mot qui attend encore', pending: null });
  });
  await test.step('of a new article, whose tab crashed besides', async () => {
    const slug = `panne-${testId}`;
    await page.getByRole('button', { name: 'Nouveau' }).click();
    await titleField(page).fill('Panne en chemin');
    await page.getByLabel('Slug (URL)').fill(slug);
    await textField(page).click();
    await page.keyboard.type('Un mot');
    await loseAnswer('**/api/admin/posts');
    await page.keyboard.press('Control+s');
    await expect(failed).toBeVisible();
    await page.keyboard.type(' après');
    const kept = await context.newPage();
    await kept.goto(`${desk.site.origin}/admin`);
    await page.close({ runBeforeUnload: false });
    await expect(async () => {
      await kept.reload();
      await expect(kept.getByRole('button', { name: 'Reprendre « Panne en chemin »' })).toBeVisible();
    }).toPass();
    await kept.getByRole('button', { name: 'Reprendre « Panne en chemin »' }).click();
    await expect(textField(kept)).toHaveText('Un mot après');
    await kept.keyboard.press('Control+s');
    await expect(kept.getByText(/^Enregistré à/)).toBeVisible();
    const id = new URL(kept.url()).pathname.split('/').at(-1) ?? '';
    expect(await readPost(kept.request, desk.site.origin, id)).toMatchObject({
      slug,
      content: 'Un mot après',
    });
  });
});

test('what a refusal said goes when the next save begins', async ({ page, desk }) => {
  const taken = `prise-${test.info().testId}`;
  const slug = page.getByLabel('Slug (URL)');
  await desk.open({ slug: taken, content: 'Un mot.' });
  await desk.open({ content: 'Un mot.' });
  await slug.fill(taken);
  await page.keyboard.press('Control+s');
  const toast = page.locator('.toast').filter({ hasText: 'déjà prise' });
  await toast.hover(); // It stays as long as the pointer is on it.
  await slug.fill('Été à la Plage !');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('par exemple « ete-a-la-plage »')).toBeVisible();
  await expect(toast).toHaveCount(0);
});
