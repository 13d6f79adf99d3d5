import type { JSHandle, Page } from '@playwright/test';
import { SESSION_LINES } from './administrator.ts';
import { expect, test } from './desk.ts';
import { textField } from './writing.ts';

test.use({ expectedErrors: [SESSION_LINES] });

/** Fifty thousand words, with all that a long article has. */
function longText(): string {
  const words =
    'Ce que **l’été** fait à un compte en *banque* se [prépare](https://exemple.fr) en mai. '.repeat(6);
  const part = (index: number) =>
    `## Partie ${index + 1}\n\n${words}\n\n- un point\n- un autre\n\n> ${words}\n\n| a | b |\n| --- | --- |\n| 1 | 2 |`;
  return Array.from({ length: 310 }, (_, index) => part(index)).join('\n\n');
}

// How long a key takes is told beside the result: a machine that others use as well says nothing about a limit.
test('fifty thousand words are written in at both ends, and no key reads them all', async ({
  page,
  desk,
}) => {
  // Before the page sets a timer: one of the browser's own could not be put off, nor be taken back.
  await page.clock.install();
  const text = longText();
  const id = await desk.write(text);
  await expect(page.locator('.text-editor-status')).toContainText(/5\d\s\d{3} mots/);
  const atEnd = await typed(page, 'Control+End', ' ici la fin');
  const atStart = await typed(page, 'Control+Home', 'le premier ');
  test.info().annotations.push({ type: 'milliseconds a key', description: `${atEnd} end, ${atStart} start` });
  await expect(textField(page)).toContainText('le premier');
  expect(await desk.saved(id)).toBe(`le premier ${text} ici la fin`);
  await test.step('no key reads the whole text for what the page says of it', () => typeAtRest(page));
});

/** Types key by key; the time from a key to the frame after it, as a sentence. */
async function typed(page: Page, keys: string, words: string): Promise<string> {
  await textField(page).focus();
  await page.keyboard.press(keys);
  const times = await page.evaluateHandle(() => {
    const measured: number[] = [];
    const measure = (): void => {
      const start = performance.now();
      requestAnimationFrame(() => setTimeout(() => measured.push(performance.now() - start)));
    };
    window.addEventListener('keydown', measure, true);
    return measured;
  });
  for (const letter of words) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
  await expect.poll(() => times.evaluate(({ length }) => length)).toBeGreaterThanOrEqual(words.length);
  const sorted = (await times.jsonValue()).toSorted((a, b) => a - b);
  return `${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} (at most ${Math.round(sorted.at(-1) ?? 0)})`;
}

/** Time stands still, so that no pause in typing comes: whatever is computed of the whole text would be computed at a key. */
async function typeAtRest(page: Page): Promise<void> {
  await page.keyboard.press('Control+End');
  await page.clock.pauseAt(Date.now() + 60_000);
  const searches = await countSearches(page);
  await page.keyboard.type(' Et voilà');
  await expect(textField(page)).toContainText('Et voilà');
  expect(await searches.evaluate(({ count }) => count)).toBe(0);
  await page.clock.runFor(1000);
  await expect.poll(() => searches.evaluate(({ count }) => count)).toBeGreaterThan(0);
}

/** Counts how often a long text is searched from now on: counting words and finding images both begin so. */
function countSearches(page: Page): Promise<JSHandle<{ count: number }>> {
  return page.evaluateHandle(() => {
    const searches = { count: 0 };
    const { includes } = String.prototype;
    String.prototype.includes = function (this: string, ...wanted) {
      if (this.length > 100_000) searches.count += 1;
      return includes.apply(this, wanted);
    };
    return searches;
  });
}
