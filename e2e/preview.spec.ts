import type { FrameLocator, Page } from '@playwright/test';
import { HOSTILE_HTML } from '#content/testing/hostile-html.ts';
import { SESSION_LINES } from './administrator.ts';
import { PHONE, WIDE } from './axe.ts';
import { expect, paste, test } from './desk.ts';
import { pictureFile, SMALL } from './pictures.ts';
import { EVERY_BLOCK } from './posts.ts';
import { textField, titleField } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

/** So many paragraphs, each with a title. */
function manyParagraphs(count: number): string {
  const words = 'Une phrase assez longue pour tenir sur plusieurs lignes, et qui le fait. '.repeat(5);
  return Array.from({ length: count }, (_, index) => `## Partie ${index + 1}\n\n${words}`).join('\n\n');
}

test('the preview is the article of the public page', async ({ browser, page, desk }) => {
  const picture = await pictureFile('figure.jpg', 0, SMALL);
  const upload = await page.request.post(`${desk.site.origin}/api/admin/upload`, {
    multipart: { image: picture },
  });
  const { url } = (await upload.json()) as { readonly url: string };
  const slug = 'comme-en-ligne';
  const content = `${EVERY_BLOCK}\n\n## Une dernière section\n\n![Une figure](${url} "Légende")\n\n<b>x</b> « y » : z ! [^1]\n`;
  const fields = {
    slug,
    subtitle: 'Un sous-titre : le voilà',
    excerpt: 'Un extrait : le voici.',
    category: 'Conseil',
    tags: ['un', 'deux'],
    coverImage: url,
    coverImageAlt: 'La couverture',
    isPublished: true,
  };
  await desk.write(content, fields);
  const frame = await openPreview(page);
  await expect(frame.getByRole('img', { name: 'Une figure' })).toBeVisible();
  await expect(frame.locator('.key-points li').first()).toBeAttached();
  await expect(frame.locator('.contents-folded a')).toHaveCount(3);
  const shown = await frame.locator('main').evaluate(articleParts);
  // No script runs in the preview.
  const context = await browser.newContext({ javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto(`${desk.site.origin}/blog/${slug}`);
  expect(shown).toEqual(await reader.locator('main').evaluate(articleParts));
  await context.close();
});

test('a phone shows the key points first; a table wider than the page scrolls in preview and text', async ({
  page,
  desk,
}) => {
  await desk.write('## Une marge de 40 % des clients\n\n- Préparer **trois mois de charges** avant l’été\n');
  const frame = await openPreview(page);
  await test.step('a phone shows the key points first, then the whole text and back', async () => {
    await page.getByRole('button', { name: 'Sur un téléphone' }).click();
    await expect(frame.getByText('Version mobile optimisée')).toBeVisible();
    await expect(frame.getByText('Préparer trois mois de charges avant l’été').first()).toBeVisible();
    await expect(frame.locator('.prose')).toBeHidden();
    await frame.getByRole('link', { name: "Lire l'article complet" }).click();
    await expect(frame.locator('.prose')).toBeVisible();
    await frame.getByRole('link', { name: 'Version courte' }).click();
    await expect(frame.locator('.prose')).toBeHidden();
    await expect(titleField(page)).toBeVisible();
    await page.getByRole('button', { name: 'Sur un ordinateur' }).click();
  });
  await test.step('a table wider than the page scrolls in both', async () => {
    const cells = Array.from({ length: 16 }, (_, index) => `Colonne ${index + 1}`);
    const row = `| ${cells.join(' | ')} |`;
    await textField(page).fill('');
    await paste(page, { text: `${row}\n|${' --- |'.repeat(16)}\n${row}\n\nAprès.` });
    const isWide = (element: Element) => element.scrollWidth > element.clientWidth;
    await expect.poll(() => page.locator('.cm-scroller').evaluate(isWide)).toBe(true);
    const paragraph = page.locator('.cm-line').last();
    expect((await paragraph.boundingBox())?.width).toBeLessThan(800);
    await expect.poll(() => frame.locator('.table-scroll').evaluate(isWide)).toBe(true);
    expect(await frame.locator('html').evaluate(isWide)).toBe(false);
  });
});

test.describe('text and preview side by side', () => {
  // Playwright's own, which listens to the mouse wherever it has looked.
  test.use({
    expectedErrors: [new RegExp(`${SESSION_LINES.source}|Blocked script execution in 'about:srcdoc'`)],
  });

  test('scroll together, and only the block that is written in is replaced', async ({ page, desk }) => {
    await desk.write(manyParagraphs(40));
    const frame = await openPreview(page);
    const blocks = frame.locator('.prose > *');
    await expect(blocks).toHaveCount(80);
    await test.step('they scroll together, whichever is scrolled', async () => {
      const scroller = page.locator('.cm-scroller');
      await scroller.evaluate((element) => element.scrollTo(0, 0));
      await expect.poll(() => firstSeen(frame)).toBe('Partie 1');
      await scroller.hover();
      await page.mouse.wheel(0, 4000);
      await expect.poll(() => partOf(firstSeen(frame))).toBeGreaterThan(10);
      const led = await partOf(firstLine(page));
      await page.locator('iframe').hover();
      await page.mouse.wheel(0, -1500);
      await expect.poll(() => partOf(firstLine(page))).toBeLessThan(led - 2);
      await expect
        .poll(async () => Math.abs((await partOf(firstSeen(frame))) - (await partOf(firstLine(page)))))
        .toBeLessThanOrEqual(1);
    });
    await test.step('only the block that is written in is replaced', async () => {
      await blocks.evaluateAll((elements) => {
        for (const element of elements) element.setAttribute('data-marked', '');
      });
      await textField(page).focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' Oui.');
      await expect(blocks.last()).toContainText('Oui.');
      await expect(blocks.last()).not.toHaveAttribute('data-marked');
      await expect(frame.locator('.prose > [data-marked]')).toHaveCount(79);
      await titleField(page).fill('Un autre titre');
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Un autre titre');
      await expect(frame.locator('.prose > [data-marked]')).toHaveCount(79);
    });
  });
});

test.describe('a preview that cannot go on', () => {
  test.use({
    expectedErrors: [new RegExp(`${SESSION_LINES.source}|status of 503|ERR_FAILED|render-worker`)],
  });

  test('says so and is started again, or starts again by itself when it had worked', async ({
    page,
    desk,
  }) => {
    await desk.write('Un texte.');
    await test.step('what it is made of cannot be had: it is asked for again, or the text is back', async () => {
      const answer = { status: 503, json: { error: 'Le disque est en panne.', code: 'unavailable' } };
      await page.route('**/api/admin/site', (route) => route.fulfill(answer));
      const preview = page.getByRole('region', { name: 'Aperçu', exact: true });
      await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
      await expect(preview.getByText('Le disque est en panne.')).toBeVisible();
      await page.setViewportSize(PHONE);
      await expect(textField(page)).toBeHidden();
      await preview.getByRole('button', { name: 'Fermer l’aperçu' }).click();
      await expect(textField(page)).toBeVisible();
      await page.setViewportSize(WIDE);
      await page.unrouteAll();
    });
    await page.route('**/*render-worker*', (route) => route.abort());
    await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
    await expect(page.getByText('L’aperçu s’est arrêté')).toBeVisible();
    await page.unroute('**/*render-worker*');
    await page.getByRole('button', { name: 'Relancer l’aperçu' }).click();
    const frame = page.frameLocator('iframe[title="Aperçu de l’article"]');
    await expect(frame.getByText('Un texte.')).toBeVisible();
    await expect(page.getByText('L’aperçu s’est arrêté')).toBeHidden();

    const [worker] = page.workers();
    await worker?.evaluate(() => {
      setTimeout(() => {
        throw new Error('render-worker: dies for the test');
      });
    });
    await expect.poll(() => page.workers()[0] !== undefined && page.workers()[0] !== worker).toBe(true);
    await textField(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Encore.');
    await expect(frame.getByText('Un texte. Encore.')).toBeVisible();
    await expect(page.getByText('L’aperçu s’est arrêté')).toBeHidden();
  });
});

test('a hostile text runs, loads and hides nothing', async ({ page, desk, outside }) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  // The call refuses a NUL already.
  const hostile = HOSTILE_HTML.filter((html) => !html.includes('\0'));
  await desk.write(`Le début.\n\n${hostile.join('\n\n')}`);
  const frame = await openPreview(page);
  await expect(frame.getByText('Le début.')).toBeVisible();
  await page.keyboard.press('Control+Home');
  for (let times = 0; times < 12; times += 1) await page.keyboard.press('PageDown');
  await page.keyboard.press('Control+e');
  await page.keyboard.type('x');
  const scripts = frame.locator('script, iframe, object, embed, form, [onerror], [onload], [onclick]');
  await expect(scripts).toHaveCount(0);
  await expect(frame.locator('.prose a[href^="javascript" i]')).toHaveCount(0);
  await expect(titleField(page)).toHaveValue('Essai');
  expect(dialogs).toEqual([]);
  expect(outside).toEqual([]);
});

async function openPreview(page: Page): Promise<FrameLocator> {
  await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
  const frame = page.frameLocator('iframe[title="Aperçu de l’article"]');
  await expect(frame.locator('.prose > *').first()).toBeAttached();
  return frame;
}

/** What an article shows; without what only readers have (sharing) and what differs by the page it is on. */
function articleParts(main: Element): readonly (readonly [string, string | undefined])[] {
  const sorted = main.ownerDocument.importNode(main, true);
  // How a page loads a picture is its own: in a second format.
  for (const source of sorted.querySelectorAll('source')) source.remove();
  // In which order attributes were set is not seen.
  for (const element of sorted.querySelectorAll('img')) {
    const attributes = Array.from(element.attributes, ({ name, value }) => [name, value] as const).sort();
    for (const [name] of attributes) element.removeAttribute(name);
    for (const [name, value] of attributes) element.setAttribute(name, value);
  }
  return ['.article-head', '.full-view', '.author-card'].map((selector) => [
    selector,
    sorted.querySelector(selector)?.outerHTML,
  ]);
}

/** The title that stands highest in the frame. */
function firstSeen(frame: FrameLocator): Promise<string> {
  return frame.locator('.prose').evaluate((prose) => {
    const seen = Array.from(prose.querySelectorAll('h2')).find(
      (title) => title.getBoundingClientRect().top > -80,
    );
    return seen?.textContent ?? '';
  });
}

function firstLine(page: Page): Promise<string> {
  return page.locator('.cm-scroller').evaluate((scroller) => {
    const { top } = scroller.getBoundingClientRect();
    const titles = Array.from(scroller.querySelectorAll('.md-title'));
    return titles.find((title) => title.getBoundingClientRect().top > top - 40)?.textContent ?? '';
  });
}

async function partOf(title: Promise<string>): Promise<number> {
  return Number(/\d+/.exec(await title)?.[0] ?? Number.NaN);
}
