import type { Page } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { axeFindings, layoutFindings, PHONE } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin, signIn } from './office.ts';
import type { Site } from './site-process.ts';
import { createPost, titleField } from './writing.ts';

/** The session's lines, and Chromium's own about the preview's frame, in which nothing may run. */
const EXPECTED = new RegExp(`${SESSION_LINES.source}|Blocked script execution in 'about:srcdoc'`);

test.use({ expectedErrors: [EXPECTED] });

/** A screen: how to come there from the one before, and what shows that it is there. */
interface Screen {
  readonly name: string;
  /** A link of the navigation or an address; none when it is opened on the screen before. */
  readonly link?: string;
  readonly path?: string;
  readonly ready: (page: Page) => Promise<void>;
}

const heading =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('heading', { name, level: 1 }).waitFor();

const WRITING: readonly Screen[] = [
  { name: 'new article', path: '/admin/articles/nouveau', ready: (page) => titleField(page).waitFor() },
  {
    name: 'preview',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
      await page.getByTitle('Aperçu de l’article').waitFor();
    },
  },
];

const PANELS: readonly Screen[] = [
  { name: 'table', path: '/admin', ready: (page) => page.getByRole('row').nth(1).waitFor() },
  {
    name: 'images',
    link: 'Images',
    ready: (page) => page.getByText(/^9 images/).waitFor(),
  },
  ...['Site', 'Disponibilité', 'Compte', 'Sessions', 'Mots de passe d’application', 'Importer'].map(
    (tab, index): Screen => ({
      name: `settings: ${tab}`,
      ...(index === 0 ? { link: 'Réglages' } : {}),
      ready: async (page) => {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await page.getByRole('tabpanel', { name: tab }).getByRole('button').first().waitFor();
      },
    }),
  ),
  { name: 'journal', link: 'Journal', ready: (page) => page.getByText('« Jeté »').first().waitFor() },
  {
    name: 'problems',
    link: 'Problèmes',
    ready: (page) => page.getByText('posts/2026/casse.md').waitFor(),
  },
  {
    name: 'bin',
    link: 'Corbeille',
    ready: (page) => page.getByRole('button', { name: /^Restaurer/ }).waitFor(),
  },
  // Last: nothing behind its dialog can be pressed.
  {
    name: 'renaming an image',
    link: 'Images',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Renommer/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

const MAINTENANCE: readonly Screen[] = [
  { name: 'init-data', path: '/init-data', ready: heading('Initialiser les données') },
  { name: 'fix-images', path: '/fix-images', ready: heading('Corriger les images') },
  {
    name: 'fix-ironman',
    path: '/fix-ironman-production',
    ready: heading('Corriger l’article Ironman'),
  },
  { name: 'direct-fix', path: '/direct-fix', ready: heading('Correction directe') },
  { name: 'upload-debug', path: '/upload-debug', ready: heading('Diagnostic des envois') },
  { name: 'test-upload', path: '/test-upload', ready: heading('Essais d’envoi') },
  { name: 'test-object-storage', path: '/test-object-storage', ready: heading('Essai du stockage') },
];

async function prepare(page: Page, site: Site): Promise<void> {
  const thrown = await createPost(page.request, site.origin, { title: 'Jeté', slug: 'jete', content: '' });
  await page.request.delete(`${site.origin}/api/admin/posts/${thrown.id}`);
  await site.commit({ write: { 'posts/2026/casse.md': '---\ntitle: "sans fin\n---\n' } });
}

/**
 * Regions that scroll and that axe takes for out of the keyboard's reach: the buttons of a toolbar are reached by arrow
 * keys from the toolbar itself, and the text of the editor is editable.
 */
const REACHED = /class="(?:formatting-tools|cm-scroller)"/;

/** What axe finds but for these. */
async function findings(page: Page): Promise<readonly string[]> {
  const found = await axeFindings(page);
  return found.filter((line) => !line.startsWith('scrollable-region-focusable: ') || !REACHED.test(line));
}

test('axe finds nothing on the first start', async ({ page, newSite: site }) => {
  await page.goto(`${site.origin}/auth`);
  await page.getByLabel('Code à usage unique').waitFor();
  expect(await layoutFindings(page)).toEqual([]);
});

test('every section is seen whole on a phone, and a toast keeps its signs with their words', async ({
  page,
  site,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, site);
  await page.goto(`${site.origin}/admin/images`);
  // Before that, this page would take what is to be told by the next.
  await page.getByRole('heading', { name: 'Images' }).waitFor();
  const toast = JSON.stringify({ title: 'Prêt : « A »', description: '« B » attend !' });
  await page.evaluate((text) => sessionStorage.setItem('encrier:toast', text), toast);
  await page.reload();
  await expect(page.getByText('Prêt : « A »').last()).toBeVisible();
  expect(await page.locator('.toast').textContent()).toBe(
    'Prêt\u00a0: «\u00a0A\u00a0»«\u00a0B\u00a0» attend\u202f!',
  );
  const sections = page.getByRole('navigation', { name: 'Sections de l’administration' }).getByRole('link');
  for (const section of await sections.all()) await expect(section).toBeInViewport({ ratio: 1 });
  await expect(sections).toHaveCount(7);
  await expect(sections.last()).toHaveText('Voir le site');
});

test('the title of the window says which screen or which article it is', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/images');
  await expect(page).toHaveTitle('Images | Delvaure Conseil');
  await page.getByRole('link', { name: 'Articles' }).click();
  await expect(page).toHaveTitle('Articles | Delvaure Conseil');
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await expect(page).toHaveTitle('Nouvel article | Delvaure Conseil');
  await page.getByLabel('Titre', { exact: true }).fill('Tenir | bon');
  await expect(page).toHaveTitle('Tenir | bon | Delvaure Conseil');
});

/** Windows in which bars leave little room: a phone on its side, and a phone. */
const LOW = { width: 812, height: 375 };

/** The stops of the keyboard, the first so many, of which another element hides a part. */
async function hiddenStops(page: Page, stops: number): Promise<readonly string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      // A panel as tall as the window is seen where it begins.
      if (bottom - top > innerHeight / 2) return null;
      // Of a text of several lines the cursor's is shown: its first.
      const lines = focused.matches('textarea') ? [top + 16] : [top + 4, (top + bottom) / 2, bottom - 4];
      for (const y of lines) {
        const seen = document.elementFromPoint((left + right) / 2, y);
        if (seen === null || !(focused.contains(seen) || seen.contains(focused)))
          return `${focused.textContent || focused.id} under ${seen?.className ?? 'nothing'}`;
      }
      return null;
    });
    if (found !== null) hidden.push(found);
  }
  return hidden;
}

