import type { BrowserContext, Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openKnown } from './known.ts';
import { startOffice } from './office.ts';
import { plainPicture } from './pictures.ts';
import { EVERY_BLOCK, postFile } from './posts.ts';
import type { Site } from './site-process.ts';

test.use({ reducedMotion: 'no-preference' });

// One after the other, on one site, each with an article of its own where it changes it.
test.describe.configure({ mode: 'default' });

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
const MINOR = TEXT.replace('sans se presser', 'sans hâte');
const NEWS = MINOR.replace('Un premier paragraphe', 'Un premier paragraphe repris').concat(
  '\nUn ajout.\n\n![Une courbe](/images/vue.png)\n',
);

const FIELDS = ['id: 6f1f0000-0000-4000-8000-0000000000aa', 'excerpt: Un extrait qui annonce la suite.'];
/** Changed by one test each. */
const [RELU, KEPT] = ['posts/2026/relu.md', 'posts/2026/garde.md'];
/** With a picture that stands in no paragraph. */
const relu = (body: string): string =>
  postFile({ title: 'Une lecture', fields: FIELDS, body: `<img src="/images/vue.png" alt="">\n\n${body}` });
const kept = (body: string): string => postFile({ title: 'À garder', body });

let site: Site;
test.beforeAll(async () => {
  site = await startOffice('empty');
  const prices = ['tags: [prix]'];
  const [earlier, first] = ['2026-02-01T08:00:00.000Z', '2026-02-02T08:00:00.000Z'];
  await site.commit({
    write: {
      'posts/2026/fixer-son-prix.md': postFile({
        title: 'Fixer son prix',
        fields: prices,
        published: earlier,
      }),
      'posts/2026/lecture.md': postFile({
        title: 'Une lecture',
        fields: prices,
        body: TEXT,
        published: first,
      }),
      'posts/2026/blocs.md': postFile({ title: 'Blocs', body: EVERY_BLOCK }),
      [RELU]: relu(TEXT),
      'images/vue.png': await plainPicture({ width: 40, height: 30 }),
      [KEPT]: kept(TEXT),
    },
  });
});
test.afterAll(() => site.stop());

