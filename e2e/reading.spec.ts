import type { BrowserContext, Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { postFile } from './posts.ts';
import type { Site } from './site-process.ts';

const PATH = 'posts/2026/lecture.md';
const FIELDS = [
  'id: 6f1f0000-0000-4000-8000-0000000000aa',
  'tags: [prix]',
  'excerpt: Un extrait qui annonce la suite.',
];
const LONG = 'Une phrase qui se lit sans se presser. '.repeat(30);
const TEXT = `Un premier paragraphe, avec une note[^1] et [un lien](https://exemple.fr/ailleurs).

## Le constat

${LONG}

\`\`\`js
const marge = (vente - cout) / vente;
\`\`\`

## La méthode

${LONG}

## La suite

${LONG}

[^1]: Le texte de la **note**.
`;
const article = (body: string): string => postFile({ title: 'Une lecture', fields: FIELDS, body });
const MINOR = TEXT.replace('sans se presser', 'sans hâte');
const NEWS = article(
  MINOR.replace('Un premier paragraphe', 'Un premier paragraphe repris').concat('\nUn ajout.\n'),
);

async function siteWithArticle(startOwnSite: (starter: 'full' | 'empty') => Promise<Site>): Promise<Site> {
  const site = await startOwnSite('empty');
  const other = postFile({
    title: 'Fixer son prix',
    fields: ['tags: [prix]'],
    published: '2026-02-01T08:00:00.000Z',
  });
  await site.commit({ write: { [PATH]: article(TEXT), 'posts/2026/fixer-son-prix.md': other } });
  return site;
}

/** The page once history was read: what it says of updates comes with it. */
async function openKnown(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(page.locator('article[data-version]')).toHaveAttribute('data-version', /.*/, {
      timeout: 500,
    });
  }).toPass();
}

test('an article leads through its text: contents, notes in place, what to read next', async ({
  page,
  startOwnSite,
}) => {
  const site = await siteWithArticle(startOwnSite);
  await page.goto(`${site.origin}/blog/lecture`);
  const contents = page.getByRole('navigation', { name: 'Sommaire' });
  await contents.getByRole('link', { name: 'La suite' }).click();
  await expect(contents.locator('[aria-current]')).toHaveText('La suite');
  await expect(page).toHaveURL(/#la-suite$/);

  const call = page.getByRole('link', { name: 'Note 1', exact: true });
  await call.focus();
  await page.keyboard.press('Enter');
  const note = page.getByRole('note', { name: 'Note 1' });
  await expect(note).toHaveText('Le texte de la note.');
  await expect(note).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await expect(call).toBeFocused();

  await expect(page.locator('.hljs-keyword')).toHaveText('const');
  await expect(page.getByRole('link', { name: /^Article précédent/ })).toHaveAttribute(
    'href',
    '/blog/fixer-son-prix',
  );
  const next = page.getByRole('region', { name: 'À lire ensuite' });
  await expect(next.getByRole('heading', { name: 'Fixer son prix' })).toBeVisible();
});

test('says what changed, and marks it for those who read the article before', async ({
  page,
  startOwnSite,
}) => {
  const site = await siteWithArticle(startOwnSite);
  const address = `${site.origin}/blog/lecture`;
  await openKnown(page, address);
  await expect(page.getByText('Publié le 2 mars 2026')).toBeVisible();
  await expect(page.getByText('Mis à jour')).toHaveCount(0);

  await site.commit({ write: { [PATH]: article(MINOR) }, message: 'Coquille\n\nEncrier-Minor: true' });
  await openKnown(page, address);
  await expect(page.getByText(/sans hâte/).first()).toBeVisible();
  await expect(page.locator('.is-changed')).toHaveCount(0);

  await site.commit({
    write: { [PATH]: NEWS },
    message: 'Mise à jour\n\nEncrier-Note: Repris après vos questions.',
  });
  await openKnown(page, address);
  await expect(page.locator('.is-changed')).toHaveText([/^Un premier paragraphe repris/, 'Un ajout.']);
  const said = page.getByRole('status').filter({ hasText: 'Modifié depuis votre dernière lecture' });
  await said.getByText(/^Modifié depuis/).click();
  await said.getByRole('link', { name: 'Un ajout.' }).click();
  await expect(page.locator('.prose').getByText('Un ajout.')).toBeInViewport();
  expect(await axeFindings(page)).toEqual([]);
  await said.getByRole('button', { name: 'Masquer' }).click();

  await page.getByRole('link', { name: /^Mis à jour le/ }).click();
  const changes = page.getByRole('region', { name: 'Ce qui a changé' });
  await changes.getByText('1 mise à jour').click();
  await expect(changes).toContainText('1 paragraphe modifié, 1 ajouté');
  await expect(changes).toContainText('Repris après vos questions.');
  await changes.getByText('Voir les passages').click();
  await expect(changes.locator('ins').first()).toHaveText(' repris');
  expect(await axeFindings(page)).toEqual([]);

  // Somebody who comes for the first time is told nothing.
  await page.evaluate(() => localStorage.clear());
  await openKnown(page, address);
  await expect(page.locator('.is-changed')).toHaveCount(0);
});

test('is all there without script, and on paper', async ({ browser, page, startOwnSite }) => {
  const site = await siteWithArticle(startOwnSite);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 375, height: 812 },
  });
  const plain = await context.newPage();
  await plain.goto(`${site.origin}/blog/lecture#lecture_complete`);
  await plain.getByRole('navigation', { name: 'Sommaire' }).getByText('Sommaire').click();
  await plain.getByRole('link', { name: 'La méthode' }).click();
  await expect(plain.getByRole('heading', { name: 'La méthode' })).toBeInViewport();
  await plain.getByRole('link', { name: 'Note 1', exact: true }).click();
  await expect(plain.getByText('Le texte de la note.')).toBeInViewport();
  await plain.getByRole('link', { name: 'Retour au texte' }).click();
  await expect(plain.getByRole('link', { name: 'Note 1', exact: true })).toBeInViewport();
  expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await context.close();

  await page.goto(`${site.origin}/blog/lecture`);
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['.site-header', '.site-footer', '.contents-margin', '.reading-on', '.share'])
    await expect(page.locator(hidden)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  const link = page.getByRole('link', { name: 'un lien' });
  expect(await link.evaluate((one) => getComputedStyle(one, '::after').content)).toContain(
    'exemple.fr/ailleurs',
  );
  const ink = await page.locator('.hljs-keyword').evaluate((one) => getComputedStyle(one).color);
  expect(ink).toBe('rgb(0, 0, 0)');
});