test('what has the focus is under no bar, and what the keyboard comes to is seen', async ({ page, site }) => {
  await signIn(page, site);
  for (const size of [LOW, PHONE])
    for (const [path, shown, stops] of [
      ['/admin', 'Fixer ses prix', 24],
      ['/admin/reglages', 'Marque et auteur', 60],
    ] as const) {
      await page.setViewportSize(size);
      await page.goto(site.origin + path);
      await page.getByText(shown).first().waitFor();
      expect.soft(await hiddenStops(page, stops), `${path} at ${size.width}`).toEqual([]);
    }
});

test('the bar above a text is one row, on a phone on its side too', async ({ page, site }) => {
  await page.setViewportSize(LOW);
  await signIn(page, site);
  await page.goto(`${site.origin}/admin/articles/nouveau`);
  await titleField(page).waitFor();
  const heights = await page
    .getByRole('banner')
    .evaluate((bar) => [bar.clientHeight, bar.querySelector('nav')?.clientHeight ?? 0]);
  expect(heights[0]).toBeLessThan(1.5 * (heights[1] ?? 0));
});

async function judge(page: Page, { origin }: Site, screens: readonly Screen[]): Promise<void> {
  for (const { name, link, path, ready } of screens) {
    if (path !== undefined) await page.goto(origin + path);
    if (link !== undefined) await page.getByRole('link', { name: link }).click();
    await ready(page);
    expect.soft(await layoutFindings(page, { find: findings }), name).toEqual([]);
  }
}

test('axe finds nothing on the screens of writing and of maintenance, and none is wider than the window', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await judge(page, site, [...WRITING, ...MAINTENANCE]);
});

test('axe finds nothing on the table and the panels, and none is wider than the window', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await signIn(page, site);
  await prepare(page, site);
  await judge(page, site, PANELS);
});
