import type { Page, Request } from '@playwright/test';
import { PHONE, readerFindings, WIDE } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { NOT_FOUND_LINE, PAGES } from './pages.ts';
import { transfersOf, weight } from './transfers.ts';

test.use({ expectedErrors: [NOT_FOUND_LINE], reducedMotion: 'no-preference' });

const KB = 1024;
const TABLET = { width: 768, height: 800 };

/** Each page of the starter, in few visits: what holds for all of them. */
test.describe('every page', () => {
  for (const [name, path] of PAGES) {
    test(`the ${name}: light, still, its own, and for everyone`, async ({ page, outside, site, browser }) => {
      await test.step('has nothing inline that its policy would have to allow', async () => {
        const response = await page.request.get(path);
        const policy = response.headers()['content-security-policy'] ?? '';
        expect(policy).toContain("default-src 'none'");
        expect(policy).not.toContain('unsafe');
        const html = await response.text();
        expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+="|javascript:/i);
        const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].map(([tag]) => tag);
        expect(inline.filter((tag) => !tag.includes('application/ld+json'))).toEqual([]);
      });

      const asked: Request[] = [];
      page.on('request', (request) => asked.push(request));
      await page.setViewportSize(WIDE);
      await page.goto(path, { waitUntil: 'networkidle' });
      const withScript = await words(page);
      await test.step('asks nobody but the site, at most 3 KB of script before the reader acts', async () => {
        expect(new Set(asked.map((request) => new URL(request.url()).origin))).toEqual(
          new Set([site.origin]),
        );
        expect(outside).toEqual([]);
        expect(await page.context().cookies()).toEqual([]);
        const scripts = weight(await transfersOf(asked), 'script');
        expect(scripts).toBeGreaterThan(0);
        expect(scripts).toBeLessThanOrEqual(3 * KB);
      });
      await test.step('does not shift while it is read, in any width', async () => {
        await expectStill(page, 'wide');
        for (const [size, viewport] of [
          ['tablet', TABLET],
          ['phone', PHONE],
        ] as const) {
          await page.setViewportSize(viewport);
          await page.goto(path);
          await expectStill(page, size);
        }
      });
      await test.step('axe finds nothing, and a thumb finds every control', async () => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        expect(await smallControls(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
        expect(await readerFindings(page), 'on a phone').toEqual([]);
        await page.setViewportSize(WIDE);
        expect(await readerFindings(page), 'on a wide screen').toEqual([]);
      });
      await test.step('says all that it says without script', async () => {
        const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
        const plain = await context.newPage();
        await plain.goto(path);
        expect(await words(plain)).toBe(withScript);
        await context.close();
      });
    });
  }
});

async function expectStill(page: Page, size: string): Promise<void> {
  await readToTheEnd(page);
  expect(await layoutShift(page), size).toBe(0);
}

/** Scrolls through the page, so that lazy images come, and waits until all are there. */
async function readToTheEnd(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top <= height; top += 700) {
    await page.evaluate(async (place) => {
      scrollTo({ top: place, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      const { images } = document;
      const visible = [...images].filter(
        (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
      );
      await Promise.all(visible.map((image) => image.decode().catch(() => undefined)));
    }, top);
  }
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(
            list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        // An observer that has nothing to tell is never called: two frames later there was nothing.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(0))));
      }),
  );
}

/** What is less than 44 px high to a finger. */
function smallControls(page: Page): Promise<readonly unknown[]> {
  return page.locator('a:visible, button:visible, summary:visible').evaluateAll((all) =>
    all
      // Links inside a sentence have the height of its lines (WCAG 2.5.8).
      .filter((element) => element.closest('.prose, .skip') === null)
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const whole = getComputedStyle(element, '::after').position === 'absolute';
        return { text: element.textContent.trim(), width, height, whole };
      })
      .filter(({ height, whole }) => height < 44 && !whole),
  );
}

function words(page: Page): Promise<string> {
  return page.locator('body').innerText();
}