test('an article leads through its text: contents, notes in place, what to read next, and paper', async ({
  page,
}) => {
  await page.goto(`${site.origin}/blog/lecture`);
  await test.step('by its contents', async () => {
    const contents = page.getByRole('navigation', { name: 'Sommaire' });
    await contents.getByRole('link', { name: 'La suite' }).click();
    await expect(contents.locator('[aria-current]')).toHaveText('La suite');
    await expect(page).toHaveURL(/#la-suite$/);
  });
  await test.step('by a note, opened and closed with the keyboard', async () => {
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
  });
  await test.step('to other articles', async () => {
    await expect(page.locator('.hljs-keyword')).toHaveText('const');
    await expect(page.getByRole('link', { name: /^Article précédent/ })).toHaveAttribute(
      'href',
      '/blog/fixer-son-prix',
    );
    const next = page.getByRole('region', { name: 'À lire ensuite' });
    await expect(next.getByRole('heading', { name: 'Fixer son prix' })).toBeVisible();
  });
  await test.step('on paper', async () => {
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
});

test('a line says how far a text is read, from its top to its end, and nothing of a text that is seen whole', async ({
  page,
}) => {
  const line = () =>
    page
      .locator('.full-view')
      .evaluate((text) => new DOMMatrix(getComputedStyle(text, '::before').transform).a);
  const bottom = (text: Element) => window.scrollBy(0, text.getBoundingClientRect().bottom - innerHeight);
  await page.goto(`${site.origin}/blog/lecture`);
  expect(await line()).toBe(0);
  await page.locator('.full-view').evaluate(bottom);
  await expect.poll(line).toBeGreaterThan(0.95);
  await page.goto(`${site.origin}/blog/fixer-son-prix`);
  expect(await line()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await line()).toBe(0);
});

test('an article sets every kind of block', async ({ page }) => {
  await page.goto(`${site.origin}/blog/blocs`);
  const cell = page.getByRole('cell', { name: '12 400 €' });
  await expect(cell).toHaveCSS('text-align', 'right');
  await expect(page.getByRole('checkbox', { name: 'Fait', exact: true })).toBeChecked();
  await expect(page.getByText('Il tient en une ligne.')).toBeHidden();
  await page.getByText('Le détail du calcul').click();
  await expect(page.getByText('Il tient en une ligne.')).toBeVisible();
  await page.getByRole('link', { name: 'Note 1', exact: true }).click();
  const note = page.getByRole('note', { name: 'Note 1' });
  await expect(note).toHaveText('Le texte de la note.');
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Note 1', exact: true })).toBeFocused();
  await expect(page.getByRole('link', { name: 'lien' })).toHaveAttribute('rel', /noopener/);
});

test('says what changed, and marks it for those who read the article before', async ({ page }) => {
  const address = `${site.origin}/blog/relu`;
  await openKnown(page, address);
  await expect(page.getByText('Publié le 2 mars 2026')).toBeVisible();
  await expect(page.getByText('Mis à jour')).toHaveCount(0);

  // What is minor is marked neither now nor with what comes after it.
  await site.commit({ write: { [RELU]: relu(MINOR) }, message: 'Coquille\n\nEncrier-Minor: true' });
  await site.commit({
    write: { [RELU]: relu(NEWS) },
    message: 'Mise à jour\n\nEncrier-Note: Repris après vos questions.',
  });
  await openKnown(page, address);
  await expect(page.getByText(/sans hâte/).first()).toBeVisible();
  await expect(page.locator('.is-changed')).toHaveText([/^Un premier paragraphe repris/, 'Un ajout.', '']);
  const said = page.getByRole('status').filter({ hasText: 'Modifié depuis votre dernière lecture' });
  await said.getByText(/^Modifié depuis/).click();
  await expect(said.getByRole('link')).toHaveText([
    /^Un premier paragraphe repris/,
    'Un ajout.',
    'Une courbe',
  ]);
  await said.getByRole('link', { name: 'Un ajout.' }).click();
  await expect(page.locator('.prose').getByText('Un ajout.')).toBeInViewport();
  expect(await axeFindings(page)).toEqual([]);
  await said.getByRole('button', { name: 'Masquer' }).click();

  await page.getByRole('link', { name: /^Mis à jour le/ }).click();
  const changes = page.getByRole('region', { name: 'Ce qui a changé' });
  await changes.getByText('1 mise à jour').click();
  await expect(changes).toContainText('1 paragraphe modifié, 2 ajoutés');
  await expect(changes).toContainText('Repris après vos questions.');
  await changes.getByText('Voir les passages').click();
  await expect(changes.locator('ins').first()).toHaveText(' repris');
  expect(await axeFindings(page)).toEqual([]);

  // Somebody who comes for the first time is told nothing.
  await page.evaluate(() => localStorage.clear());
  await openKnown(page, address);
  await expect(page.locator('.is-changed')).toHaveCount(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } });

  test('an article is all there', async ({ page }) => {
    await page.goto(`${site.origin}/blog/lecture#lecture_complete`);
    await page.getByRole('navigation', { name: 'Sommaire' }).getByText('Sommaire').click();
    await page.getByRole('link', { name: 'La méthode' }).click();
    await expect(page.getByRole('heading', { name: 'La méthode' })).toBeInViewport();
    await page.getByRole('link', { name: 'Note 1', exact: true }).click();
    await expect(page.getByText('Le texte de la note.')).toBeInViewport();
    await page.getByRole('link', { name: 'Retour au texte' }).click();
    await expect(page.getByRole('link', { name: 'Note 1', exact: true })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });
});

test.describe('without a network', () => {
  test.use({
    serviceWorkers: 'allow',
    // Chromium's own lines about answers that say 404, 410 and 503.
    expectedErrors: [/Failed to load resource/],
  });

  /** Resolves when the page, and what it shows, is kept. */
  async function allKept(page: Page): Promise<void> {
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
  }) => {
    const address = `${site.origin}/blog/garde`;
    for (const read of [`${site.origin}/blog`, address]) {
      await page.goto(read);
      await allKept(page);
    }
    await offline(context, async () => {
      await page.goto(address);
      await expect(page.getByText(/^Hors ligne\u00A0: version lue le \d/)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'À garder' })).toHaveCSS('font-family', /Newsreader/);
      expect(await axeFindings(page)).toEqual([]);
      await page.goto(`${site.origin}/blog/fixer-son-prix`);
      await expect(page.getByRole('heading', { name: 'Hors ligne' })).toBeVisible();
      await page.goto(`${site.origin}/recherche?q=prix`);
      await expect(page.getByText('Cette page a besoin du réseau.')).toBeVisible();
      await page.getByRole('link', { name: 'la liste des articles' }).click();
      await expect(page.getByRole('heading', { name: 'Réflexions & Insights' })).toBeVisible();
    });

    await site.commit({ write: { [KEPT]: kept(NEWS) } });
    await page.goto(address);
    await expect(page.locator('.prose').getByText('Un premier paragraphe repris')).toBeVisible();
    await expect(page.getByText('Hors ligne')).toHaveCount(0);
    await offline(context, async () => {
      await page.goto(address);
      await expect(page.locator('.prose').getByText('Un premier paragraphe repris')).toBeVisible();
    });

    await site.commit({ remove: [KEPT], write: { 'redirects.yml': '/blog/garde: gone\n' } });
    expect((await page.goto(address))?.status()).toBe(410);
    await expect
      .poll(() => page.evaluate(async (url) => (await caches.match(url)) === undefined, address))
      .toBe(true);
    await offline(context, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Hors ligne' })).toBeVisible();
    });

    await page.goto(`${site.origin}/mentions-legales`);
    const keptPages = await page.evaluate(async () =>
      (await (await caches.open('encrier-1-pages')).keys()).map(({ url }) => new URL(url).pathname),
    );
    expect(keptPages.filter((path) => !path.startsWith('/blog'))).toEqual([]);
  });
});
