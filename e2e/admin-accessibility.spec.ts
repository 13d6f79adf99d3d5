import type { Page } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { axeFindings, layoutFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin } from './office.ts';
import type { Site } from './site-process.ts';
import { createPost, titleField } from './writing.ts';

/** The session's lines, and Chromium's own about the preview's frame, in which nothing may run. */
const EXPECTED = new RegExp(`${SESSION_LINES.source}|Blocked script execution in 'about:srcdoc'`);

test.use({ expectedErrors: [EXPECTED] });

/** A screen: its address, what shows that it is there, and what is opened on it. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly ready: (page: Page) => Promise<void>;
}

const heading =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('heading', { name, level: 1 }).waitFor();

const WRITING: readonly Screen[] = [
  { name: 'table', path: '/admin', ready: (page) => page.getByRole('row').nth(1).waitFor() },
  { name: 'new article', path: '/admin/articles/nouveau', ready: (page) => titleField(page).waitFor() },
  {
    name: 'preview',
    path: '/admin/articles/nouveau',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
      await page.getByTitle('Aperçu de l’article').waitFor();
    },
  },
];

const PANELS: readonly Screen[] = [
  {
    name: 'images',
    path: '/admin/images',
    ready: (page) => page.getByText(/^9 images/).waitFor(),
  },
  {
    name: 'renaming an image',
    path: '/admin/images',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Renommer/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  ...['Site', 'Disponibilité', 'Compte', 'Sessions', 'Mots de passe d’application'].map(
    (tab): Screen => ({
      name: `settings: ${tab}`,
      path: '/admin/reglages',
      ready: async (page) => {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await page.getByRole('tabpanel', { name: tab }).getByRole('button').first().waitFor();
      },
    }),
  ),
  { name: 'journal', path: '/admin/journal', ready: (page) => page.getByText('« Jeté »').first().waitFor() },
  {
    name: 'problems',
    path: '/admin/problemes',
    ready: (page) => page.getByText('posts/2026/casse.md').waitFor(),
  },
  {
    name: 'bin',
    path: '/admin/corbeille',
    ready: (page) => page.getByRole('button', { name: /^Restaurer/ }).waitFor(),
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

const GROUPS = [
  ['writing', WRITING],
  ['panels', PANELS],
  ['maintenance', MAINTENANCE],
] as const;

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

test.use({ reducedMotion: 'reduce' });

test('axe finds nothing on the first start', async ({ page, newSite: site }) => {
  await page.goto(`${site.origin}/auth`);
  await page.getByLabel('Code à usage unique').waitFor();
  expect(await layoutFindings(page)).toEqual([]);
});

for (const [name, screens] of GROUPS) {
  test(`axe finds nothing on the screens of ${name}, and none is wider than the window`, async ({
    page,
    startOwnSite,
  }) => {
    test.setTimeout(120_000);
    const site = await startOwnSite('full');
    await openAdmin(page, site);
    await prepare(page, site);
    for (const screen of screens) {
      await page.goto(site.origin + screen.path);
      await screen.ready(page);
      expect.soft(await layoutFindings(page, { find: findings }), screen.name).toEqual([]);
    }
  });
}
