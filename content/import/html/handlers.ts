import type { Element, ElementContent } from 'hast';
import { defaultHandlers, type Handle, type State } from 'hast-util-to-mdast';
import type { FootnoteDefinition, Html, Image, InlineCode, RootContent } from 'mdast';
import { FOOTNOTE, noteOf } from './footnotes.ts';
import {
  attribute,
  classes,
  element,
  elementIn,
  elementsIn,
  isBlank,
  isElement,
  rowsOf,
  text,
  textOf,
} from './html-tree.ts';
import { blockHtml, lineHtml, tagsAround } from './kept-html.ts';
import { isBlock, isInItem } from './straighten.ts';

/** How each element that hast-util-to-mdast would drop, or say otherwise than readers of Encrier see it, becomes Markdown. */
export const HANDLERS: Record<string, Handle> = {
  abbr: keepAround,
  acronym: keepAround,
  br: lineBreak,
  caption: words,
  code: inlineCode,
  content: words,
  details,
  dialog: flow,
  dl: (_, node) => html(blockHtml(node)),
  element: words,
  figure,
  [FOOTNOTE]: (_, node) => footnote(node),
  frameset: flow,
  img: (_, node) => picture(node),
  ins: keepAround,
  kbd: (_, node) => htmlInLine(lineHtml(node)),
  listing: code,
  mark: keepAround,
  math: words,
  menu: (state, node, parent) => state.handlers['ul']?.(state, node, parent),
  noembed: words,
  noframes: words,
  pre: code,
  q: keepAround,
  // Above the words or beside them, they are others.
  rt: (state, node) => [{ type: 'text', value: ' ' }, ...words(state, node)],
  samp: (_, node) => htmlInLine(lineHtml(node)),
  section,
  shadow: words,
  small: words,
  sub: keepAround,
  summary: flow,
  sup: keepAround,
  table,
  textarea: flow,
  title: flow,
  u: keepAround,
  var: (_, node) => htmlInLine(lineHtml(node)),
  wbr: () => undefined,
  xmp: code,
};

function footnote(node: Element): RootContent[] {
  const identifier = noteOf(node);
  return identifier === null ? [] : [{ type: 'footnoteReference', identifier }];
}

function section(state: State, node: Element): RootContent[] {
  const identifier = noteOf(node);
  const children = flow(state, node);
  return identifier === null
    ? children
    : [{ type: 'footnoteDefinition', identifier, children: children.filter(isNoteContent) }];
}

function isNoteContent(node: RootContent): node is FootnoteDefinition['children'][number] {
  return NOTE_CONTENT.has(node.type);
}
const NOTE_CONTENT = new Set([
  'blockquote',
  'code',
  'heading',
  'html',
  'list',
  'paragraph',
  'table',
  'thematicBreak',
]);

function words(state: State, node: Element): RootContent[] {
  return state.all(node);
}

function flow(state: State, node: Element): RootContent[] {
  return state.toFlow(state.all(node));
}

function html(value: string): Html {
  return { type: 'html', value };
}

declare module 'mdast' {
  interface InlineCodeData {
    /** HTML within a line: mdast has no node for it that is sure to stay in its line. */
    isHtml?: true;
  }
}

function htmlInLine(value: string): InlineCode {
  return { type: 'inlineCode', value, data: { isHtml: true } };
}

/** What Markdown has no sign for keeps its tags; what is in it is Markdown. */
function keepAround(state: State, node: Element): RootContent[] {
  const inside = words(state, node);
  if (inside.length === 0) return inside;
  const [open, close] = tagsAround(node);
  return [htmlInLine(open), ...inside, htmlInLine(close)];
}

function lineBreak(state: State): RootContent {
  return state.inTable ? htmlInLine('<br>') : { type: 'break' };
}

function inlineCode(state: State, node: Element): RootContent[] {
  const [only, ...others] = node.children;
  if (only !== undefined && others.length === 0 && isElement(only, 'a')) {
    return words(state, element('span', {}, [{ ...only, children: [element('code', {}, only.children)] }]));
  }
  const value = textOf(node).replace(/\s+/g, ' ').trim();
  return value === '' ? [] : [{ type: 'inlineCode', value }];
}

