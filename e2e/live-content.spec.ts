import { readContent } from './content.ts';
import { expect, test } from './fixtures.ts';
import { postFile } from './posts.ts';

test.describe('what is committed with git', () => {
  test('is on the site after a reload, but no draft nor post of the future: a post, its change, its removal', async ({
    page,
    startOwnSite,
  }) => {
    const site = await startOwnSite('empty');
    const path = 'posts/2026/nouveau.md';
    await page.goto(`${site.origin}/blog`);
    await expect(page.getByText('Aucun article pour le moment')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
    await site.commit({
      write: {
        [path]: postFile({ title: 'Premier titre' }),
        'posts/2026/brouillon.md': '---\ntitle: Brouillon\nisPublished: false\n---\n\nPas encore.\n',
        'posts/2099/futur.md': postFile({ title: 'Futur', published: '2099-01-01T08:00:00.000Z' }),
      },
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Premier titre' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
    for (const slug of ['brouillon', 'futur'])
      expect((await page.request.get(`${site.origin}/blog/${slug}`)).status()).toBe(404);
    await site.commit({ write: { [path]: postFile({ title: 'Second titre' }) } });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Second titre' })).toBeVisible();
    await site.commit({ remove: [path] });
    await page.reload();
    await expect(page.getByText('Aucun article pour le moment')).toBeVisible();
  });

  test('reaches an open page within ten minutes when it is the availability', async ({
    page,
    startOwnSite,
  }) => {
    const site = await startOwnSite('full');
    await page.clock.install();
    await page.goto(site.origin);
    const text = readContent(site.repository, 'capacity.yml');
    const changed = text
      .replace('availabilityStatus: Complet', 'availabilityStatus: Places disponibles')
      .replace('nextMonth: T1 2027', 'nextMonth: T2 2027');
    await site.commit({ write: { 'capacity.yml': changed } });
    const footer = page.getByRole('contentinfo');
    // The clock also runs by itself: a busy machine gets a minute.
    await page.clock.runFor('09:00');
    await expect(footer.getByText('Complet', { exact: true })).toBeVisible();
    const answered = page.waitForResponse('**/api/capacity');
    await page.clock.runFor('01:01');
    await answered;
    await expect(footer.getByText('Places disponibles')).toBeVisible();
    await expect(page.locator('[data-available]')).toHaveAttribute('data-available', 'true');
    const contact = footer.getByRole('link', { name: "Rejoindre la liste d'attente" });
    await expect(contact).toHaveAttribute('href', /T2%202027/);
  });
});
