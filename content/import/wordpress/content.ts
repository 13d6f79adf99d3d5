import type { Element, ElementContent, Root } from 'hast';
import * as z from 'zod';
import { FOOTNOTE } from '../html/footnotes.ts';
import { attribute, classes, element, readHtml, textOf } from '../html/html-tree.ts';
import { isPlayed } from '../html/players.ts';
import { replaceElements } from '../html/straighten.ts';
import { type ConvertedText, treeToMarkdown } from '../html-to-markdown.ts';
import { hasBlocks, withoutBlocks } from './blocks.ts';
import type { KnownFiles } from './known-shortcodes.ts';
import { makeOuterParagraphs, makeParagraphs } from './paragraphs.ts';
import { translateShortcodes } from './shortcodes.ts';

export interface ContentSource {
  readonly files: KnownFiles;
  /** By number, what WordPress calls synced patterns. */
  readonly reusable: ReadonlyMap<string, string>;
  /** What the editor keeps of footnotes beside the text, as JSON; '' for none. */
  readonly footnotes: string;
  /** The address of the largest picture of which this one is a size. */
  readonly largest: (address: string) => string;
  /** Whether an address is of a page that shows one file alone. */
  readonly isFilePage: (address: string) => boolean;
}

/** A text of WordPress, of blocks or of the classic editor, as Markdown. Never throws, whatever it holds. */
export function contentToMarkdown(content: string, source: ContentSource): ConvertedText {
  const isOfBlocks = hasBlocks(content);
  const text = content.replace(/\r\n?/g, '\n');
  const blocks = isOfBlocks ? withoutBlocks(text, source.reusable) : { html: playersApart(text), notes: [] };
  const shortcodes = translateShortcodes(blocks.html, source.files);
  const root = readHtml(shortcodes.html);
  if (isOfBlocks) makeOuterParagraphs(root);
  else makeParagraphs(root);
  placeFootnotes(root, source.footnotes);
  takeLargest(root, source);
  const { markdown, notes } = treeToMarkdown(root);
  return { markdown, notes: [...blocks.notes, ...shortcodes.notes, ...notes] };
}

/** An address alone on its line plays, whatever the lines around it. */
function playersApart(text: string): string {
  return text.replace(/^[ \t]*(https?:\/\/[^\s<>[\]]+)[ \t]*$/gm, (line, address: string) =>
    isPlayed(address) ? `\n\n${address}\n\n` : line,
  );
}

const footnotesSchema = z.array(z.object({ id: z.string(), content: z.string() }));

function placeFootnotes(root: Root, json: string): void {
  const notes = new Map(readFootnotes(json).map(({ id, content }) => [id, content]));
  if (notes.size === 0) return;
  replaceElements(root, (found) => {
    const content = found.tagName === 'sup' ? notes.get(attribute(found, 'data-fn')) : undefined;
    if (content === undefined) return null;
    return [
      element(
        FOOTNOTE,
        {},
        readHtml(content).children.filter((child) => child.type !== 'doctype'),
      ),
    ];
  });
}

function readFootnotes(json: string): z.output<typeof footnotesSchema> {
  try {
    return footnotesSchema.catch([]).parse(JSON.parse(json === '' ? '[]' : json));
  } catch {
    return [];
  }
}

/** The largest of the sizes of each picture; a link to the page of a file shows nothing more than that. */
function takeLargest(root: Root, { largest, isFilePage }: ContentSource): void {
  replaceElements(root, (found): readonly ElementContent[] | null => {
    if (found.tagName === 'a' && textOf(found).trim() === '' && isFilePage(attribute(found, 'href').trim())) {
      return found.children;
    }
    if (found.tagName !== 'img') return null;
    const src = attribute(found, 'src').trim();
    return src === '' || src.startsWith('data:') ? null : [sized(found, largest(src))];
  });
}

function sized(image: Element, src: string): Element {
  return element('img', { ...image.properties, src, className: [...classes(image)] });
}

/** What stands before the words « Lire la suite », as plain text; null where there is no such place. */
export function textBeforeMore(content: string, source: ContentSource): string | null {
  const at = content.search(/<!--more\b/);
  if (at === -1) return null;
  const { html } = translateShortcodes(
    withoutBlocks(content.slice(0, at), source.reusable).html,
    source.files,
  );
  return plainText(html);
}

/** The words of some HTML in one line. */
export function plainText(html: string): string {
  return textOf(readHtml(html.replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])[^<>]{0,99}>/gi, ' $&')))
    .replace(/\s+/g, ' ')
    .trim();
}
