import { expect, test } from './fixtures.ts';

test.use({ reducedMotion: 'no-preference' });

test('the header leads everywhere, says where the reader is, and rises once the page is scrolled', async ({
  page,
  outside,
}) => {
  await page.goto('/mentions-legales');
  const header = page.getByRole('banner');
  const nav = header.getByRole('navigation', { name: 'Navigation principale' });
  await test.step('home, to the blog, and to the messaging app in a new tab', async () => {
    await expect(nav.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/');
    await expect(nav.getByRole('link', { name: 'Blog' })).toHaveAttribute('href', '/blog');
    const contact = nav.getByRole('link', { name: 'Contact' });
    await expect(contact).toHaveAttribute('href', 'https://t.me/delvaure_conseil_exemple');
    const opened = page.waitForEvent('popup');
    await contact.click();
    const popup = await opened;
    await expect(popup).toHaveURL('https://t.me/delvaure_conseil_exemple');
    expect(outside).toEqual(['https://t.me/delvaure_conseil_exemple']);
    await popup.close();
  });
  await test.step('the current page of the navigation', async () => {
    await nav.getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL('/blog');
    await expect(nav.getByRole('link', { name: 'Blog' })).toHaveAttribute('aria-current', 'page');
    await expect(nav.getByRole('link', { name: 'Accueil' })).not.toHaveAttribute('aria-current');
  });
  await test.step('a stronger shadow once the page is scrolled more than 10 px', async () => {
    await header.getByRole('link', { name: 'Delvaure Conseil' }).click();
    await expect(page).toHaveURL('/');
    const shadow = () => header.evaluate((element) => getComputedStyle(element).boxShadow);
    await expect.poll(shadow).not.toBe('none');
    const atTop = await shadow();
    await page.evaluate(() => scrollTo({ top: 10, behavior: 'instant' }));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(10);
    expect(await shadow()).toBe(atTop);
    await page.evaluate(() => scrollTo({ top: 11, behavior: 'instant' }));
    await expect.poll(shadow).not.toBe(atTop);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect.poll(shadow).toBe(atTop);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('the header shows its links in a menu', async ({ page }) => {
    await page.goto('/');
    const blog = page.getByRole('link', { name: 'Blog', exact: true });
    await expect(blog).toBeHidden();
    const toggle = page.getByRole('button', { name: 'Ouvrir le menu' });
    await toggle.click();
    await expect(blog).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Contact' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(blog).toBeHidden();
    await toggle.click();
    await blog.click();
    await expect(page).toHaveURL('/blog');
  });
});
