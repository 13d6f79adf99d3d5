import type { Locator, Page } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { expect, paste, startPaste, test } from './desk.ts';
import { readPost, textField, titleField } from './writing.ts';

// Chromium says what of a pasted page it would not run, though a page that is only read runs nothing.
test.use({
  expectedErrors: [new RegExp(`${SESSION_LINES.source}|Executing inline event handler violates|ERR_FAILED`)],
});

/** What the clipboard holds after a copy, shortened to what matters. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=FR><!--StartFragment-->
<h2>Le plan<o:p></o:p></h2>
<p class=MsoNormal>Un mot <b style='mso-bidi-font-weight:normal'>gras</b>, un <i>penché</i> et<br>une ligne.</p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>Premier</p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>Détail</p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal>Poste</p></td><td><p class=MsoNormal>Coût</p></td></tr><tr><td><p class=MsoNormal>Loyer</p></td><td><p class=MsoNormal>900&nbsp;€</p></td></tr></table>
<!--EndFragment--></body></html>`;
const DOCS =
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-9"><h1 dir="ltr"><span>Titre</span></h1><p dir="ltr"><span style="font-weight:700">Gras</span><span style="font-style:italic"> penché</span></p><ol><li dir="ltr"><p><span>un</span></p></li><li dir="ltr"><p><a href="https://www.google.com/url?q=https://exemple.fr/&amp;sa=D"><span>deux</span></a></p></li></ol></b>';
const WEB =
  '<article><h1>Une page</h1><script>document.title = "pris"</script><p onclick="alert(1)">Du <em>texte</em> et <code>a*b</code>.</p><img src="https://pixel.invalid/x.gif" onerror="document.title=\'pris\'"><blockquote>Cité</blockquote><pre>let a;</pre><p><a href="javascript:alert(1)">non</a></p></article>';

const COPIED = [
  [
    'Word',
    WORD,
    '## Le plan\n\nUn mot **gras**, un *penché* et\\\nune ligne.\n\n- Premier\n  - Détail\n\n| Poste | Coût |\n| - | - |\n| Loyer | 900\u00a0€ |',
  ],
  ['Google Docs', DOCS, '## Titre\n\n**Gras** *penché*\n\n1. un\n2. [deux](https://exemple.fr/)'],
  ['a web page', WEB, '## Une page\n\nDu *texte* et `a*b`.\n\n> Cité\n\n```\nlet a;\n```\n\nnon'],
] as const;

test('what is copied elsewhere becomes Markdown, and one step to undo', async ({ page, desk }) => {
  for (const [from, html, written] of COPIED) {
    await test.step(`from ${from}`, async () => {
      const id = await desk.write('');
      await paste(page, { text: 'brut', html });
      expect(await desk.saved(id)).toBe(written);
      await expect(page).toHaveTitle(/^(?!pris)/);
      await page.keyboard.press('Control+z');
      expect(await desk.saved(id)).toBe('');
    });
  }
});

test('what is pasted goes into the text as its place asks', async ({ page, desk }) => {
  await test.step('blocks pasted in a sentence do not join it', async () => {
    const id = await desk.write('Avant après');
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('ArrowLeft');
    await paste(page, { text: 'Titre\nun', html: '<h2>Titre</h2><ul><li>un</li></ul>' });
    expect(await desk.saved(id)).toBe('Avant\n\n## Titre\n\n- un\n\naprès');
  });
  await test.step('rich words pasted in a sentence stay in it', async () => {
    const id = await desk.write('Un ');
    await paste(page, { text: 'mot gras', html: 'mot <b>gras</b>' });
    expect(await desk.saved(id)).toBe('Un mot **gras**');
  });
  await test.step('in code, and from an editor of code, text is pasted as it is', async () => {
    const id = await desk.write('```\n\n```');
    await page.keyboard.press('ArrowUp');
    await paste(page, { text: '<b>x</b> *y*', html: '<p><b>x</b></p>' });
    expect(await desk.saved(id)).toBe('```\n<b>x</b> *y*\n```');
  });
  await test.step('in a cell of a table lines are words of that cell', async () => {
    const id = await desk.write('| Poste | Coût |\n| --- | --- |\n| Loyer | 900 |');
    for (let times = 0; times < ' | 900 |'.length; times += 1) await page.keyboard.press('ArrowLeft');
    await paste(page, { text: ' et charges\r\n(eau | gaz)\r\n' });
    expect(await desk.saved(id)).toBe(
      '| Poste | Coût |\n| --- | --- |\n| Loyer et charges (eau \\| gaz) | 900 |',
    );
  });
  await test.step('a text with Windows line ends is pasted line by line', async () => {
    const id = await desk.write('Avant ');
    await paste(page, { text: 'un\r\ndeux\r\n' });
    await expect(textField(page)).toContainText('deux');
    expect(await desk.saved(id)).toBe('Avant un\ndeux\n');
  });
});

test('where what reads HTML cannot be loaded, the text goes in as it is', async ({ page, desk }) => {
  const id = await desk.write('Avant ');
  await page.route('**/assets/**', (route) => route.abort());
  await paste(page, { text: 'un\r\nmot', html: '<h2>un</h2><p>mot</p>' });
  expect(await desk.saved(id)).toBe('Avant un\nmot');
});

test('while a paste is read, its author goes on writing; it goes where it was pasted', async ({
  page,
  desk,
}) => {
  const release = await holdReader(page);
  const id = await desk.write('Début\n\nmilieu\n\n');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+End');
  await startPaste(page, { html: '<p>un <b>mot</b></p>' });
  await expect(readingBar(page)).toBeAttached();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('La fin');
  release();
  await expect(textField(page)).toContainText('un mot');
  await page.keyboard.type(', encore.');
  expect(await desk.saved(id)).toBe('Début\n\nun **mot**\n\nLa fin, encore.');
});

test('what is typed right behind a paste that is being read stays behind it', async ({ page, desk }) => {
  for (const [from, before, keys, written] of [
    ['a cursor', '', ['suite', 'Enter', 'Fin'], 'Avant un **mot**suite\n\nFin.'],
    ['a selection', 'Shift+Home', [', suite'], 'un **mot**, suite.'],
  ] as const) {
    await test.step(`from ${from}`, async () => {
      const release = await holdReader(page);
      const id = await desk.write('Avant ');
      if (before !== '') await page.keyboard.press(before);
      await startPaste(page, { html: '<p>un <b>mot</b></p>' });
      await expect(readingBar(page)).toBeAttached();
      for (const key of keys) await (key === 'Enter' ? page.keyboard.press(key) : page.keyboard.type(key));
      release();
      await expect(textField(page)).toContainText('mot');
      await page.keyboard.type('.');
      expect(await desk.saved(id)).toBe(written);
      await page.unrouteAll();
    });
  }
});

test('in an empty text, nothing asks for words where a paste is being read', async ({ page, desk }) => {
  const release = await holdReader(page);
  await desk.write('');
  const invitation = page.getByText('Écrivez votre article…');
  await expect(invitation).toBeVisible();
  await startPaste(page, { html: '<p>un <b>mot</b></p>' });
  await expect(readingBar(page)).toBeVisible();
  await expect(invitation).toBeHidden();
  release();
  await expect(textField(page)).toContainText('mot');
});

test('a passage that its author goes on without comes no more', async ({ page, desk }) => {
  const release = await holdReader(page);
  const id = await desk.write('Avant.');
  await startPaste(page, { html: '<p>un <b>mot</b></p>' });
  await expect(readingBar(page)).toBeAttached();
  await titleField(page).fill('Un autre titre');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  let save = (): void => undefined;
  const isWanted = new Promise<void>((resolve) => {
    save = resolve;
  });
  await page.route(`**/api/admin/posts/${id}`, async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Enregistrer : modifier l’article' }).click();
  await expect(readingBar(page)).toHaveCount(0);
  const read = page.waitForResponse(/paste-worker/);
  release();
  await read;
  save();
  await expect(page).toHaveURL(`${desk.site.origin}/admin`);
  expect(asked).toEqual([expect.stringContaining('Continuer sans')]);
  expect(await readPost(page.request, desk.site.origin, id)).toMatchObject({
    title: 'Un autre titre',
    content: 'Avant.',
  });
});

/** Lets nothing read what is pasted until it is called. */
async function holdReader(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/paste-worker/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

function readingBar(page: Page): Locator {
  return page.getByRole('progressbar', { name: 'Lecture de ce que vous collez' });
}
