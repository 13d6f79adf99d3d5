import { fillSignIn, SESSION_LINES } from './administrator.ts';
import { expect, test } from './desk.ts';
import { openAdmin } from './office.ts';
import { readPost, textField, titleField } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

test('a new article starts in its title and has an address of its own once saved', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site);
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await expect(titleField(page)).toBeFocused();
  await page.keyboard.type('Au clavier');
  await textField(page).click();
  await page.keyboard.type('Un mot');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/);
  await expect(textField(page)).toBeFocused();
  // What was typed before the save can still be undone: a slow machine makes several steps of it.
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Control+z');
  await expect(textField(page)).toHaveText('Écrivez votre article…');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Control+y');
  await expect(textField(page)).toHaveText('Un mot');
  await page.reload();
  await expect(titleField(page)).toHaveValue('Au clavier');
  await page.goBack();
  await expect(page).toHaveURL(`${site.origin}/admin`);
});

test('a session that ends meanwhile is taken up again where the author writes', async ({
  page,
  context,
  desk,
}) => {
  const { site } = desk;
  const id = await desk.open({ title: 'Un', content: 'Avant.' });
  await textField(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Après.');
  await context.clearCookies();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Votre session a pris fin' });
  await expect(dialog).toBeVisible();
  await fillSignIn(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  await expect(textField(page)).toBeFocused();
  expect((await readPost(page.request, site.origin, id)).content).toBe('Avant. Après.');
});

test('mending what the check found leaves the focus in its dialog', async ({ page, desk }) => {
  const post = { title: 'Un', content: '# Un\n\nTexte.\n\n#### Deux\n', excerpt: 'Court.' };
  await desk.open(post);
  await page.getByRole('button', { name: 'Vérifier l’article' }).click();
  const check = page.getByRole('dialog', { name: 'Vérification avant publication' });
  await expect(check.getByRole('listitem')).toHaveCount(2);
  await check.getByRole('button', { name: 'Corriger' }).first().click();
  await expect(check.getByRole('listitem')).toHaveCount(1);
  await check.getByRole('button', { name: 'Corriger' }).click();
  await expect(check.getByText('Rien à corriger.')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Vérifier l’article' })).toBeFocused();
});

test('the bold of Google Docs stays bold, under the policy of the page', async ({ page, desk }) => {
  const { site } = desk;
  const id = await desk.open({ title: 'Un', content: '' });
  await textField(page).click();
  await textField(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    const html =
      '<b style="font-weight:normal"><p><span style="font-weight:700">gras</span> <span style="font-style:italic">penché</span></p><p>mot</p></b>';
    clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', 'gras penché\nmot');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  expect((await readPost(page.request, site.origin, id)).content).toBe('**gras** *penché*\n\nmot');
});

test('words typed behind an image are a paragraph of their own', async ({ page, desk }) => {
  const { site } = desk;
  const post = { title: 'Un', content: '![Une courbe](/images/2026/courbe.webp)' };
  const id = await desk.open(post);
  await textField(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Après elle.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  expect((await readPost(page.request, site.origin, id)).content).toBe(`${post.content}\n\nAprès elle.`);
});
