import type { Locator } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { readContent } from './content.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin, startOffice } from './office.ts';
import { ARTICLE } from './pages.ts';
import { makePicture } from './pictures.ts';
import { manyPosts } from './posts.ts';
import type { Site } from './site-process.ts';

const WIDTHS = [375, 767, 1079, 1080, 1280, 1600];
/** No variant is wider. */
const WIDEST = 2560;
const PANORAMA = { width: 2600, height: 700 };
const POSTS = [
  'ironman-mindset-discipline-business',
  'fixer-ses-prix-independant',
  'salaire-ou-dividendes-arbitrer-sa-remuneration',
  'tresorerie-previsionnel-13-semaines',
].map((slug) => `posts/2026/${slug}.md`);

// One after the other, on one site.
test.describe.configure({ mode: 'default' });

// The starter's articles with covers and a portrait much wider than any place of a page.
let panoramic: Site;
test.beforeAll(async () => {
  panoramic = await startOffice('full');
  const panorama = 'images/2026/panorama.jpg';
  const changed = POSTS.map((path): readonly [string, string] => [
    path,
    readContent(panoramic.repository, path).replace(/^coverImage: .*$/m, `coverImage: /${panorama}`),
  ]);
  const settings = readContent(panoramic.repository, 'site.yml').replace(
    /portrait: .*/,
    `portrait: /${panorama}`,
  );
  await panoramic.commit({
    write: {
      ...Object.fromEntries(changed),
      'site.yml': settings,
      [panorama]: await makePicture(0, PANORAMA),
    },
  });
});
test.afterAll(() => panoramic.stop());

interface Blurred {
  readonly place: string;
  readonly painted: number;
  readonly shown: number;
}

/** The pictures of a page that are cut to their box and shown from fewer pixels than they are painted with. */
async function blurredPictures(
  pictures: Locator,
): Promise<{ readonly seen: number; readonly blurred: Blurred[] }> {
  await pictures.evaluateAll((all: HTMLImageElement[]) => {
    for (const image of all) image.loading = 'eager';
  });
  const loaded = () =>
    pictures.evaluateAll((all: HTMLImageElement[]) =>
      all.map((image) => image.complete && image.naturalWidth > 0),
    );
  await expect.poll(loaded).not.toContain(false);
  return pictures.evaluateAll((all: HTMLImageElement[], widest) => {
    const cut = all.filter((image) => getComputedStyle(image).objectFit === 'cover');
    const facts = cut.map((image) => {
      const width = Number(image.getAttribute('width') ?? Number.POSITIVE_INFINITY);
      const shape = image.naturalWidth / image.naturalHeight;
      const painted = Math.max(image.offsetWidth, image.offsetHeight * shape);
      const sources = [image, ...(image.parentElement?.querySelectorAll('source') ?? [])];
      const candidates = sources.flatMap(({ srcset }) => srcset.split(', ')).map((text) => text.split(' '));
      const chosen = candidates.find(([address = '']) => image.currentSrc.endsWith(address));
      return {
        place: image.closest('article, figure, aside, .cover-field')?.className ?? '',
        // A pixel may go in rounding.
        painted: Math.min(width, widest, Math.floor(painted * devicePixelRatio) - 1),
        shown: Number.parseInt(chosen?.[1] ?? String(image.naturalWidth), 10),
      };
    });
    return { seen: facts.length, blurred: facts.filter(({ painted, shown }) => shown < painted) };
  }, WIDEST);
}

for (const deviceScaleFactor of [1, 2]) {
  test.describe(`with ${deviceScaleFactor} device pixels a pixel`, () => {
    test.use({ deviceScaleFactor });

    for (const path of ['/', '/blog', ARTICLE]) {
      test(`no picture of ${path} is blown up`, async ({ page, site }) => {
        for (const { origin } of [site, panoramic]) {
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            await page.goto(origin + path);
            const { seen, blurred } = await blurredPictures(page.locator('img[src]'));
            expect({ width, blurred }).toEqual({ width, blurred: [] });
            expect(seen).toBeGreaterThan(0);
          }
        }
      });
    }
  });
}

test('no picture of a long list is blown up', async ({ page, startOwnSite }) => {
  const site = await startOwnSite('full');
  const image = 'images/2026/large.jpg';
  const posts = Object.entries(manyPosts(14)).map(([path, text]): readonly [string, string] => [
    path,
    text.replace('isPublished', `coverImage: /${image}\nisPublished`),
  ]);
  await site.commit({
    write: { ...Object.fromEntries(posts), [image]: await makePicture(9, { width: 2560, height: 1440 }) },
  });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.origin}/blog`);
    expect({ width, ...(await blurredPictures(page.locator('img[src]'))) }).toEqual({
      width,
      seen: 12,
      blurred: [],
    });
  }
});

test.describe('the cover in the form of an article', () => {
  test.use({ deviceScaleFactor: 2, expectedErrors: [SESSION_LINES] });

  test('is not blown up', async ({ page, startOwnSite }) => {
    const site = await startOwnSite('full');
    await openAdmin(page, site);
    await page.getByRole('row').filter({ hasText: 'Ironman' }).getByRole('link').first().click();
    const cover = page.getByRole('img', { name: /^Un profil de montagne/ });
    await cover.waitFor();
    expect(await blurredPictures(cover)).toEqual({ seen: 1, blurred: [] });
  });
});
