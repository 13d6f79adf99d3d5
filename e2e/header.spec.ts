import { expect, test } from './fixtures.ts';

test.describe('the header', () => {
  test('leads home, to the blog, and to the messaging app in a new tab', async ({ page, outside }) => {
    await page.goto('/mentions-legales');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Delvaure Conseil' })).toHaveAttribute('href', '/');
    const nav = header.getByRole('navigation', { name: 'Navigation principale' });
    await expect(nav.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/');
    await expect(nav.getByRole('link', { name: 'Blog' })).toHaveAttribute('href', '/blog');
    const contact = nav.getByRole('link', { name: 'Contact' });
    await expect(contact).toHaveAttribute('href', 'https://t.me/delvaure_conseil_exemple');
    const opened = page.waitForEvent('popup');
    await contact.click();
    await expect(await opened).toHaveURL('https://t.me/delvaure_conseil_exemple');
    expect(outside).toEqual(['https://t.me/delvaure_conseil_exemple']);
  });

  test('says which page of the navigation is the current one', async ({ page }) => {
    await page.goto('/blog');
    const nav = page.getByRole('navigation', { name: 'Navigation principale' });
    await expect(nav.getByRole('link', { name: 'Blog' })).toHaveAttribute('aria-current', 'page');
    await expect(nav.getByRole('link', { name: 'Accueil' })).not.toHaveAttribute('aria-current');
  });

  test('has a stronger shadow once the page is scrolled more than 10 px', async ({ page }) => {
    await page.goto('/');
    const shadow = () => page.getByRole('banner').evaluate((header) => getComputedStyle(header).boxShadow);
    const atTop = await shadow();
    await page.evaluate(() => scrollTo({ top: 10, behavior: 'instant' }));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(10);
    expect(await shadow()).toBe(atTop);
    await page.evaluate(() => scrollTo({ top: 11, behavior: 'instant' }));
    await expect.poll(shadow).not.toBe(atTop);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect.poll(shadow).toBe(atTop);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 375, height: 812 } });

    test('shows its links in a menu', async ({ page }) => {
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
});
