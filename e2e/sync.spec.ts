import type { Page } from '@playwright/test';
import { ADMINISTRATOR, fillSignIn, SESSION_LINES } from './administrator.ts';
import { layoutFindings, PHONE, WIDE } from './axe.ts';
import { readContent } from './content.ts';
import { expect } from './fixtures.ts';
import { type Followed, test } from './followed.ts';
import { openAdmin, signIn } from './office.ts';
import { changeElsewhere, createPost, readPost } from './writing.ts';

/** Chromium's own lines about the clash and the refusal these tests are about. */
const CLASH = /status of (?:409 \(Conflict\)|503)/;
test.use({
  expectedErrors: [new RegExp(`${SESSION_LINES.source}|${CLASH.source}`)],
});

const BODY = `## Fixer son prix

Un prix trop bas attire ceux qui partiront. C’est une phrase commune.

| Offre | Prix |
| --- | --- |
| Audit | 1 200 € |
| Suivi | 400 € |

Un dernier paragraphe.
`;

const bar = (page: Page) => page.locator('.sync-bar');

interface Texts {
  readonly path: string;
  readonly id: string;
}

/** A published post on both sides. */
async function publishBoth(page: Page, followed: Followed): Promise<Texts> {
  const post = { title: 'Fixer ses prix', slug: 'fixer', content: BODY, isPublished: true };
  const { id } = await createPost(page.request, followed.site.origin, post);
  await followed.sync(page);
  return { id, path: `posts/${new Date().getFullYear()}/fixer.md` };
}

/** Both sides write the same sentence and the same cell of the table. */
async function clash(page: Page, followed: Followed, { id, path }: Texts): Promise<void> {
  const { site, upstream, commitThere } = followed;
  const theirs = readContent(upstream.gitDir, path)
    .replace('bas attire', 'haut éloigne')
    .replace('1 200', '1 500');
  commitThere({ write: { [path]: theirs } });
  const content = BODY.replace('bas attire', 'faible attire').replace('1 200', '1 300');
  await changeElsewhere(page.request, site.origin, { id, content });
  await followed.sync(page);
}

test('the bar says how things stand with the upstream, and what to do', async ({ page, startFollowed }) => {
  const followed = await startFollowed('empty');
  const { site, upstream, commitThere } = followed;
  await signIn(page, site);
  await publishBoth(page, followed);
  await openAdmin(page, site);
  await page.getByRole('button', { name: 'Synchronisé', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Dépôt distant' });
  await expect(dialog).toContainText('Tout est envoyé');
  expect(await layoutFindings(page)).toEqual([]);

  upstream.keepFailing({ kind: 'status', status: 503 });
  await createPost(page.request, site.origin, { title: 'Attend', slug: 'attend', content: 'Texte.\n' });
  await dialog.getByRole('button', { name: 'Synchroniser maintenant' }).click();
  await expect(dialog).toContainText('Le dépôt distant ne répond pas');
  await expect(dialog).toContainText('Une modification attend d’être envoyée');
  await expect(bar(page)).toContainText('Hors ligne, 1 modification à envoyer');
  expect(await layoutFindings(page)).toEqual([]);
  upstream.keepFailing(null);
  await expect(bar(page)).toContainText('Synchronisé');
  expect(upstream.git('ls-tree', '-r', '--name-only', 'main')).toContain('attend.md');

  await page.route('**/api/admin/sync', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { error: 'Le dépôt est occupé.', code: 'locked' } })
      : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'Synchroniser maintenant' }).click();
  const failed = 'La synchronisation n’a pas pu être demandée\u00a0: Le dépôt est occupé.';
  await expect(page.getByText(failed, { exact: true })).toBeVisible();
  await page.unroute('**/api/admin/sync');

  await page.setViewportSize(PHONE);
  upstream.keepFailing({ kind: 'status', status: 401 });
  await dialog.getByRole('button', { name: 'Synchroniser maintenant' }).click();
  await expect(dialog).toContainText('refuse le jeton');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeFocused();
  await expect(bar(page)).toContainText('Dépôt distant à vérifier');
  expect(await layoutFindings(page)).toEqual([]);
  upstream.keepFailing(null);

  const kept = upstream.git('rev-parse', 'main~1');
  upstream.git('update-ref', 'refs/heads/main', kept);
  commitThere({ write: { 'posts/2026/autre.md': '---\ntitle: Autre\n---\nTexte.\n' } });
  await bar(page).click();
  await dialog.getByRole('button', { name: 'Synchroniser maintenant' }).click();
  await expect(dialog).toContainText('Rien n’est perdu : ce que nous avions est gardé');
  expect(await layoutFindings(page)).toEqual([]);
  await page.reload();
  await expect(bar(page)).toContainText('Dépôt distant réécrit : à lire');
  await bar(page).click();
  await dialog.getByRole('button', { name: 'C’est noté' }).click();
  await expect(dialog).not.toContainText('Rien n’est perdu');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toContainText('Synchronisé');
});

