import { escapeHtml } from '../../model/markdown/escape.ts';
import { markdownToHtml } from '../../model/markdown/to-html.ts';
import { createWorkMeter } from '../../model/markdown/work-meter.ts';
import { readHtml, textOf } from '../html/html-tree.ts';

/** The HTML of some Markdown, which is not safe yet. */
export function htmlOf(markdown: string): string {
  try {
    return markdownToHtml(markdown, createWorkMeter(markdown.length));
  } catch {
    // Whatever a library throws on hostile text, its words stay.
    return escapeHtml(markdown);
  }
}

/** The words of a heading, as its reader sees them. */
export function headingWords(written: string): string {
  return textOf(readHtml(htmlOf(`# ${written}`)))
    .replace(/\s+/g, ' ')
    .trim();
}
