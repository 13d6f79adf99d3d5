import type { Page } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { layoutFindings, PHONE, WIDE } from './axe.ts';
import { readContent } from './content.ts';
import { expect } from './fixtures.ts';
import { type Followed, test } from './followed.ts';
import { openAdmin, signIn, startOffice } from './office.ts';
import { changeElsewhere, createPost, readPost } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

const PROSE = `Un prix trop bas attire ceux qui partiront.

${'Une phrase commune. '.repeat(40)}

Un dernier paragraphe.
`;

const bar = (page: Page) => page.locator('.sync-bar');
const list = (page: Page) => page.getByRole('dialog', { name: 'Dépôt distant' });

test('a clash over a post that has a pending version, then one of settings, are resolved in the list', async ({
  page,
  startFollowed,
}) => {
  await page.setViewportSize(PHONE);
  const followed = await startFollowed('empty');
  await signIn(page, followed.site);
  const id = await clashOverPending(page, followed);
  await openAdmin(page, followed.site);
  await test.step('the post is resolved on the conflict screen', () => resolvePost(page, followed, id));
  await clashOverSettings(page, followed);
  await page.reload();
  await test.step('settings are chosen value by value', () => resolveSettings(page, followed));
});

test('a site that follows no repository shows the questions of what waits, and nothing once they are answered', async ({
  page,
}) => {
  const site = await startOffice('empty');
  try {
    await signIn(page, site);
    const post = { title: 'Fixer ses prix', slug: 'fixer', content: PROSE, isPublished: true };
    const { id } = await createPost(page.request, site.origin, post);
    const keep = async (data: object): Promise<void> => {
      const kept = await page.request.put(`${site.origin}/api/admin/posts/${id}/pending`, { data });
      expect(kept.ok()).toBe(true);
    };
    await keep({ slug: 'tarifs' });
    await createPost(page.request, site.origin, { ...post, title: 'Vos tarifs', slug: 'tarifs' });
    await keep({ excerpt: 'Ce qui attend lui laisse l’adresse.' });
    await openAdmin(page, site);
    await bar(page).click();
    const questions = page.getByRole('dialog', { name: 'Questions' });
    await expect(questions).toContainText('tarifs-2.md');
    await expect(questions.getByRole('button', { name: 'Synchroniser maintenant' })).toHaveCount(0);
    await questions.getByRole('button', { name: 'C’est noté' }).click();
    await expect(bar(page)).toHaveCount(0);
  } finally {
    await site.stop();
  }
});

/** A post with a pending version, of which both sides write the same sentence; answers its id. */
async function clashOverPending(page: Page, followed: Followed): Promise<string> {
  const { site, upstream, commitThere } = followed;
  const post = { title: 'Fixer ses prix', slug: 'fixer', content: PROSE, isPublished: true };
  const { id } = await createPost(page.request, site.origin, post);
  await followed.sync(page);
  const path = `posts/${new Date().getFullYear()}/fixer.md`;
  const pending = await page.request.put(`${site.origin}/api/admin/posts/${id}/pending`, {
    data: { title: 'Titre en attente' },
  });
  expect(pending.ok()).toBe(true);
  // There first: what is saved here is sent at once.
  commitThere({
    write: { [path]: readContent(upstream.gitDir, path).replace('bas attire', 'haut éloigne') },
  });
  await changeElsewhere(page.request, site.origin, { id, content: PROSE.replace('bas', 'faible') });
  await followed.sync(page);
  return id;
}

async function resolvePost(page: Page, { site }: Followed, id: string): Promise<void> {
  await bar(page).click();
  await list(page).getByRole('button', { name: 'Comparer et choisir' }).click();
  const screen = page.getByRole('dialog', { name: 'Deux versions à réunir' });
  await expect(screen).toContainText('faible attire');
  await expect(screen).toContainText('haut éloigne');
  expect(await layoutFindings(page)).toEqual([]);
  await page.setViewportSize(WIDE);
  await screen.getByRole('button', { name: 'Décider plus tard' }).click();
  await list(page).getByRole('button', { name: 'Comparer et choisir' }).click();
  await page.setViewportSize(PHONE);
  await screen.getByRole('button', { name: 'Version d’ailleurs' }).click();
  const askedAgain: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && /\/sync\/conflicts\/./.test(request.url()))
      askedAgain.push(request.url());
  });
  await screen.getByRole('button', { name: 'Enregistrer cette version' }).click();
  await expect(page.getByText('Les deux versions sont réunies', { exact: true })).toBeVisible();

  await expect(list(page)).toBeVisible();
  expect(askedAgain, 'what is resolved is asked for no more').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeFocused();
  await expect(bar(page)).not.toContainText('À vous de choisir');
  expect((await readPost(page.request, site.origin, id)).content).toContain('haut éloigne');
}

/** Both sides change the same value of the availability, and another one there. */
async function clashOverSettings(page: Page, followed: Followed): Promise<void> {
  const { site, upstream, commitThere } = followed;
  await followed.sync(page); // What was resolved is sent.
  commitThere({ write: { 'capacity.yml': 'currentMonth: T1 2026\nmaxSlots: "3"\n' } });
  await followed.sync(page);
  const { capacity, revision } = (await (
    await page.request.get(`${site.origin}/api/admin/capacity`)
  ).json()) as { capacity: object; revision: string };
  upstream.keepFailing({ kind: 'status', status: 503 });
  const saved = await page.request.put(`${site.origin}/api/admin/capacity`, {
    data: { capacity: { ...capacity, currentMonth: 'T2 2026' }, revision },
  });
  expect(saved.ok()).toBe(true);
  commitThere({ write: { 'capacity.yml': 'currentMonth: T3 2026\nmaxSlots: "5"\n' } });
  upstream.keepFailing(null);
  await followed.sync(page);
}

async function resolveSettings(page: Page, { upstream }: Followed): Promise<void> {
  await bar(page).click();
  await list(page).getByRole('button', { name: 'Comparer et choisir' }).click();
  const screen = page.getByRole('dialog', { name: 'Disponibilité' });
  await expect(screen.getByRole('heading', { name: 'Trimestre en cours' })).toBeVisible();
  await expect(screen.getByRole('heading', { level: 3 })).toHaveCount(1);
  await expect(screen).toContainText('T2 2026');
  await expect(screen).toContainText('T3 2026');
  expect(await layoutFindings(page)).toEqual([]);
  const save = screen.getByRole('button', { name: 'Enregistrer ces réglages' });
  await expect(save).toBeDisabled();
  await screen.getByRole('button', { name: 'Version d’ici' }).click();
  await save.click();
  await expect(list(page)).toContainText('Tout est envoyé');
  const sent = () => readContent(upstream.gitDir, 'capacity.yml');
  await expect.poll(sent).toContain('"5"');
  expect(sent()).toContain('T2 2026');
}
