import type { Locator, Page } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { axeFindings, PHONE } from './axe.ts';
import { expect, test } from './desk.ts';
import { readPost, textField, titleField } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

const LONG = Array.from({ length: 40 }, (_, index) => `Paragraphe ${index + 1}, assez long.`).join('\n\n');

/** The part of the window's height in which the text is seen. */
async function shareOfText(page: Page): Promise<number> {
  return textField(page).evaluate((text) => {
    const page = text.closest('.cm-scroller')?.getBoundingClientRect();
    if (page === undefined) throw new Error('The text is in no page.');
    const top = Math.max(page.top, text.getBoundingClientRect().top);
    return (Math.min(page.bottom, innerHeight) - top) / innerHeight;
  });
}

test('the page is the text: seven tenths of a desk’s window, six of a phone’s, and more once one is in it', async ({
  page,
  desk,
}) => {
  await desk.open({ title: 'Une page', content: LONG });
  for (const { size, share } of [
    { size: { width: 1280, height: 860 }, share: 0.7 },
    { size: { width: 1920, height: 1080 }, share: 0.7 },
    { size: PHONE, share: 0.6 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => shareOfText(page)).toBeGreaterThanOrEqual(share);
  }
  await titleField(page).fill('Un titre');
  await textField(page).focus();
  await page.keyboard.press('Control+End');
  await expect.poll(() => shareOfText(page)).toBeGreaterThan(0.75);
  await expect(titleField(page)).not.toBeInViewport();
  await page.keyboard.press('Control+Home');
  await expect(titleField(page)).toBeInViewport();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Enregistré à/)).toBeVisible();
});

test('a window that is too low for the room scrolls', async ({ page, desk }) => {
  await page.setViewportSize({ width: 640, height: 300 });
  await desk.open({ title: 'Une page', content: LONG });
  await textField(page).focus();
  await page.keyboard.press('Control+End');
  await expect(textField(page).getByText('Paragraphe 40')).toBeInViewport();
  await page.getByRole('button', { name: 'Retour aux articles' }).click();
  await expect(page).toHaveURL(`${desk.site.origin}/admin`);
});

