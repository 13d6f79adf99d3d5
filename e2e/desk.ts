import type { Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import type { Site } from './site-process.ts';
import { createPost, openForm, readPost, textField, titleField } from './writing.ts';

/** Where the tests of the editor write: each in an article of its own, on a site they share. */
export interface Desk {
  readonly site: Site;
  /** Makes an article of these fields, at an address of its own unless one is among them, and shows its form; answers its id. */
  readonly open: (fields: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Shows the form of an article: opens it, or goes there if the page has the admin open already. */
  readonly show: (id: string) => Promise<void>;
  /** Opens the form of a new article with this text, the cursor at its end; answers its id. */
  readonly write: (content: string, fields?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Saves by the keyboard; answers the text as it is in the repository. */
  readonly saved: (id: string) => Promise<string>;
}

export const test = base.extend<{ readonly desk: Desk }>({
  desk: async ({ page, context, desks }, use, { testId }) => {
    await context.addCookies(desks.cookies);
    let count = 0;
    async function open(fields: Readonly<Record<string, unknown>>): Promise<string> {
      count += 1;
      const post = { title: 'Essai', slug: `essai-${testId}-${count}`, ...fields };
      const { id } = await createPost(page.request, desks.origin, post);
      await show(id);
      return id;
    }
    async function show(id: string): Promise<void> {
      if (page.url().startsWith(`${desks.origin}/admin`)) await goOnTo(page, id);
      else await openForm(page, desks.origin, id);
    }
    await use({
      site: desks,
      open,
      show,
      async write(content, fields = {}) {
        const id = await open({ ...fields, content });
        await textField(page).focus();
        await page.keyboard.press('Control+End');
        return id;
      },
      async saved(id) {
        const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
        await page.keyboard.press('Control+s');
        expect((await answered).status()).toBe(200);
        return (await readPost(page.request, desks.origin, id)).content;
      },
    });
  },
});

export { expect };

/** To another form as by the browser's own buttons: the page has its script already. */
async function goOnTo(page: Page, id: string): Promise<void> {
  const answered = page.waitForResponse(`**/api/admin/posts/${id}`);
  await page.evaluate((path) => {
    history.pushState(history.state, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/admin/articles/${id}`);
  await answered;
  await expect(titleField(page)).toBeVisible();
}

/** What another program puts in the clipboard. */
export interface Pasted {
  readonly text?: string;
  readonly html?: string;
}

/** Pastes as another program would have copied, and waits for the text to have it. */
export async function paste(page: Page, pasted: Pasted): Promise<void> {
  const before = await textField(page).textContent();
  await startPaste(page, pasted);
  await expect(textField(page)).not.toHaveText(before ?? '');
}

export async function startPaste(page: Page, { text = '', html }: Pasted): Promise<void> {
  await textField(page).evaluate(
    (element, copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', copied.text);
      if (copied.html !== undefined) clipboardData.setData('text/html', copied.html);
      const options = { clipboardData, bubbles: true, cancelable: true };
      element.dispatchEvent(new ClipboardEvent('paste', options));
    },
    { text, html },
  );
}

/** Pastes or drops a picture on the text; a Mac's Finder copies its name too. */
export async function giveImage(
  page: Page,
  way: 'paste' | 'paste from Finder' | 'drop',
  picture: { readonly name: string; readonly buffer: Buffer },
): Promise<void> {
  await textField(page).evaluate(
    (element, { name, base64, giving }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      if (giving === 'paste from Finder') data.setData('text/plain', `${name}\r`);
      const common = { bubbles: true, cancelable: true };
      const box = element.getBoundingClientRect();
      const at = { clientX: box.left + 60, clientY: box.top + 50 };
      element.dispatchEvent(
        giving === 'drop'
          ? new DragEvent('drop', { ...common, ...at, dataTransfer: data })
          : new ClipboardEvent('paste', { ...common, clipboardData: data }),
      );
    },
    { name: picture.name, base64: picture.buffer.toString('base64'), giving: way },
  );
}
