import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';

const HEADING = 'La volonté est une réserve, pas un moteur';
const FIRST_WORDS = /^Un Ironman, c['’]est 3,8\skm de natation/;

for (const javaScriptEnabled of [true, false]) {
  test.describe(`an article on a phone, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ viewport: { width: 375, height: 812 }, javaScriptEnabled });

    test('opens on a summary, unfolds and folds again; a wider screen always has it whole', async ({
      page,
    }) => {
      await page.goto(ARTICLE);
      await test.step('a summary with four key points', async () => {
        await expect(page.getByRole('heading', { name: 'Version mobile optimisée' })).toBeVisible();
        await expect(page.getByText(/^En endurance, le calendrier/)).toBeVisible();
        const points = page.getByRole('region', { name: 'Points clés' }).getByRole('listitem');
        await expect(points).toHaveCount(4);
        for (const text of await points.allTextContents())
          expect(text).toMatch(/^(?:Conseil|Chiffre clé|Action|Leçon|Attention|Résultat)/);
        await expect(page.getByText('Version complète adaptée pour une lecture approfondie')).toBeVisible();
        await expect(page.getByText(FIRST_WORDS)).toHaveCount(1);
        await expect(page.getByText(FIRST_WORDS)).toBeHidden();
        await expect(page.getByRole('link', { name: 'Version courte' })).toBeHidden();
      });
      await test.step('on a wider screen, the whole text', async () => {
        await page.setViewportSize({ width: 768, height: 1024 });
        await expect(page.getByText(FIRST_WORDS)).toBeVisible();
        await expect(page.getByText('Version mobile optimisée')).toBeHidden();
        await expect(page.getByRole('link', { name: "Lire l'article complet" })).toBeHidden();
        await expect(page.getByRole('link', { name: 'Version courte' })).toBeHidden();
        await page.setViewportSize({ width: 375, height: 812 });
      });
      await test.step('the whole text unfolded, and folded again', async () => {
        await page.getByRole('link', { name: "Lire l'article complet" }).click();
        await expect(page.getByText(FIRST_WORDS)).toBeInViewport();
        await expect(page.getByText('Version complète', { exact: true })).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Version mobile optimisée' })).toBeHidden();
        await page.getByRole('link', { name: 'Version courte' }).click();
        await expect(page.getByText(FIRST_WORDS)).toBeHidden();
        await expect(page.getByRole('heading', { name: 'Points clés' })).toBeVisible();
      });
    });

    test('stays unfolded on the way to its top, and to its text', async ({ page }) => {
      await page.goto(`${ARTICLE}#lecture_complete`);
      await page.getByRole('link', { name: 'Haut de page' }).click();
      await expect(page.getByText(FIRST_WORDS)).toBeVisible();
      await page.getByRole('link', { name: 'Aller au contenu' }).press('Enter');
      await expect(page.getByText(FIRST_WORDS)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Points clés' })).toBeHidden();
      await page.goto(ARTICLE);
      await expect(page.getByText(FIRST_WORDS)).toBeHidden();
    });

    test('opens at the heading that the address names', async ({ page }) => {
      await page.goto(`${ARTICLE}#la-volonte-est-une-reserve-pas-un-moteur`);
      await expect(page.getByRole('heading', { name: HEADING })).toBeInViewport();
      await expect(page.getByRole('heading', { name: 'Points clés' })).toBeHidden();
    });
  });
}
