import type { Element, ElementContent } from 'hast';
import { readJsonRows, textAt } from '../front-matter.ts';
import { FOOTNOTE } from '../html/footnotes.ts';
import { htmlToMarkdown, treeToMarkdown } from '../html/html-to-markdown.ts';
import { attribute, classes, element, plainText, readHtml, type Tree, textOf } from '../html/html-tree.ts';
import { isPlayed } from '../html/players.ts';
import { replaceElements } from '../html/straighten.ts';
import type { Translated } from '../imported.ts';
import { hasBlocks, withoutBlocks } from './blocks.ts';
import { makeOuterParagraphs, makeParagraphs } from './paragraphs.ts';
import { translateShortcodes } from './shortcodes.ts';
import type { KnownFiles } from './shown-settings.ts';

export interface ContentSource {
  readonly files: KnownFiles;
  /** By number, what WordPress calls synced patterns. */
  readonly reusable: ReadonlyMap<string, string>;
  /** What the editor keeps of footnotes beside the text, as JSON; '' for none. */
  readonly footnotes: string;
  /** The address of the largest picture of which this one is a size. */
  readonly largest: (address: string) => string;
  /** The address of the file that a page shows alone; null for another page. */
  readonly fileOfPage: (address: string) => string | null;
}

/** A text of WordPress, of blocks or of the classic editor, as Markdown. Never throws, whatever it holds. */
export function contentToMarkdown(content: string, source: ContentSource): Translated {
  try {
    return converted(content.replace(/\r\n?/g, '\n').replace(MADE_LATER, ''), source);
  } catch {
    // One hostile text must not end the import of all others: its author gets the words.
    const { markdown, notes, anchors } = htmlToMarkdown(content);
    return { markdown, notes: [{ kind: 'html', what: 'mise en forme' }, ...notes], anchors };
  }
}

/** What Divi says when the page is shown: the author's name, a field. */
const MADE_LATER = /@ET-DC@[\w+/=]{0,4000}@|\$variable\((?:(?!\)\$)[\s\S]){0,4000}\)\$/g;

function converted(text: string, source: ContentSource): Translated {
  const isOfBlocks = hasBlocks(text);
  const blocks = isOfBlocks ? withoutBlocks(text, source) : { html: playersApart(text), notes: [] };
  const shortcodes = translateShortcodes(blocks.html, source.files);
  const root = readHtml(shortcodes.html);
  if (isOfBlocks) makeOuterParagraphs(root);
  else makeParagraphs(root);
  placeFootnotes(root, source.footnotes);
  takeLargest(root, source);
  const { markdown, notes, anchors } = treeToMarkdown(root);
  return { markdown, notes: [...blocks.notes, ...shortcodes.notes, ...notes], anchors };
}

/** An address alone on its line plays, whatever the lines around it. */
function playersApart(text: string): string {
  return text.replace(/^[ \t]*(https?:\/\/[^\s<>[\]]+)[ \t]*$/gm, (line, address: string) =>
    isPlayed(address) ? `\n\n${address}\n\n` : line,
  );
}

function placeFootnotes(root: Tree, json: string): void {
  const notes = readFootnotes(json);
  if (notes.size === 0) return;
  replaceElements(root, (found) => {
    const content = found.tagName === 'sup' ? notes.get(attribute(found, 'data-fn')) : undefined;
    if (content === undefined) return null;
    return [element(FOOTNOTE, {}, readHtml(content).children)];
  });
}

/** By its name, the HTML of each. */
function readFootnotes(json: string): ReadonlyMap<string, string> {
  return new Map(
    readJsonRows(json).flatMap((note): readonly (readonly [string, string])[] => {
      const [id, content] = [textAt(note, 'id'), textAt(note, 'content')];
      return id === null || content === null ? [] : [[id, content]];
    }),
  );
}

/** The largest of the sizes of each picture; a link to the page of a file is one to the file, and needless around a picture. */
function takeLargest(root: Tree, { largest, fileOfPage }: ContentSource): void {
  replaceElements(root, (found): readonly ElementContent[] | null => {
    const href = found.tagName === 'a' ? fileOfPage(attribute(found, 'href').trim()) : null;
    if (href !== null)
      return textOf(found).trim() === ''
        ? found.children
        : [element('a', { ...found.properties, href }, found.children)];
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
  const { html } = translateShortcodes(withoutBlocks(content.slice(0, at), source).html, source.files);
  return plainText(html);
}