test('a session that ended while something is watched is asked about once, and the watch goes on after it', async ({
  page,
  context,
  startFollowed,
}) => {
  const { site, upstream, sync } = await startFollowed('empty');
  await signIn(page, site);
  upstream.keepFailing({ kind: 'status', status: 503 });
  await createPost(page.request, site.origin, { title: 'Attend', slug: 'attend', content: 'Texte.\n' });
  await sync(page);
  await page.clock.install();
  await openAdmin(page, site);
  await expect(bar(page)).toContainText('Hors ligne, 1 modification à envoyer');
  await context.clearCookies();
  await page.clock.fastForward('00:03');
  const ended = page.getByRole('dialog', { name: 'Votre session a pris fin' });
  await expect(ended).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ended).toBeHidden();

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.fastForward('00:10');
  await page.evaluate(() => fetch('/healthz'));
  expect(asked).toEqual(['/healthz']);

  await bar(page).click();
  await page.getByRole('button', { name: 'Synchroniser maintenant' }).click();
  await fillSignIn(page);
  await expect(ended).toBeHidden();
  upstream.keepFailing(null);
  await page.clock.fastForward('00:03');
  await expect(bar(page)).toContainText('Synchronisé');
});

test('a clash waits for the author, who resolves it; it is pushed and served', async ({
  page,
  startFollowed,
}) => {
  await page.setViewportSize(PHONE);
  const followed = await startFollowed('empty');
  const { site, upstream } = followed;
  await signIn(page, site);
  const texts = await publishBoth(page, followed);
  await clash(page, followed, texts);
  await openAdmin(page, site);
  await expect(bar(page)).toContainText('À vous de choisir : 1 question');
  await test.step('the bar leaves room for who is signed in, and on a very small screen for the way out', async () => {
    const user = page.getByRole('banner').getByText(ADMINISTRATOR.username, { exact: true });
    expect(await user.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.setViewportSize({ width: 320, height: 640 });
    const out = await page.getByRole('button', { name: 'Déconnexion' }).boundingBox();
    expect((out?.x ?? 320) + (out?.width ?? 0)).toBeLessThanOrEqual(320);
    await page.setViewportSize(PHONE);
  });
  await bar(page).click();
  const dialog = page.getByRole('dialog', { name: 'Dépôt distant' });
  await dialog.getByText('Modifié ici et ailleurs').waitFor();
  expect(await layoutFindings(page)).toEqual([]);
  await dialog.getByRole('link', { name: 'Ouvrir l’article et réunir les deux versions' }).click();
  const reunite = page.getByRole('button', { name: 'Réunir les deux versions' });
  await reunite.waitFor();
  expect((await page.getByRole('banner').boundingBox())?.height, 'in one row').toBeLessThan(60);
  await reunite.click();

  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(screen.getByText('2 choix à faire.')).toBeVisible();
  await expect(screen.getByRole('columnheader', { name: 'Prix' })).toHaveCount(2);
  await expect(screen).not.toContainText(/<<<<|\|\s*---|##/);
  expect(await layoutFindings(page)).toEqual([]);
  const before = upstream.git('rev-parse', 'main');
  await screen.getByRole('button', { name: 'Revenir à mon texte' }).click();
  expect((await readPost(page.request, site.origin, texts.id)).content).toContain('faible attire');
  expect(upstream.git('rev-parse', 'main')).toBe(before);

  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: 'Réunir les deux versions' }).click();
  const sentence = screen.getByRole('group', { name: 'Passage à garder' }).first();
  const table = screen.getByRole('group', { name: 'Passage à garder' }).last();
  await sentence.getByRole('button', { name: 'Version en attente' }).click();
  await table.getByRole('button', { name: 'À la main' }).click();
  const written = screen.getByLabel('Passage écrit à la main');
  await written.fill((await written.inputValue()).replace('1 500', '1 400'));
  // Another save meanwhile, elsewhere in the text: nothing of it is lost.
  const now = await readPost(page.request, site.origin, texts.id);
  const content = now.content.replace('Un dernier', 'Un tout dernier');
  await changeElsewhere(page.request, site.origin, { id: texts.id, content });
  await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
  await expect(page.getByText('Article modifié', { exact: true })).toBeVisible();

  const resolved = BODY.replace('bas attire', 'haut éloigne')
    .replace('1 200', '1 400')
    .replace('Un dernier', 'Un tout dernier');
  expect((await readPost(page.request, site.origin, texts.id)).content).toBe(resolved);
  await expect(bar(page)).toContainText('Synchronisé');
  expect(readContent(upstream.gitDir, texts.path)).toContain(resolved);
  const served = await page.request.get(`${site.origin}/blog/fixer`);
  expect(await served.text()).toContain('haut éloigne');
});
