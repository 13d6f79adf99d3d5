import type { Page } from '@playwright/test';
import { heardFaults } from './aria-tree.ts';
import { axeFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { startOffice } from './office.ts';
import { ARTICLE } from './pages.ts';
import type { Site } from './site-process.ts';
import { strainedContent } from './strained.ts';

test.use({
  expectedErrors: [/the server responded with a status of 4(?:01|04|10)/],
});

const STRAINED = '/blog/epreuve';
/** All that a reader may come to, with a text that strains the page. */
const EVERY_PAGE = [
  '/',
  '/blog',
  '/blog?page=2',
  '/blog/categorie/business',
  '/blog/tag/strategie-financiere-des-petites-entreprises',
  ARTICLE,
  STRAINED,
  `${STRAINED}#lecture_complete`,
  '/blog/bref',
  '/recherche',
  '/recherche?q=tresorerie',
  `/recherche?q=${'z'.repeat(90)}`,
  '/mentions-legales',
  '/confidentialite',
  '/inconnue',
  '/blog/inconnu',
  '/blog/parti',
];
/** Pages that the browser draws. */
const DRAWN = ['/auth', '/init-data', '/upload-debug', '/admin'];

// One after the other, on one site.
test.describe.configure({ mode: 'default' });

let site: Site;
test.beforeAll(async () => {
  site = await startOffice('full');
  await site.commit({ write: strainedContent() });
});
test.afterAll(() => site.stop());

/** WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** What is beyond the screen's edge or cut off in its box. What scrolls alone is no fault. */
function spilt(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        element.checkVisibility() && !element.matches('.unseen, .skip, .table-scroll *, pre *, input'),
    );
    const edge = document.documentElement.clientWidth + 1;
    const isCut = (element: HTMLElement): boolean =>
      /hidden|clip/.test(getComputedStyle(element).overflow) &&
      element.scrollHeight > element.clientHeight + 1;
    return all
      .filter((element) => element.getBoundingClientRect().right > edge || isCut(element))
      .map((element) => `${element.tagName}.${element.className}: ${element.innerText.slice(0, 60)}`);
  });
}

test.describe('every page', () => {
  // Letters are spaced by a style sheet of the test's own.
  test.use({ bypassCSP: true });

  test('can be heard, and holds on a very small screen, with wider letters, and on paper', async ({
    page,
  }) => {
    for (const path of [...EVERY_PAGE, '/auth', '/init-data']) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(site.origin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect.soft(await heardFaults(page), path).toEqual([]);
      await page.setViewportSize({ width: 375, height: 800 });
      expect.soft(await heardFaults(page), `${path} at 375 px`).toEqual([]);
      if (!EVERY_PAGE.includes(path)) continue;
      await page.setViewportSize({ width: 320, height: 640 });
      expect.soft(await spilt(page), `${path} at 320 px`).toEqual([]);
      const style = await page.addStyleTag({ content: SPACING });
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await spilt(page), `${path} with wider letters at ${width} px`).toEqual([]);
      }
      await style.evaluate((element) => element.parentNode?.removeChild(element));
      await page.emulateMedia({ media: 'print' });
      // The width of A4 paper between our margins.
      await page.setViewportSize({ width: 673, height: 950 });
      expect.soft(await printFaults(page), `${path} on paper`).toEqual([]);
      await page.emulateMedia({ media: 'screen' });
    }
  });
});

/** On paper: what is cut at its edge, what is too pale to be read on white, what nobody can press there. */
function printFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) =>
      element.checkVisibility(),
    );
    const isPale = (element: HTMLElement): boolean => {
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/\d+/g) ?? []).map(
        Number,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 118;
    };
    const isText = (element: HTMLElement): boolean =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '');
    const edge = document.documentElement.clientWidth + 1;
    const named = (why: string) => (element: HTMLElement) =>
      `${why}: ${element.tagName}.${element.className} ${element.innerText.slice(0, 40)}`;
    return [
      ...shown.filter((element) => element.getBoundingClientRect().right > edge).map(named('cut')),
      ...shown.filter((element) => isText(element) && isPale(element)).map(named('pale')),
      ...shown.filter((element) => element.matches('button, .button, nav, form')).map(named('useless')),
    ];
  });
}

test('without script a page that needs one says so, and nothing else that needs one is shown', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const page = await context.newPage();
  for (const path of DRAWN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cette page a besoin de JavaScript');
    await expect(page.getByRole('main').getByRole('link', { name: 'Retour au blog' })).toBeVisible();
  }
  for (const path of ['/', ARTICLE]) {
    await page.goto(path);
    const rooms = await page
      .locator('.needs-script')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().width));
    expect(rooms, path).toEqual([0]);
  }
  await context.close();
});

test('axe finds nothing where the other tests do not look, nor before a script ran', async ({ page }) => {
  const findings = async (path: string): Promise<readonly string[]> => {
    await page.goto(site.origin + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return axeFindings(page);
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of [STRAINED, '/blog/parti']) expect.soft(await findings(path), path).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  for (const path of [`${STRAINED}#lecture_complete`, '/recherche', '/auth'])
    expect.soft(await findings(path), `${path} on a phone`).toEqual([]);
  // Axe is a script: here the page's own are empty.
  await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  for (const path of [`${STRAINED}#lecture_complete`, '/blog?page=2'])
    expect.soft(await findings(path), `${path} without script`).toEqual([]);
});
