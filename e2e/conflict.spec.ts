import type { Locator } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { PHONE, WIDE } from './axe.ts';
import { expect, test } from './desk.ts';
import { type AdminPost, changeElsewhere, readPost, textField, titleField } from './writing.ts';

/** Chromium's own lines about the answers these tests are about. */
const REFUSED = /status of 409 \(Conflict\)|status of 404 \(Not Found\)|net::ERR_FAILED/;

test.use({ expectedErrors: [new RegExp(`${SESSION_LINES.source}|${REFUSED.source}`)] });

const POST = { title: 'Titre', content: 'Premier.\n\nDeuxième.\n\nTroisième.\n' };

test('what was changed elsewhere is merged, or resolved by the author and by nobody else', async ({
  page,
  desk,
}) => {
  const { site } = desk;
  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await test.step('a choice that cannot be loaded leaves the text as it is', async () => {
    const id = await desk.open(POST);
    await changeElsewhere(page.request, site.origin, { id, title: 'Leur titre' });
    await titleField(page).fill('Mon titre');
    await page.route(/\.js$/, (route) => route.abort());
    await page.keyboard.press('Control+s');
    await expect(screen).toContainText('n’a pas pu être chargé');
    await screen.getByRole('button', { name: 'Revenir' }).click();
    await expect(titleField(page)).toHaveValue('Mon titre');
    expect((await readPost(page.request, site.origin, id)).title).toBe('Leur titre');
    await page.unrouteAll();
    // The next page asks again for what could not be loaded; this one would ask before it is left.
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
  });
  await test.step('changes in other places are merged into the form', async () => {
    const id = await desk.open(POST);
    const content = POST.content.replace('Troisième', 'Dernier');
    await changeElsewhere(page.request, site.origin, { id, content });
    await textField(page).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Tout ');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Avec les changements faits ailleurs.', { exact: true })).toBeVisible();
    await expect(textField(page)).toContainText('Dernier.');
    await page.setViewportSize(PHONE);
    expect(await linesOf(page.getByText(/^Enregistré à/))).toBe(1);
    await page.setViewportSize(WIDE);
    await page.keyboard.type('doux : ');
    await expect(textField(page)).toContainText('Tout doux : Premier.');
    await desk.saved(id);
  });
  await test.step('what somebody else wrote in a text that waits is shown before it goes live', async () => {
    const id = await desk.open({ ...POST, isPublished: true });
    const pending = `${site.origin}/api/admin/posts/${id}/pending`;
    await page.request.put(pending, { data: { title: 'Plus tard' } });
    await page.reload();
    await expect(titleField(page)).toHaveValue('Plus tard');
    await page.request.put(pending, { data: { title: 'À moitié' } });
    const update = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Mettre à jour' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Mettre à jour' }).click();
    };
    await update();
    await expect(page.getByText('Texte changé ailleurs entre-temps', { exact: true })).toBeVisible();
    await expect(titleField(page)).toHaveValue('À moitié');
    expect((await readPost(page.request, site.origin, id)).title).toBe(POST.title);
    await update();
    await expect(page).toHaveURL(`${site.origin}/admin`);
    expect((await readPost(page.request, site.origin, id)).title).toBe('À moitié');
  });
  await test.step('two versions of the same words are resolved by the author', async () => {
    const id = await desk.open(POST);
    const theirs = { title: 'Leur titre', content: POST.content.replace('Deuxième', 'Leur deuxième') };
    await changeElsewhere(page.request, site.origin, { id, ...theirs });
    await titleField(page).fill('Mon titre');
    await page.keyboard.press('Control+s');
    await expect(screen.getByText('1 choix à faire.')).toBeVisible();
    await expect(screen.getByRole('button', { name: 'Enregistrer cette version' })).toBeDisabled();
    await screen.getByRole('button', { name: 'Revenir à mon texte' }).click();
    await expect(titleField(page)).toHaveValue('Mon titre');
    expect((await readPost(page.request, site.origin, id)).title).toBe('Leur titre');

    // Nothing is written by a press alone: there is nothing to ask about.
    await page.keyboard.press('Control+s');
    await screen.getByRole('button', { name: 'À la main' }).click();
    await screen.getByRole('button', { name: 'Votre version' }).click();
    await page.keyboard.press('Escape');
    await expect(screen).toHaveCount(0);

    await page.keyboard.press('Control+s');
    await screen.getByRole('button', { name: 'À la main' }).click();
    await screen.getByLabel('Titre, à la main').fill('Notre titre');
    await screen.getByRole('button', { name: 'L’autre version' }).click();
    await screen.getByRole('button', { name: 'À la main' }).click();
    await expect(screen.getByLabel('Titre, à la main')).toHaveValue('Notre titre');
    await screen.getByRole('button', { name: 'L’autre version' }).click();
    const question = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.message());
        void dialog.dismiss();
      });
    });
    await page.keyboard.press('Escape');
    expect(await question).toContain('à la main');
    // Another Escape, after which the browser asks nobody, and a press on its edge, where a scrollbar may be.
    await page.keyboard.press('Escape');
    await expect(screen).toBeVisible();
    let asked = 0;
    page.on('dialog', (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    const { x, y, height } = (await screen.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.click(x + 0.5, y + height / 2);
    await expect(screen).toBeVisible();
    expect(asked).toBe(0);
    page.removeAllListeners('dialog');
    await screen.getByRole('button', { name: 'À la main' }).click();
    await expect(screen.getByLabel('Titre, à la main')).toHaveValue('Notre titre');
    await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
    const saved = await readPost(page.request, site.origin, id);
    expect([saved.title, saved.content]).toEqual(['Notre titre', theirs.content]);
  });
  await test.step('writing by hand starts from what is chosen, until something is written', async () => {
    const id = await desk.open(POST);
    const content = POST.content.replace('Deuxième', 'Leur deuxième');
    await changeElsewhere(page.request, site.origin, { id, content });
    await textField(page).getByText('Deuxième.').click();
    await page.keyboard.press('Home');
    await page.keyboard.type('Mon ');
    await page.keyboard.press('Control+s');
    const byHand = screen.getByLabel('Passage écrit à la main');
    const press = (name: string) => screen.getByRole('button', { name }).click();
    await press('À la main');
    await expect(byHand).toHaveValue(/^\s*Mon Deuxième\.\s*$/);
    await press('L’autre version');
    await press('À la main');
    await expect(byHand).toHaveValue(/^\s*Leur deuxième\.\s*$/);
    await byHand.fill('Notre deuxième.');
    await press('Les deux');
    await press('À la main');
    await expect(byHand).toHaveValue('Notre deuxième.');
    await press('Enregistrer cette version');
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
    const saved = await readPost(page.request, site.origin, id);
    expect(saved.content).toBe(POST.content.replace('Deuxième', 'Notre deuxième'));
  });
  await test.step('a subtitle is chosen between the two, with what only one side changed', async () => {
    const id = await desk.open({ ...POST, subtitle: 'Un sous-titre' });
    await changeElsewhere(page.request, site.origin, {
      id,
      subtitle: 'Leur sous-titre',
      excerpt: 'Leur extrait',
    });
    await page.getByRole('button', { name: 'Réglages de l’article' }).click();
    const subtitle = page.getByLabel('Sous-titre');
    await subtitle.fill('Mon sous-titre');
    await page.keyboard.press('Control+s');
    await expect(screen.getByText('1 choix à faire.')).toBeVisible();
    await expect(screen.getByText('Mon sous-titre')).toBeVisible();
    await expect(screen.getByText('Leur sous-titre')).toBeVisible();
    const choice = screen.getByRole('group', { name: /^Version à garder\s: Sous-titre$/ });
    await choice.getByRole('button', { name: 'L’autre version' }).click();
    await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
    await expect(subtitle).toHaveValue('Leur sous-titre');
    const saved = (await readPost(page.request, site.origin, id)) as AdminPost & Record<string, unknown>;
    expect([saved['subtitle'], saved['excerpt']]).toEqual(['Leur sous-titre', 'Leur extrait']);
  });
  await test.step('a table keeps its words whole on a phone, and scrolls', async () => {
    const table = (name: string) =>
      `| ${name} | Encaissements | Décaissements | Trésorerie |\n| --- | --- | --- | --- |\n| premier | 12 | 9 | 3 |\n`;
    const id = await desk.open({ ...POST, content: table('Trimestre') });
    await changeElsewhere(page.request, site.origin, { id, content: table('Leur trimestre') });
    await textField(page).click();
    await page.keyboard.press('Control+Home');
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.keyboard.type('Mon ');
    await page.keyboard.press('Control+s');
    await expect(screen.getByText('1 choix à faire.')).toBeVisible();
    await page.setViewportSize(PHONE);
    expect(await linesOf(screen.getByRole('columnheader', { name: 'Encaissements' }).first())).toBe(1);
    await page.setViewportSize(WIDE);
    await screen.getByRole('button', { name: 'L’autre version' }).click();
    await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
    await expect(page.getByText(/^Enregistré à/)).toBeVisible();
  });
  await test.step('the links to a page that changed its address are mended after a conflict too', async () => {
    const linking = await desk.open({ ...POST, content: 'Voir [là](/anciens-tarifs).' });
    const id = await desk.open({ ...POST, slug: 'anciens-tarifs', isPage: true, isPublished: true });
    await changeElsewhere(page.request, site.origin, { id, title: 'Leur titre' });
    await titleField(page).fill('Mon titre');
    await page.getByRole('button', { name: 'Réglages de la page' }).click();
    await page.getByLabel('Slug (URL)').fill('nouveaux-tarifs');
    await page.keyboard.press('Control+s');
    await screen.getByRole('button', { name: 'L’autre version' }).click();
    await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
    await page.getByRole('button', { name: 'Mettre à jour les liens' }).click();
    await expect(page.getByText('Liens mis à jour', { exact: true })).toBeVisible();
    expect((await readPost(page.request, site.origin, linking)).content).toContain('(/nouveaux-tarifs)');
  });
  await test.step('the text of an article deleted meanwhile becomes a new article', async () => {
    const id = await desk.open(POST);
    await page.request.delete(`${site.origin}/api/admin/posts/${id}`);
    const title = `Sauvé de ${id}`;
    await titleField(page).fill(title);
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Enregistrer comme nouvel article' }).click();
    await expect(page.getByText('Article créé', { exact: true })).toBeVisible();
    const posts = (await (await page.request.get(`${site.origin}/api/admin/posts`)).json()) as AdminPost[];
    expect(posts.filter((post) => post.id === id || post.title === title)).toHaveLength(1);
    expect(posts.find((post) => post.title === title)?.id).not.toBe(id);
  });
});

/** On how many lines its words stand. */
function linesOf(element: Locator): Promise<number> {
  return element.evaluate((shown) => {
    const words = document.createRange();
    words.selectNodeContents(shown);
    return words.getClientRects().length;
  });
}
