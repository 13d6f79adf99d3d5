import type { Page } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { expect, paste, test } from './desk.ts';
import { readPost, textField, titleField } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

test('lists go on with Enter, are set in with Tab, and end with an empty item', async ({ page, desk }) => {
  const id = await desk.write('');
  await page.keyboard.type('- un');
  await page.keyboard.press('Enter');
  await page.keyboard.type('deux');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('trois');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Après.');
  expect(await desk.saved(id)).toBe('- un\n  - deux\n- trois\n\nAprès.');
});

test('Enter starts a paragraph, Shift + Enter a line', async ({ page, desk }) => {
  const id = await desk.write('');
  await page.keyboard.type('Un');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('deux');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Trois');
  expect(await desk.saved(id)).toBe('Un\\\ndeux\n\nTrois');
});

test('a table is written with the keyboard alone', async ({ page, desk }) => {
  const id = await desk.write('');
  await reachToolbar(page, 'Tableau');
  await page.keyboard.press('Enter');
  await expect(textField(page)).toBeFocused();
  await page.keyboard.type('Poste');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Montant');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Loyer');
  await page.keyboard.press('Tab');
  await page.keyboard.type('900');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Eau');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Total');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('40');
  expect(await desk.saved(id)).toBe(
    '| Poste | Montant |\n| --- | --- |\n| Loyer | 900 |\n| Eau | 40 |\n| Total |  |',
  );
});

test('each shortcut writes its signs, and takes them off', async ({ page, desk }) => {
  const id = await desk.write('mot');
  for (const [keys, written] of [
    ['Control+b', '**mot**'],
    ['Control+i', '*mot*'],
    ['Control+Shift+X', '~~mot~~'],
    ['Control+Shift+K', '`mot`'],
    ['Control+Shift+Digit2', '## mot'],
    ['Control+Shift+Digit3', '### mot'],
    ['Control+Shift+Digit8', '- mot'],
    ['Control+Shift+Digit7', '1. mot'],
    ['Control+Shift+Digit9', '> mot'],
  ] as const) {
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+Shift+End');
    await page.keyboard.press(keys);
    expect.soft(await desk.saved(id), keys).toBe(written);
    await page.keyboard.press(keys);
    expect.soft(await desk.saved(id), `${keys} again`).toBe('mot');
  }
});

