import { copiedToMarkdown } from '#content/import/html/copied.ts';

/** What is the Markdown of HTML that was copied: null where its plain text says as much, or where no library can read it. */
export type PasteAnswer = string | null;

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(markdownOf(data));
});

function markdownOf(html: string): PasteAnswer {
  try {
    return copiedToMarkdown(html);
  } catch {
    return null; // Whatever a library throws on hostile HTML, the author has the words.
  }
}
