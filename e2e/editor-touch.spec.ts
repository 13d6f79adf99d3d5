import type { Locator } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { expect, test } from './desk.ts';
import { EVERY_BLOCK } from './posts.ts';
import { textField } from './writing.ts';

test.use({
  expectedErrors: [SESSION_LINES],
  viewport: { width: 375, height: 667 },
  hasTouch: true,
  isMobile: true,
});

test('an article is written on a phone, where nothing is too wide and fingers find the buttons', async ({
  page,
  desk,
}) => {
  await test.step('the toolbar is tapped', async () => {
    const id = await desk.write('Un mot\n\nFin');
    await page.locator('.cm-line').first().tap();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Gras', exact: true }).tap();
    await expect(textField(page)).toBeFocused();
    expect(await desk.saved(id)).toBe('Un **mot**\n\nFin');
    await page.getByRole('button', { name: 'Liste à puces' }).tap();
    expect(await desk.saved(id)).toBe('- Un **mot**\n\nFin');
    await page.getByRole('button', { name: 'Plein écran' }).tap();
    await page.getByRole('button', { name: 'Défaire' }).tap();
    await page.getByRole('button', { name: 'Quitter le plein écran' }).tap();
    expect(await desk.saved(id)).toBe('Un **mot**\n\nFin');
  });
  await test.step('with every kind of block nothing is wider than the phone', async () => {
    await desk.write(EVERY_BLOCK);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    expect(await smallerSide(page.getByRole('button', { name: 'Titre de niveau 2' }))).toBeGreaterThanOrEqual(
      44,
    );
    await page.getByRole('button', { name: 'Lien', exact: true }).tap();
    const form = await page.getByRole('form', { name: 'Lien' }).boundingBox();
    expect(form?.x).toBeGreaterThanOrEqual(0);
    expect((form?.x ?? 0) + (form?.width ?? 0)).toBeLessThanOrEqual(375);
    await page.getByLabel('Adresse ou article').press('Escape');
    await page.getByRole('button', { name: 'Autres actions' }).tap();
    await page.getByRole('button', { name: 'Aperçu', exact: true }).tap();
    await page.getByRole('button', { name: 'Sur un téléphone' }).tap();
    await expect(page.frameLocator('iframe').getByText('Version mobile optimisée')).toBeVisible();
    const close = page.getByRole('button', { name: 'Fermer l’aperçu' });
    expect(await smallerSide(close)).toBeGreaterThanOrEqual(44);
    await close.tap();
    await expect(textField(page)).toBeFocused();
    await expect(textField(page)).toBeInViewport();
  });
  await test.step('a table too wide for the phone keeps each word beside its sign', async () => {
    await desk.write('| Poste | Encaissements | Note |\n| --- | ---: | --- |\n| a | b | c |\n\nFin');
    const rows = page.locator('.cm-line.md-row');
    await page.setViewportSize({ width: 240, height: 667 });
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(heights[0]).toBe(heights.at(-1));
    await page.setViewportSize({ width: 375, height: 667 });
  });
  await test.step('what is said of a title too long leaves its address to be read', async () => {
    await desk.open({ title: 'Un titre trop long pour être montré en entier '.repeat(3), content: 'Fin' });
    const said = await page.getByText('trop long\u00a0: Google').boundingBox();
    const address = await page.getByLabel('Slug (URL)').boundingBox();
    expect(address?.width).toBeGreaterThan(120);
    expect(said?.y).toBeGreaterThanOrEqual((address?.y ?? 0) + (address?.height ?? 0));
  });
});

async function smallerSide(place: Locator): Promise<number> {
  const box = await place.boundingBox();
  return Math.min(box?.width ?? 0, box?.height ?? 0);
}