test.describe('without a network', () => {
  test.use({
    serviceWorkers: 'allow',
    // Chromium's own lines about answers that say 404, 410 and 503.
    expectedErrors: [/Failed to load resource/],
  });

  /** Resolves when the page, and what it shows, is kept. */
  async function kept(page: Page): Promise<void> {
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const names = await caches.keys();
          const all = await Promise.all(
            names.map(async (name) => (await (await caches.open(name)).keys()).length),
          );
          const stylesheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href ?? '';
          return (
            all.length > 1 &&
            (await caches.match(location.href)) !== undefined &&
            (await caches.match(stylesheet)) !== undefined
          );
        }),
      )
      .toBe(true);
  }

  async function offline(context: BrowserContext, visit: () => Promise<void>): Promise<void> {
    await context.setOffline(true);
    await visit();
    await context.setOffline(false);
  }

  test('shows what was read, never older than the server says, and nothing that was withdrawn', async ({
    context,
    page,
    startOwnSite,
  }) => {
    const site = await siteWithArticle(startOwnSite);
    const address = `${site.origin}/blog/lecture`;
    await page.goto(address);
    await kept(page);
    await offline(context, async () => {
      await page.goto(address);
      await expect(page.getByText(/^Hors ligne\u00A0: version lue le \d/)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Une lecture' })).toHaveCSS('font-family', /Newsreader/);
      expect(await axeFindings(page)).toEqual([]);
      await page.goto(`${site.origin}/blog/fixer-son-prix`);
      await expect(page.getByRole('heading', { name: 'Hors ligne' })).toBeVisible();
    });

    await site.commit({ write: { [PATH]: NEWS } });
    await page.goto(address);
    await expect(page.locator('.prose').getByText('Un premier paragraphe repris')).toBeVisible();
    await expect(page.getByText('Hors ligne')).toHaveCount(0);
    await offline(context, async () => {
      await page.goto(address);
      await expect(page.locator('.prose').getByText('Un premier paragraphe repris')).toBeVisible();
    });

    await site.commit({ remove: [PATH], write: { 'redirects.yml': '/blog/lecture: gone\n' } });
    expect((await page.goto(address))?.status()).toBe(410);
    await expect
      .poll(() => page.evaluate(async (url) => (await caches.match(url)) === undefined, address))
      .toBe(true);
    await offline(context, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Hors ligne' })).toBeVisible();
    });

    await page.goto(`${site.origin}/auth`);
    await page.goto(`${site.origin}/mentions-legales`);
    const keptPages = await page.evaluate(async () =>
      (await (await caches.open('encrier-1-pages')).keys()).map(({ url }) => new URL(url).pathname),
    );
    expect(keptPages.filter((path) => !path.startsWith('/blog'))).toEqual([]);
  });
});