test('the toolbar is walked with arrows, says what is on, and gives the focus back', async ({
  page,
  desk,
}) => {
  const id = await desk.write('un mot');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await reachToolbar(page, 'Gras');
  await page.keyboard.press('Enter');
  await expect(textField(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Gras' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('autre');
  expect(await desk.saved(id)).toBe('un **autre**');
  await reachToolbar(page, 'Défaire');
  await page.keyboard.press('Enter');
  await expect(textField(page)).toContainText('un mot');
});

test('a link is written in its form, changed and taken away', async ({ page, desk }) => {
  const id = await desk.write('voir ici');
  await page.keyboard.press('Control+k');
  const form = page.getByRole('form', { name: 'Lien' });
  await expect(form.getByLabel('Adresse ou article')).toBeFocused();
  await expect(form.getByLabel('Texte du lien')).toHaveValue('ici');
  await page.keyboard.type('https://exemple.fr/a_(b)');
  await page.keyboard.press('Enter');
  expect(await desk.saved(id)).toBe('voir [ici](<https://exemple.fr/a_(b)>)');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+k');
  await expect(form.getByLabel('Adresse ou article')).toHaveValue('https://exemple.fr/a_(b)');
  await form.getByRole('button', { name: 'Retirer le lien' }).click();
  await expect(textField(page)).toBeFocused();
  expect(await desk.saved(id)).toBe('voir ici');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(textField(page)).toBeFocused();
});

test('an address pasted over words makes a link of them', async ({ page, desk }) => {
  const id = await desk.write('voir ici');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await paste(page, { text: 'https://exemple.fr/page' });
  expect(await desk.saved(id)).toBe('voir [ici](https://exemple.fr/page)');
  await page.keyboard.press('Control+z');
  expect(await desk.saved(id)).toBe('voir ici');
});

test('the two manners show one text, with one history', async ({ page, desk }) => {
  const text = 'Un **gras**\r\n\r\n\r\n* a\r\n+ b\r\n\r\nTitre\r\n===\r\n\r\n\tcode  \r\nfin  \n';
  const id = await desk.write(text);
  await page.keyboard.type('x');
  await page.keyboard.press('Control+e');
  await expect(page.getByText('Markdown brut')).toBeVisible();
  await expect(textField(page)).toContainText('**gras**');
  await page.keyboard.type('y');
  await page.keyboard.press('Control+e');
  expect(await desk.saved(id)).toBe(`${text}xy`);
  await page.keyboard.press('Control+e');
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('Control+z');
  expect(await desk.saved(id)).toBe(text);
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  expect(await desk.saved(id)).toBe(`${text}xy`);
});

test('a file with Windows line ends keeps every other byte', async ({ page, desk }) => {
  const body = 'Premier.\r\n\r\nDeuxième,\nà la main.\r\n\r\n> cité\r\n';
  await desk.site.commit({
    write: { 'posts/2026/windows.md': `---\r\ntitle: Windows\r\nisPublished: false\r\n---\r\n${body}` },
  });
  const list = (await (await page.request.get(`${desk.site.origin}/api/admin/posts`)).json()) as readonly {
    readonly id: string;
    readonly slug: string;
  }[];
  const id = list.find(({ slug }) => slug === 'windows')?.id ?? '';
  const { content } = await readPost(page.request, desk.site.origin, id);
  await page.goto(`${desk.site.origin}/admin/articles/${id}`);
  await textField(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ajouté.');
  expect(await desk.saved(id)).toBe(content.replace('Premier.', 'Premier.\r\n\r\nAjouté.'));
});

test('signs show on the line of the cursor only, and nowhere once the text is left', async ({
  page,
  desk,
}) => {
  await desk.write('## Titre\n\nUn **gras** et `code`\n\nLa *fin*');
  const lines = textField(page).locator('.cm-line');
  await expect(lines.nth(4)).toHaveText('La *fin*');
  await expect(lines.nth(2)).toHaveText('Un gras et code');
  await expect(lines.nth(0)).toHaveText('Titre');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(lines.nth(2)).toHaveText('Un **gras** et `code`');
  await expect(lines.nth(4)).toHaveText('La fin');
  await titleField(page).focus();
  await expect(lines.nth(2)).toHaveText('Un gras et code');
});

test('Escape, then Tab, leaves the editor from a list too', async ({ page, desk }) => {
  const id = await desk.write('- un\n- deux');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(textField(page)).not.toBeFocused();
  expect(await desk.saved(id)).toBe('- un\n- deux');
});

test('full screen is entered and left by keyboard, and the text keeps the focus', async ({ page, desk }) => {
  await desk.write('Au large.');
  const editor = page.locator('.text-editor');
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(async () => (await editor.boundingBox())?.width).toBe(1280);
  await expect(textField(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Quitter le plein écran' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await editor.boundingBox())?.width).toBeLessThan(1000);
  await expect(textField(page)).toBeFocused();
});

test('searches and replaces in French', async ({ page, desk }) => {
  const id = await desk.write('un chat, un chien');
  await page.keyboard.press('Control+f');
  const search = page.getByRole('textbox', { name: 'Rechercher' });
  await expect(search).toBeFocused();
  await page.keyboard.type('un ');
  await page.getByRole('textbox', { name: 'Remplacer par' }).fill('le ');
  await page.getByRole('button', { name: 'tout remplacer' }).click();
  await search.press('Escape');
  await expect(search).toBeHidden();
  await expect(textField(page)).toBeFocused();
  expect(await desk.saved(id)).toBe('le chat, le chien');
});

test('words are counted, with the time it takes to read them', async ({ page, desk }) => {
  await desk.write('un deux trois');
  const status = page.locator('.text-editor-status');
  await expect(status).toHaveText(/3 mots\s*1 min de lecture/);
  await page.keyboard.type(' quatre **cinq**');
  await expect(status).toContainText('5 mots');
});

test('what is composed letter by letter arrives once', async ({ page, desk }) => {
  const id = await desk.write('- **été** ');
  const ime = await page.context().newCDPSession(page);
  for (const text of ['t', 'to', 'tok'])
    await ime.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await ime.send('Input.insertText', { text: '東京' });
  await page.keyboard.type(' fin');
  expect(await desk.saved(id)).toBe('- **été** 東京 fin');
  await page.keyboard.press('Control+Home');
  await ime.send('Input.imeSetComposition', { text: '^', selectionStart: 1, selectionEnd: 1 });
  await ime.send('Input.insertText', { text: 'ê' });
  expect(await desk.saved(id)).toContain('ê');
});

/** Goes from the text to a button of the toolbar without a pointer. */
async function reachToolbar(page: Page, name: string): Promise<void> {
  const toolbar = page.getByRole('toolbar', { name: 'Mise en forme' });
  const button = toolbar.getByRole('button', { name, exact: true });
  await page.keyboard.press('Alt+F10');
  await expect(toolbar.getByRole('button').first()).toBeFocused();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  for (let times = 0; times < 25 && (await focused()) !== name; times += 1) {
    const before = await focused();
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).not.toBe(before); // The focus moves a moment later.
  }
  await expect(button).toBeFocused();
}
