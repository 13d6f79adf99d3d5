import { ADMINISTRATOR, SESSION_LINES } from './administrator.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin } from './office.ts';
import { createPost } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

test('the journal says what was just done, by whom, and can be narrowed', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site);
  const wrong = { username: ADMINISTRATOR.username, password: 'autre chose' };
  expect((await page.request.post(`${site.origin}/api/login`, { data: wrong })).status()).toBe(401);
  await createPost(page.request, site.origin, { title: 'Ma marge', slug: 'ma-marge', content: 'Texte.' });

  await page.getByRole('link', { name: 'Journal' }).click();
  const events = page.getByRole('main').getByRole('listitem');
  await expect(events.first()).toContainText('Création « Ma marge »');
  await expect(events.first()).toContainText(ADMINISTRATOR.username);
  await expect(events.nth(1)).toContainText('Connexion refusée');
  await expect(events.nth(1)).toContainText('Avertissement');

  await page.getByLabel('Événement').selectOption('Connexion refusée');
  await expect(events).toHaveCount(1);
  await page.getByLabel('Événement').selectOption('Tous');
  await page.getByLabel('Rechercher').fill('marge');
  await expect(events).toHaveCount(1);
  await page.getByLabel('Rechercher').fill('rien de tel');
  await expect(page.getByText('Aucun événement')).toBeVisible();
});

test('older events come when they are asked for', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site);
  for (let number = 1; number <= 55; number += 1) {
    await createPost(page.request, site.origin, {
      title: `Essai ${number}`,
      slug: `essai-${number}`,
      content: '',
    });
  }
  await page.getByRole('link', { name: 'Journal' }).click();
  const events = page.getByRole('main').getByRole('listitem');
  await expect(events.first()).toContainText('Essai 55');
  await expect(page.getByText('« Essai 1 »')).toHaveCount(0);
  await page.getByRole('button', { name: 'Événements plus anciens' }).click();
  await expect(page.getByText('« Essai 1 »')).toBeVisible();
  await expect(page.getByText('« Essai 55 »')).toHaveCount(1);
});

test('the search asks once for a word, after its last key', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('empty');
  await openAdmin(page, site);
  // Before the field is there: what it waits for would be of another clock.
  await page.clock.install();
  await page.getByRole('link', { name: 'Journal' }).click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/admin/journal') asked.push(searchParams.get('search'));
  });
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByLabel('Rechercher').pressSequentially('connexion');
  await page.clock.runFor(200);
  expect(asked).toEqual([]);
  await page.clock.runFor(100);
  await expect.poll(() => asked).toEqual(['connexion']);
});