const LANGUAGE = /^(?:language-|lang-|brush:?\s*)([\w+#.-]{1,40})$/;
/** Names that highlighters have for no language, or that stand for a look. */
const NO_LANGUAGE = new Set(['plain', 'text', 'none', 'plaintext', 'nohighlight']);

function code(state: State, node: Element): RootContent[] {
  if (classes(node).includes('wp-block-verse')) return verse(state, node);
  const value = codeText(node).replace(/^\n/, '').replace(/\s+$/, '');
  return value.trim() === '' ? [] : [{ type: 'code', lang: languageOf(node), value }];
}

function codeText(node: ElementContent): string {
  if (isElement(node, 'br')) return '\n';
  if (node.type !== 'element') return textOf(node).replace(/\r\n?/g, '\n');
  const inside = node.children.map(codeText).join('');
  return isBlock(node) && node.tagName !== 'pre' && !inside.endsWith('\n') ? `${inside}\n` : inside;
}

function languageOf(node: Element): string | null {
  const inner = node.children.find((child) => isElement(child, 'code'));
  const holders = inner !== undefined && isElement(inner, 'code') ? [inner, node] : [node];
  const named = holders.flatMap((holder) => [
    attribute(holder, 'data-language'),
    attribute(holder, 'data-lang'),
    ...classes(holder).flatMap((name) => LANGUAGE.exec(name)?.[1] ?? []),
    ...attribute(holder, 'className')
      .split(/\s(?=brush)|;/)
      .flatMap((part) => LANGUAGE.exec(part.trim())?.[1] ?? []),
    attribute(holder, 'lang'),
  ]);
  const language = named.find((name) => /^[\w+#.-]{1,40}$/.test(name))?.toLowerCase() ?? null;
  return language === null || NO_LANGUAGE.has(language) ? null : language;
}

/** A poem: its lines stay lines, and what is marked in them stays marked. */
function verse(state: State, node: Element): RootContent[] {
  const lines = node.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'text') return [child];
    return child.value
      .split('\n')
      .flatMap((line, index) => [
        ...(index === 0 ? [] : [element('br', {})]),
        text(line.replace(/^ +| {2,}/g, spaces)),
      ]);
  });
  return words(state, element('div', {}, [element('p', {}, lines)]));
}

function spaces(run: string): string {
  return '\u00A0'.repeat(run.length);
}

function details(state: State, node: Element): RootContent[] {
  const summary = node.children.find((child) => isElement(child, 'summary'));
  const shown = summary !== undefined && isElement(summary, 'summary') ? summary : null;
  const title =
    shown === null ? '' : blockHtml({ ...shown, tagName: 'p' }).slice('<p>'.length, -'</p>'.length);
  const body = { ...node, children: node.children.filter((child) => child !== summary) };
  const open = shown === null ? '<details>' : `<details>\n<summary>${title}</summary>`;
  return [html(open), ...flow(state, body), html('</details>')];
}

function picture(node: Element): Image {
  return { type: 'image', url: attribute(node, 'src'), alt: attribute(node, 'alt'), title: null };
}

/**
 * A picture alone with a plain caption is one with a title, which readers see below it but in lists; with more in the caption it stays
 * HTML; others have it below.
 */
function figure(state: State, node: Element): RootContent[] {
  const caption = node.children.find((child) => isElement(child, 'figcaption'));
  const body = node.children.filter((child) => child !== caption && !isBlank(child));
  if (caption === undefined || textOf(caption).trim() === '') {
    return flow(state, { ...node, children: body });
  }
  const [only, ...others] = body.flatMap(unwrapped);
  if (only === undefined || others.length > 0 || !isPicture(only)) {
    return flow(state, { ...node, children: [...body, element('p', {}, caption.children)] });
  }
  if (isInItem(node) || !isElement(only, 'img') || elementIn(caption, 'a', 'img', 'iframe') !== undefined) {
    return [html(blockHtml(element('figure', {}, [only, caption])))];
  }
  const title = textOf(caption).replace(/\s+/g, ' ').trim();
  return [{ type: 'paragraph', children: [{ ...picture(only), title }] }];
}

function unwrapped(node: ElementContent): ElementContent[] {
  return isElement(node, 'div', 'p', 'span')
    ? node.children.filter((child) => !isBlank(child)).flatMap(unwrapped)
    : [node];
}

function isPicture(node: ElementContent): node is Element {
  if (isElement(node, 'img')) return true;
  const inside = isElement(node, 'a') ? node.children.filter((child) => !isBlank(child)) : [];
  const [only] = inside;
  return inside.length === 1 && only !== undefined && isElement(only, 'img');
}

/** Markdown's own table says rows of cells of one line each below a line of titles; any other stays HTML. */
function table(state: State, node: Element): ReturnType<Handle> {
  const rows = rowsOf(node);
  if (rows.length === 0) return flow(state, node);
  const [first = []] = rows;
  const isPlain =
    first.every((cell) => cell.tagName === 'th') &&
    rows.every((row) => row.length === first.length && row.every(isPlainCell)) &&
    !node.children.some((child) => isElement(child, 'caption') && textOf(child).trim() !== '');
  return isPlain && !state.inTable ? defaultHandlers.table(state, node) : html(blockHtml(node));
}

function isPlainCell(cell: Element): boolean {
  const spans = [attribute(cell, 'colSpan'), attribute(cell, 'rowSpan')];
  return spans.every((span) => span === '' || span === '1') && !elementsIn(cell).some(isBlock);
}
