import { expect, test } from './fixtures.ts';
import { postFile } from './posts.ts';

test.describe('what is committed with git', () => {
  test('is on the site after a reload, but no draft nor post of the future: a post, its change, its removal', async ({
    page,
    startOwnSite,
  }) => {
    const site = await startOwnSite('empty');
    const path = 'posts/2026/nouveau.md';
    await page.goto(site.origin);
    await expect(page.getByRole('region', { name: 'Derniers articles' })).toContainText(
      'Aucun article pour le moment',
    );
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
});
