import { ADMINISTRATOR, SESSION_LINES } from './administrator.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './office.ts';
import { createPost } from './writing.ts';

test.use({ expectedErrors: [new RegExp(`${SESSION_LINES.source}|status of 503`)] });

test('the journal says what was just done, by whom, can be narrowed, and goes back', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('empty');
  await signIn(page, site);
  const wrong = { username: ADMINISTRATOR.username, password: 'autre chose' };
  expect((await page.request.post(`${site.origin}/api/login`, { data: wrong })).status()).toBe(401);
  await createPost(page.request, site.origin, { title: 'Ma marge', slug: 'ma-marge', content: 'Texte.' });
  // Before the field is there: what it waits for would be of another clock.
  await page.clock.install();
  await page.goto(`${site.origin}/admin/journal`);
  const events = page.getByRole('main').getByRole('listitem');
  const search = page.getByLabel('Rechercher');
  await test.step('what was done, by whom', async () => {
    await expect(events.first()).toContainText('Création « Ma marge »');
    await expect(events.first()).toContainText(ADMINISTRATOR.username);
    await expect(events.nth(1)).toContainText('Connexion refusée');
    await expect(events.nth(1)).toContainText('Avertissement');
  });
  await test.step('the search asks once for a word, after its last key', async () => {
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/admin/journal') asked.push(searchParams.get('search'));
    });
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await search.pressSequentially('connexion');
    await page.clock.runFor(200);
    expect(asked).toEqual([]);
    await page.clock.runFor(100);
    await expect.poll(() => asked).toEqual(['connexion']);
    await page.clock.resume();
    await search.fill('');
    await expect(events.first()).toContainText('Création « Ma marge »');
  });
  await test.step('it can be narrowed', async () => {
    await page.getByLabel('Événement').selectOption('Connexion refusée');
    await expect(events).toHaveCount(1);
    await page.getByLabel('Événement').selectOption('Tous');
    await search.fill('marge');
    await expect(events).toHaveCount(1);
    await search.fill('rien de tel');
    await expect(page.getByText('Aucun événement')).toBeVisible();
    await search.fill('');
    await expect(events).not.toHaveCount(0);
  });
  await test.step('older events come when they are asked for', async () => {
    for (let number = 1; number <= 51; number += 1) {
      const post = { title: `Essai ${number}`, slug: `essai-${number}`, content: '' };
      await createPost(page.request, site.origin, post);
    }
    await page.reload();
    await expect(events.first()).toContainText('Essai 51');
    await expect(page.getByText('« Essai 1 »')).toHaveCount(0);
    const answer = { status: 503, json: { error: 'Le disque est en panne.', code: 'unavailable' } };
    await page.route('**/api/admin/journal?*', (route) => route.fulfill(answer), { times: 1 });
    const older = page.getByRole('button', { name: 'Événements plus anciens' });
    await older.click();
    await expect(page.getByRole('alert')).toHaveText('Le disque est en panne.');
    await older.click();
    await expect(page.getByText('« Essai 1 »')).toBeVisible();
    await expect(page.getByText('« Essai 51 »')).toHaveCount(1);
  });
});
