import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Front, startFront } from './front.ts';
import { postFile } from './posts.ts';
import { type Site, startSite } from './site-process.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [/Failed to load resource/] });

const CONTENT = { write: { 'posts/2026/lecture.md': postFile({ title: 'Une lecture' }) } };

function keptPages(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => {
        const keys = await (await caches.open(name)).keys();
        return keys.map(({ url }) => `${name} ${new URL(url).pathname}`);
      }),
    );
    return all.flat().filter((kept) => /-pages /.test(kept));
  });
}

const versions = test.extend<{ readonly front: Front; readonly off: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  front: async ({}, use) => {
    const front = await startFront();
    await use(front);
    await front.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  off: async ({}, use) => {
    const site = await startSite('empty', { env: { OFFLINE_READING: 'off' } });
    await use(site);
    await site.stop();
  },
});

versions(
  'a newer worker takes over in every tab, and one that is turned off leaves nothing behind',
  async ({ context, page, startOwnSite, front, off }) => {
    const on = await startOwnSite('empty');
    await Promise.all([on.commit(CONTENT), off.commit(CONTENT)]);
    const article = `${front.origin}/blog/lecture`;

    front.show(on.origin, (worker) => worker.replaceAll('encrier-1-', 'encrier-0-'));
    await page.goto(article);
    await expect.poll(() => keptPages(page)).toEqual(['encrier-0-pages /blog/lecture']);

    front.show(on.origin);
    const other = await context.newPage();
    await other.goto(`${front.origin}/blog`);
    // Each tab tells the new one what it shows, that of before too.
    await expect
      .poll(async () => (await keptPages(other)).toSorted())
      .toEqual(['encrier-1-pages /blog', 'encrier-1-pages /blog/lecture']);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(/^Hors ligne/)).toBeVisible();
    await other.reload();
    await expect(other.getByText(/^Hors ligne/)).toBeVisible();
    await context.setOffline(false);

    front.show(off.origin);
    await page.goto(article);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    await context.setOffline(true);
    await expect(other.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
    await context.setOffline(false);
  },
);
