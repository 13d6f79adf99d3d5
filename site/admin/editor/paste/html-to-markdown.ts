import { blockMarkdown } from './blocks.ts';
import { setStylesAside } from './copied-style.ts';

/** A document this long is pasted as plain text: reading it would freeze the page. */
const LONGEST = 2_000_000;

/**
 * Clean Markdown of copied HTML: paragraphs, titles, lists, quotes, tables, links, bold and italic; fonts, colours
 * and layout are left behind. Null when the HTML says no more than its plain text. Nothing of it runs or loads.
 */
export function htmlToMarkdown(html: string): string | null {
  if (html.trim() === '' || html.length > LONGEST) return null;
  const { body } = new DOMParser().parseFromString(setStylesAside(fragment(html)), 'text/html');
  const blocks = blockMarkdown(body).filter((block) => block.trim() !== '');
  const markdown = blocks.join('\n\n');
  return blocks.length <= 1 && isPlain(body, markdown) ? null : markdown;
}

/** Browsers mark where what was copied starts and ends. */
function fragment(html: string): string {
  const start = html.indexOf('<!--StartFragment-->');
  const end = html.lastIndexOf('<!--EndFragment-->');
  return start === -1 || end < start ? html : html.slice(start, end);
}

function isPlain(body: HTMLElement, markdown: string): boolean {
  return normal(markdown) === normal(body.textContent);
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
