import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { NOT_FOUND_LINE, PAGES } from './pages.ts';

test.use({ expectedErrors: [NOT_FOUND_LINE] });

for (const width of [375, 768, 1280]) {
  for (const [name, path] of PAGES) {
    test(`nothing shifts on the ${name} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await readToTheEnd(page);
      expect(await layoutShift(page)).toBe(0);
    });
  }
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
