import type { Page } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { expect, paste, test } from './desk.ts';
import { type AdminPost, readPost, textField, titleField } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

test('a text is written by the keyboard alone: lists, lines and a table', async ({ page, desk }) => {
  await test.step('lists go on with Enter, are set in with Tab, and end with an empty item', async () => {
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
  await test.step('Enter starts a paragraph, Shift + Enter a line', async () => {
    const id = await desk.write('');
    await page.keyboard.type('Un');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('deux');
    for (const key of ['Shift+Enter', 'Shift+Enter', 'Enter', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.type('Trois');
    expect(await desk.saved(id)).toBe('Un\\\ndeux\n\nTrois');
  });
  await test.step('Tab and Enter go through the cells of a table, and make a row', async () => {
    const id = await desk.write('');
    await reachToolbar(page, 'Tableau');
    await page.keyboard.press('Enter');
    await expect(textField(page)).toBeFocused();
    for (const cell of ['Poste', 'Montant', 'Loyer', '900', 'Eau']) {
      await page.keyboard.type(cell);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.keyboard.type('Total');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('40');
    expect(await desk.saved(id)).toBe(
      '| Poste | Montant |\n| --- | --- |\n| Loyer | 900 |\n| Eau | 40 |\n| Total |  |',
    );
  });
  await test.step('words behind an image are a paragraph of their own', async () => {
    const id = await desk.write('![Une courbe](/images/2026/courbe.webp)');
    await page.keyboard.type('Après.');
    expect(await desk.saved(id)).toBe('![Une courbe](/images/2026/courbe.webp)\n\nAprès.');
  });
  await test.step('Escape, then Tab, leaves the editor from a list too', async () => {
    const id = await desk.write('- un\n- deux');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(textField(page)).not.toBeFocused();
    expect(await desk.saved(id)).toBe('- un\n- deux');
  });
});

test('each shortcut writes its signs, and takes them off', async ({ page, desk }) => {
  const shortcuts = [
    ['Control+b', '**mot**'],
    ['Control+i', '*mot*'],
    ['Control+Shift+X', '~~mot~~'],
    ['Control+Shift+K', '`mot`'],
    ['Control+Shift+Digit2', '## mot'],
    ['Control+Shift+Digit3', '### mot'],
    ['Control+Shift+Digit8', '- mot'],
    ['Control+Shift+Digit7', '1. mot'],
    ['Control+Shift+Digit9', '> mot'],
  ] as const;
  /** Selects the word of each paragraph, and presses its keys. */
  async function pressAll(): Promise<void> {
    await page.keyboard.press('Control+Home');
    for (const [keys] of shortcuts) {
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await page.keyboard.press(keys);
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
    }
  }
  const plain = shortcuts.map(() => 'mot').join('\n\n');
  const id = await desk.write(plain);
  await pressAll();
  expect((await desk.saved(id)).split('\n\n')).toEqual(shortcuts.map(([, written]) => written));
  await pressAll();
  expect(await desk.saved(id)).toBe(plain);
});

test('the toolbar is walked with arrows, and links are made in their form or pasted', async ({
  page,
  desk,
}) => {
  await test.step('the toolbar says what is on, and gives the focus back', async () => {
    const id = await desk.write('un mot');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await reachToolbar(page, 'Gras');
    await page.keyboard.press('Enter');
    await expect(textField(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Gras' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.type('autre');
    expect(await desk.saved(id)).toBe('un **autre**');
    await page.getByRole('button', { name: 'Défaire' }).click();
    // A slow machine makes several steps of it; the focus is in the text again.
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('Control+z');
    expect(await desk.saved(id)).toBe('un mot');
  });
  await test.step('a link is written in its form, changed and taken away', async () => {
    const id = await desk.write('voir ici');
    await page.keyboard.press('Control+k');
    const form = page.getByRole('form', { name: 'Lien' });
    await expect(form.getByLabel('Adresse ou article')).toBeFocused();
    await expect(form.getByLabel('Texte du lien')).toHaveValue('ici');
    await page.keyboard.insertText('https://exemple.fr/a_(b)');
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
  await test.step('a link goes to the words it was asked for, whatever is typed before them meanwhile', async () => {
    const id = await desk.write('voir ici');
    await page.keyboard.press('Control+k');
    const form = page.getByRole('form', { name: 'Lien' });
    await page.keyboard.insertText('/blog/a');
    await textField(page).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Avant cela, ');
    await form.getByRole('button', { name: 'Ajouter le lien' }).click();
    expect(await desk.saved(id)).toBe('Avant cela, voir [ici](/blog/a)');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+k');
    await expect(form.getByLabel('Texte du lien')).toHaveValue('Avant');
    await textField(page).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Delete');
    await expect(form).toBeHidden();
    expect(await desk.saved(id)).toBe('vant cela, voir [ici](/blog/a)');
  });
  await test.step('an address pasted over words makes a link of them', async () => {
    const id = await desk.write('voir ici');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await paste(page, { text: 'https://exemple.fr/page' });
    expect(await desk.saved(id)).toBe('voir [ici](https://exemple.fr/page)');
    await page.keyboard.press('Control+z');
    expect(await desk.saved(id)).toBe('voir ici');
  });
});

test('the two manners show one text; the visual one hides signs, neither changes line ends', async ({
  page,
  desk,
}) => {
  await test.step('signs show on the line of the cursor only, and nowhere once the text is left', async () => {
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
  await test.step('both manners have one history', async () => {
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
    await page.keyboard.press('Control+e');
  });
  await test.step('a file with Windows line ends keeps every other byte', async () => {
    const file =
      '---\r\ntitle: Windows\r\nisPublished: false\r\n---\r\nPremier.\r\n\r\nDeuxième,\nà la main.\r\n';
    await desk.site.commit({ write: { 'posts/2026/windows.md': file } });
    const answer = await page.request.get(`${desk.site.origin}/api/admin/posts`);
    const list = (await answer.json()) as readonly AdminPost[];
    const id = list.find(({ slug }) => slug === 'windows')?.id ?? '';
    const { content } = await readPost(page.request, desk.site.origin, id);
    await desk.show(id);
    await textField(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ajouté.');
    expect(await desk.saved(id)).toBe(content.replace('Premier.', 'Premier.\r\n\r\nAjouté.'));
  });
});

test('full screen, search, the count of words and composed letters go with the keyboard', async ({
  page,
  desk,
}) => {
  await test.step('full screen is entered and left, and the text keeps the focus', async () => {
    await desk.write('Au large.');
    const editor = page.locator('.text-editor');
    await page.keyboard.press('Control+Shift+Enter');
    await expect.poll(async () => (await editor.boundingBox())?.y).toBe(0);
    await expect(textField(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Quitter le plein écran' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await editor.boundingBox())?.y).toBeGreaterThan(0);
    await expect(textField(page)).toBeFocused();
  });
  await test.step('searches and replaces in French', async () => {
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
  await test.step('words are counted, with the time it takes to read them', async () => {
    const id = await desk.write('un deux trois');
    const status = page.locator('.text-editor-status');
    await expect(status).toHaveText(/3 mots\s*1 min de lecture/);
    await page.keyboard.insertText(' quatre **cinq**');
    await expect(status).toContainText('5 mots');
    await desk.saved(id);
  });
  await test.step('what is composed letter by letter arrives once', async () => {
    const id = await desk.write('- **été** ');
    const ime = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    for (const text of ['t', 'to', 'tok']) await compose(text);
    await ime.send('Input.insertText', { text: '東京' });
    await page.keyboard.type(' fin');
    expect(await desk.saved(id)).toBe('- **été** 東京 fin');
    await page.keyboard.press('Control+Home');
    await compose('^');
    await ime.send('Input.insertText', { text: 'ê' });
    expect(await desk.saved(id)).toContain('ê');
    const behind = await desk.write('![Une courbe](/images/2026/courbe.webp)');
    await compose('^');
    await ime.send('Input.insertText', { text: 'Ê' });
    await expect(textField(page).locator('.cm-line')).toHaveCount(3);
    await page.keyboard.type('tre');
    expect(await desk.saved(behind)).toBe('![Une courbe](/images/2026/courbe.webp)\n\nÊtre');
  });
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

for (const { what, never, count, written } of [
  {
    what: 'a sign that a space stands before',
    never: ':',
    count: 160,
    written: (word: string) => `${word} :`,
  },
  {
    what: 'half a word, where emphasis begins or ends',
    never: 'm,',
    count: 640,
    written: (word: string) => `l’*${word}*,`,
  },
])
  test(`no line begins with ${what}, in either manner`, async ({ page, desk }) => {
    const words = Array.from({ length: 160 }, (_, number) => written('mot'.repeat(1 + (number % 5))));
    await desk.write(words.join(' '));
    // The signs of Markdown are hidden where nobody writes.
    await titleField(page).focus();
    for (const manner of ['visual', 'plain']) {
      if (manner === 'plain') await page.getByRole('button', { name: 'Markdown' }).click();
      const begins = await textField(page).evaluate((field, letters) => {
        const texts = document.createTreeWalker(field, NodeFilter.SHOW_TEXT);
        const lefts: number[] = [];
        const signs: number[] = [];
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
          for (const { 0: letter, index } of (node.textContent ?? '').matchAll(/\S/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + 1);
            const { left } = range.getBoundingClientRect();
            lefts.push(left);
            if (letters.includes(letter)) signs.push(left);
          }
        const start = Math.min(...lefts);
        return { signs: signs.length, atStart: signs.filter((left) => left < start + 2).length };
      }, never);
      expect(begins).toEqual({ signs: count, atStart: 0 });
    }
  });

test('selected words can be read', async ({ page, desk }) => {
  await desk.write('Un mot');
  await page.keyboard.press('Control+a');
  const colour = await page
    .locator('.cm-line')
    .first()
    .evaluate((line) => getComputedStyle(line, '::selection').color);
  // They stand on a dim gold: only light ones are seen.
  const channels = (colour.match(/\d+/g) ?? []).map(Number);
  expect(Math.min(...channels)).toBeGreaterThan(150);
});
