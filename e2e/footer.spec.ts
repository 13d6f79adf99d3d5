import type { Page } from '@playwright/test';
import { readContent } from './content.ts';
import { expect, test } from './fixtures.ts';

test.use({ reducedMotion: 'no-preference' });

test('the footer says who and how many places, leads on, and back to the top', async ({ page, outside }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await test.step('who, how many places, and by what words', async () => {
    await expect(footer.getByText('Ironman', { exact: true })).toBeVisible();
    await expect(footer.getByRole('heading', { name: 'Discutons' })).toBeVisible();
    await expect(footer.getByText('3 places par trimestre')).toBeVisible();
    await expect(footer.getByText('Partir doucement, tenir longtemps, finir debout.')).toBeVisible();
    const year = new Intl.DateTimeFormat('fr', { year: 'numeric', timeZone: 'Europe/Paris' }).format();
    await expect(footer.getByText(`© ${year} Delvaure Conseil`)).toBeVisible();
  });
  await test.step('the messaging app, with a message about the next quarter', async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: "Rejoindre la liste d'attente" }).click();
    const popup = await opened;
    const { origin, pathname, searchParams } = new URL(popup.url());
    expect(outside).toEqual([popup.url()]);
    expect(origin + pathname).toBe('https://t.me/delvaure_conseil_exemple');
    expect(searchParams.get('text')).toMatch(/liste d['’]attente pour le T1 2027/);
    await popup.close();
  });
  await test.step('back to the top, and the keyboard with it', async () => {
    const toTop = page.getByRole('link', { name: 'Haut de page' });
    await toTop.scrollIntoViewIfNeeded();
    await toTop.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('two general networks, a professional one, and the legal pages', async () => {
    const social = footer.getByRole('list', { name: 'Réseaux sociaux' }).getByRole('link');
    await expect(social).toHaveText([/^X/, /^Facebook/, /^LinkedIn/]);
    const networks = await social.evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute('href') ?? '').hostname),
    );
    expect(networks).toEqual(['x.com', 'www.facebook.com', 'www.linkedin.com']);
    await footer.getByRole('link', { name: 'Politique de confidentialité' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Politique de confidentialité');
    await footer.getByRole('link', { name: 'Mentions légales' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mentions légales');
  });
});

test('a commit that says that places are available reaches an open page within ten minutes, and turns its dot green', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite('full');
  await page.clock.install();
  await page.goto(site.origin);
  const footer = page.getByRole('contentinfo');
  await expect(statusIn(page)).toHaveText('Complet');
  await expect(footer.getByText(/^Toutes les places du trimestre sont prises/)).toBeVisible();
  const grey = await dotColor(page);
  expect(isGrey(grey), grey).toBe(true);

  const text = readContent(site.repository, 'capacity.yml');
  const changed = text
    .replace('availabilityStatus: Complet', 'availabilityStatus: Places disponibles')
    .replace("maxSlots: '3'", "maxSlots: '5'")
    .replace('nextMonth: T1 2027', 'nextMonth: T2 2027');
  await site.commit({ write: { 'capacity.yml': changed } });
  await test.step('in the open page', async () => {
    // The clock also runs by itself: a busy machine gets a minute.
    await page.clock.runFor('09:00');
    await expect(statusIn(page)).toHaveText('Complet');
    const answered = page.waitForResponse('**/api/capacity');
    await page.clock.runFor('01:01');
    await answered;
    await expect(statusIn(page)).toHaveText('Places disponibles');
    await expect(page.locator('[data-available]')).toHaveAttribute('data-available', 'true');
    const contact = footer.getByRole('link', { name: "Rejoindre la liste d'attente" });
    await expect(contact).toHaveAttribute('href', /T2%202027/);
    await expectPlaces(page);
  });
  await test.step('in a page that is loaded again', async () => {
    await page.reload();
    await expect(statusIn(page)).toHaveText('Places disponibles');
    await expectPlaces(page);
    const green = await dotColor(page);
    expect(isGreen(green), green).toBe(true);
    // The home page goes on showing the running quarter as full (docs/product.md, The owner and the offer).
    await expect(page.getByRole('main').getByText('Complet', { exact: true })).toBeVisible();
  });
});

async function expectPlaces(page: Page): Promise<void> {
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(/^Des places sont ouvertes ce trimestre/)).toBeVisible();
  await expect(footer.getByText(/places du trimestre sont prises/)).toHaveCount(0);
  await expect(footer.getByText('5 places par trimestre', { exact: true })).toBeVisible();
}

function statusIn(page: Page) {
  return page.getByRole('contentinfo').getByRole('definition').first();
}

function dotColor(page: Page): Promise<string> {
  return page.locator('[data-available]').evaluate((dot) => getComputedStyle(dot).backgroundColor);
}

function channels(color: string): readonly number[] {
  return (color.match(/\d+/g) ?? []).map(Number);
}

function isGrey(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = channels(color);
  return Math.max(red, green, blue) - Math.min(red, green, blue) < 30;
}

function isGreen(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = channels(color);
  return green - red > 60 && green - blue > 30;
}