test('the skip link leads to the text, and leaves nothing', async ({ page, desk }) => {
  await desk.open({ title: 'Une page', content: 'Texte.' });
  await page.reload();
  await titleField(page).fill('Un autre titre');
  await page.getByRole('link', { name: 'Aller au contenu' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(titleField(page)).toHaveValue('Un autre titre');
  expect(new URL(page.url()).hash).toBe('');
});

test('the settings are a sheet that the keyboard opens, fills in and leaves', async ({ page, desk }) => {
  const id = await desk.open({ title: 'Réglé', content: 'Texte.' });
  const sheet = page.getByRole('complementary', { name: 'Réglages de l’article' });
  const button = page.getByRole('button', { name: 'Réglages de l’article' });
  await expect(sheet).toHaveCount(0);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeFocused();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await expect(sheet.getByRole('button', { name: 'Fermer les réglages' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(sheet.getByLabel('Sous-titre')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(sheet.getByLabel('Extrait')).toBeFocused();
  await page.keyboard.type('Un extrait tapé ici.');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  expect(await readPost(page.request, desk.site.origin, id)).toMatchObject({
    excerpt: 'Un extrait tapé ici.',
  });
});

test('the check stands beside the text, and leads into it', async ({ page, desk }) => {
  await desk.open({ title: 'Un', content: `${LONG}\n\n#### Trop bas\n`, excerpt: 'Court.' });
  await page.getByRole('button', { name: 'Vérifier l’article' }).click();
  const check = page.getByRole('dialog', { name: 'Vérification avant publication' });
  await expect(check).toBeFocused();
  await expect(check.getByRole('listitem')).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  await expect(textField(page)).toBeInViewport();
  await check.getByRole('button', { name: 'Y aller' }).click();
  await expect(textField(page)).toBeFocused();
  await expect(textField(page).getByText('Trop bas')).toBeInViewport();
});

/** The button that saves, whatever it says. */
const primary = (page: Page): Locator => page.getByRole('button', { name: / : (créer|modifier) l’article$/ });

test('the one action says what it will do', async ({ page, desk }) => {
  const publish = page.getByLabel("Publier l'article");
  const word = (text: string) => expect(primary(page)).toHaveText(new RegExp(`^${text}\u00a0:`));
  await test.step('of a new article', async () => {
    await desk.open({ title: 'Un', content: 'Texte.' });
    await page.getByRole('link', { name: 'Articles', exact: true }).click();
    await page.getByRole('button', { name: 'Nouveau' }).click();
    await word('Enregistrer');
    await publish.check();
    await word('Publier');
  });
  await test.step('of a draft, and of a date to come', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await desk.open({ title: 'Deux', content: 'Texte.' });
    await word('Enregistrer');
    await publish.check();
    await word('Publier');
    await page.getByRole('button', { name: 'Réglages de l’article' }).click();
    await page.getByLabel('Date de publication').fill('2999-01-01T08:00');
    await word('Programmer');
    await primary(page).click();
    const check = page.getByRole('dialog', { name: 'Vérification avant publication' });
    await expect(check.getByRole('button', { name: 'Programmer quand même' })).toBeVisible();
    await check.getByRole('button', { name: 'Continuer à écrire' }).click();
    await publish.uncheck();
    await word('Enregistrer');
  });
  await test.step('of a live article', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await desk.open({ title: 'Trois', content: 'Texte.', isPublished: true });
    await word('Mettre à jour');
    await publish.uncheck();
    await word('Dépublier');
    await publish.check();
  });
});

test('readers are told what changed only when a live article is updated', async ({ page, desk }) => {
  const question = page.getByRole('dialog', { name: 'Mettre à jour l’article' });
  const note = page.getByLabel('Dire aux lecteurs ce qui a changé');
  await test.step('a draft is saved without a question', async () => {
    await desk.open({ title: 'Un', content: 'Texte.' });
    await expect(note).toHaveCount(0);
    await titleField(page).fill('Un titre');
    await primary(page).click();
    await expect(page).toHaveURL(`${desk.site.origin}/admin`);
  });
  const id = await desk.open({ title: 'En ligne', content: 'Texte.', isPublished: true, excerpt: 'Court.' });
  await test.step('it is asked of an update, by the keyboard, and can be left', async () => {
    await expect(note).toHaveCount(0);
    await titleField(page).fill('En ligne encore');
    await primary(page).focus();
    await page.keyboard.press('Enter');
    await expect(note).toBeFocused();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(primary(page)).toBeFocused();
    // A habit of some hands.
    await primary(page).dblclick();
    await expect(note).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(primary(page)).toBeFocused();
    expect((await readPost(page.request, desk.site.origin, id)).title).toBe('En ligne');
  });
  await test.step('a minor correction is told to nobody', async () => {
    await page.keyboard.press('Enter');
    await question.getByLabel('Correction mineure').check();
    await expect(note).toHaveCount(0);
    await question.getByLabel('Correction mineure').uncheck();
    await expect(note).toBeVisible();
  });
  await test.step('a change can be kept instead, and is asked about when it goes live', async () => {
    await question.getByRole('button', { name: 'Garder en attente' }).click();
    await expect(page).toHaveURL(`${desk.site.origin}/admin`);
    expect((await readPost(page.request, desk.site.origin, id)).title).toBe('En ligne');
    await desk.show(id);
    await primary(page).click();
    await note.fill('Le titre.');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${desk.site.origin}/admin`);
    expect((await readPost(page.request, desk.site.origin, id)).title).toBe('En ligne encore');
  });
  await test.step('what is not changed is not asked about', async () => {
    await desk.show(id);
    await expect(page.getByText('Modification en attente')).toHaveCount(0);
    await primary(page).click();
    await expect(page).toHaveURL(`${desk.site.origin}/admin`);
  });
});

test('the bars step back while one types, and come back for a hand or a command', async ({ page, desk }) => {
  const id = await desk.write('Texte.');
  const bar = page.locator('.form-bar');
  const opacity = () => bar.evaluate((element) => Number(getComputedStyle(element).opacity));
  await page.keyboard.type(' Encore.');
  await expect.poll(opacity).toBeLessThan(0.5);
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 320);
  await expect.poll(opacity).toBe(1);
  await page.keyboard.type(' Et encore.');
  await expect.poll(opacity).toBeLessThan(0.5);
  await page.keyboard.press('Alt+F10');
  await expect.poll(opacity).toBe(1);
  await textField(page).focus();
  await page.keyboard.type(' Fin.');
  await expect.poll(opacity).toBeLessThan(0.5);
  await desk.saved(id);
  await expect.poll(opacity).toBe(1);
  expect((await readPost(page.request, desk.site.origin, id)).content).toContain('Et encore.');
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a badge for which the bar has no room is not cut in two', async ({ page, desk }) => {
    const id = await desk.open({ title: 'En ligne', content: 'Texte.', isPublished: true });
    const pending = `${desk.site.origin}/api/admin/posts/${id}/pending`;
    expect((await page.request.put(pending, { data: { title: 'Titre' } })).ok()).toBe(true);
    await page.reload();
    const badges = page.locator('.form-badges .kit-badge');
    await expect(badges).toHaveText(['Publié', 'Modification en attente']);
    await expect(badges.first()).toBeInViewport({ ratio: 1 });
    await expect(badges.last()).not.toBeInViewport();
    await page.setViewportSize({ width: 320, height: PHONE.height });
    await expect(badges.first(), 'of the smallest phones').toBeInViewport({ ratio: 1 });
  });

  test('the toolbar shows where there is more, and the menu has what the bar has no room for', async ({
    page,
    desk,
  }) => {
    const id = await desk.open({ title: 'En ligne', content: 'Texte.', isPublished: true });
    const tools = page.locator('.formatting-tools');
    await expect(tools).toHaveAttribute('data-more-after', 'true');
    await expect(tools).not.toHaveAttribute('data-more-before');
    await expect(page.getByRole('button', { name: 'Rétablir' })).not.toBeInViewport();
    const room = await tools.boundingBox();
    for (const before of [0, 1]) {
      await page.locator('.formatting-turn').nth(before).tap();
      await expect(tools).toHaveAttribute('data-more-before', 'true');
    }
    expect(await tools.boundingBox(), 'no tool moves when an arrow comes').toEqual(room);

    const keep = page.getByRole('button', { name: 'Garder en attente' });
    await expect(keep).toBeHidden();
    await titleField(page).fill('Plus tard');
    await page.getByRole('button', { name: 'Autres actions' }).tap();
    await expect(page.getByLabel("Publier l'article")).toBeChecked();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(keep).toBeHidden();
    await page.getByRole('button', { name: 'Autres actions' }).tap();
    await keep.tap();
    await expect(page).toHaveURL(`${desk.site.origin}/admin`);
    expect((await readPost(page.request, desk.site.origin, id)).title).toBe('En ligne');
  });
});
