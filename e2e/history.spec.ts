import { SESSION_LINES } from './administrator.ts';
import { layoutFindings } from './axe.ts';
import { expect, test } from './desk.ts';
import { changeElsewhere, readPost } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

/** Begins with a blank line, as files have one below their front matter: no paragraph that the next version lost. */
const FIRST = `
## Pourquoi

Un prix **trop bas** attire ceux qui partiront pour un prix plus bas.

Le deuxième paragraphe reste le même.

- une liste
- de deux points

Ce paragraphe sera supprimé.

\`\`\`
const prix = calculer({ marge: 1, frais: 12, jours: 218, charges: 45, arrondi: 'au plus proche' })
\`\`\`
`;

const SECOND = `## Pourquoi

Un prix **trop haut** éloigne ceux qui partiraient pour un prix plus bas.

Le deuxième paragraphe reste le même.

- une liste
- de trois points
- en tout

\`\`\`
const prix = calculer({ marge: 2, frais: 12, jours: 218, charges: 45, arrondi: 'au plus proche' })
\`\`\`
`;

test('the author compares two versions and takes back a paragraph, a field, then all', async ({
  page,
  desk,
}) => {
  const { site } = desk;
  const { request } = page;
  const id = await desk.open({ title: 'Fixer ses prix', content: FIRST, excerpt: 'Un premier extrait.' });
  const second = { content: SECOND, excerpt: 'Un autre extrait.', tags: ['prix'] };
  await changeElsewhere(request, site.origin, { id, ...second });
  await page.getByRole('button', { name: 'Historique' }).click();
  await expect(page.getByRole('heading', { name: 'Historique' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);

  const changed = page.getByRole('article', { name: 'Paragraphe modifié' }).first();
  await expect(changed.locator('del').first()).toHaveText('bas attire');
  await expect(changed.locator('ins').first()).toHaveText('haut');
  const removed = page.getByRole('article', { name: 'Paragraphe supprimé' });
  await expect(removed).toContainText('Ce paragraphe sera supprimé.');

  expect(await layoutFindings(page)).toEqual([]);

  await removed.getByRole('button', { name: 'Remettre ce paragraphe' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('main')).toBeFocused();
  expect((await readPost(request, site.origin, id)).content).toContain(
    'en tout\n\nCe paragraphe sera supprimé.',
  );

  await page
    .getByRole('radio', { name: /Comparer depuis/ })
    .last()
    .check();
  await page.getByRole('button', { name: 'Rétablir Extrait' }).click();
  await expect(page.getByRole('row')).toHaveCount(5);
  expect(await readPost(request, site.origin, id)).toMatchObject({
    excerpt: 'Un premier extrait.',
    tags: ['prix'],
  });

  await page
    .getByRole('radio', { name: /Comparer depuis/ })
    .last()
    .check();
  await page.getByRole('button', { name: /Rétablir la version du/ }).click();
  await expect(page.getByRole('row')).toHaveCount(6);
  expect(await readPost(request, site.origin, id)).toMatchObject({ content: FIRST, tags: [] });
  await expect(page.getByText(/Revenir à la version du/)).toHaveCount(3);
  await page.getByRole('button', { name: 'Retour à l’article' }).click();
  await expect(page).toHaveURL(`${site.origin}/admin/articles/${id}`);
});
