import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { SESSION_LINES } from './administrator.ts';
import { readContent } from './content.ts';
import { expect, test } from './fixtures.ts';
import { type Office, openAdmin, startOffice } from './office.ts';
import { ARTICLE } from './pages.ts';
import { plainPicture } from './pictures.ts';
import { manyPosts } from './posts.ts';

const WIDTHS = [375, 767, 1079, 1080, 1280, 1600];
/** No variant is wider. */
const WIDEST = 2560;
const STARTER = fileURLToPath(new URL('../content/starter', import.meta.url));
const PICTURES = 'images/2026';
const STARTERS = readdirSync(join(STARTER, PICTURES));
const PANORAMA = { width: 2600, height: 700 };
const POSTS = [
  'ironman-mindset-discipline-business',
  'fixer-ses-prix-independant',
  'salaire-ou-dividendes-arbitrer-sa-remuneration',
  'tresorerie-previsionnel-13-semaines',
].map((slug) => `posts/2026/${slug}.md`);

// One after the other, on one site.
test.describe.configure({ mode: 'default' });

// The starter, its pictures of one colour: only their sizes matter here, and a photograph takes seconds to make small.
let ours: Office;
test.beforeAll(async () => {
  ours = await startOffice('full');
  const plain = STARTERS.map(async (name): Promise<readonly [string, Buffer]> => {
    const { width, height } = await sharp(join(STARTER, PICTURES, name)).metadata();
    return [`${PICTURES}/${name}`, await plainPicture({ width, height })];
  });
  await ours.commit({ write: Object.fromEntries(await Promise.all(plain)) });
});
test.afterAll(() => ours.stop());

interface Blurred {
  readonly place: string;
  readonly painted: number;
  readonly shown: number;
}

/**
 * Has the pictures chosen anew, as by a reader who opens the page in a window of this width: Chromium goes on showing a
 * larger picture that it has, so each width asks for addresses of its own.
 */
async function chooseAnew(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page
    .locator('img[srcset], picture source')
    .evaluateAll((all: (HTMLImageElement | HTMLSourceElement)[], query) => {
      for (const element of all)
        element.srcset = element.srcset.replaceAll(/(?:\?\d+)? (?=\d+w)/g, `?${query} `);
    }, width);
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

function judgePages(): void {
  for (const deviceScaleFactor of [1, 2]) {
    test.describe(`with ${deviceScaleFactor} device pixels a pixel`, () => {
      test.use({ deviceScaleFactor });

      test('no picture of the home page, the list and an article is blown up', async ({ page }) => {
        for (const path of ['/', '/blog', ARTICLE]) {
          await page.goto(ours.origin + path);
          for (const width of WIDTHS) {
            await chooseAnew(page, width);
            const { seen, blurred } = await blurredPictures(page.locator('img[src]'));
            expect({ path, width, blurred }).toEqual({ path, width, blurred: [] });
            expect(seen).toBeGreaterThan(0);
          }
        }
      });
    });
  }
}

test.describe('in the starter', judgePages);

test.describe('the cover in the form of an article', () => {
  test.use({ deviceScaleFactor: 2, expectedErrors: [SESSION_LINES] });

  test('is not blown up', async ({ page }) => {
    await openAdmin(page, ours);
    await page.getByRole('row').filter({ hasText: 'Ironman' }).getByRole('link').first().click();
    const cover = page.getByRole('img', { name: /^Un profil de montagne/ });
    await cover.waitFor();
    expect(await blurredPictures(cover)).toEqual({ seen: 1, blurred: [] });
  });
});

test.describe('where the covers and the portrait are much wider than any place of a page', () => {
  test.beforeAll(async () => {
    const panorama = `${PICTURES}/panorama.jpg`;
    const changed = POSTS.map((path): readonly [string, string] => [
      path,
      readContent(ours.repository, path).replace(/^coverImage: .*$/m, `coverImage: /${panorama}`),
    ]);
    const settings = readContent(ours.repository, 'site.yml').replace(
      /portrait: .*/,
      `portrait: /${panorama}`,
    );
    await ours.commit({
      write: {
        ...Object.fromEntries(changed),
        'site.yml': settings,
        [panorama]: await plainPicture(PANORAMA),
      },
    });
  });

  judgePages();
});

test('no picture of a long list is blown up', async ({ page }) => {
  const image = `${PICTURES}/large.jpg`;
  const posts = Object.entries(manyPosts(14)).map(([path, text]): readonly [string, string] => [
    path,
    text.replace('isPublished', `coverImage: /${image}\nisPublished`),
  ]);
  await ours.commit({
    write: { ...Object.fromEntries(posts), [image]: await plainPicture({ width: 2560, height: 1440 }) },
  });
  await page.goto(`${ours.origin}/blog`);
  for (const width of WIDTHS) {
    await chooseAnew(page, width);
    expect({ width, ...(await blurredPictures(page.locator('img[src]'))) }).toEqual({
      width,
      seen: 12,
      blurred: [],
    });
  }
});
