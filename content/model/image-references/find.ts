import { unescapeHtml } from '../markdown/escape.ts';
import { coverCode, isEscaped } from './prose.ts';

/** A stretch of a text, in UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** An address that a text writes outside its code. */
export interface Reference {
  /** `image` is shown, `link` and `anchor` are gone to, `definition` is named by others of either kind. */
  readonly kind: 'image' | 'link' | 'definition' | 'tag' | 'anchor';
  /** As it is meant: without the escapes of Markdown and HTML. */
  readonly address: string;
  /** Where the address stands. */
  readonly at: Range;
  /** All that makes the image or link: `![…](…)`, `<img …>`, the line of a definition. */
  readonly whole: Range;
  /** The text of a link, the alternative text of an image, the name of a definition. */
  readonly text: Range;
}

/** Past this many addresses the rest of a text is not looked at: no article has them. */
const MAX_REFERENCES = 5_000;
const LONGEST_TEXT = 2_000;

/** The addresses that a Markdown text writes, in order, code and comments left out. Linear in the length of the text. */
export function findReferences(markdown: string): readonly Reference[] {
  const prose = coverCode(markdown);
  const found = [...inline(prose), ...definitions(prose), ...tags(prose)];
  return found.sort((a, b) => a.at.from - b.at.from).slice(0, MAX_REFERENCES);
}

/** After `](`: blanks, then an address in angle brackets or without blanks, then a title, whose backquotes begin no code, then `)`. */
const DESTINATION =
  /[ \t]*(?:\r?\n[ \t]*)?(?:<((?:[^<>\\\n\0]|\\.){0,1000})>|((?:[^\s\\()<>\0]|\\.|\((?:[^\s\\()\0]|\\.){0,500}\)){1,1000}))(?:[ \t\r\n]{1,20}(?:"(?:[^"\\]|\\[^]){0,1000}"|'(?:[^'\\]|\\[^]){0,1000}'|\((?:[^()\\]|\\[^]){0,1000}\)))?[ \t]*(?:\r?\n[ \t]*)?\)/y;

function* inline(prose: string): Generator<Reference> {
  let count = 0;
  for (let close = prose.indexOf(']('); close !== -1; close = prose.indexOf('](', close + 2)) {
    DESTINATION.lastIndex = close + 2;
    const match = DESTINATION.exec(prose);
    if (match === null) continue;
    const open = openingBracket(prose, close);
    if (open === -1) continue;
    const written = match[1] ?? match[2] ?? '';
    const from = prose.indexOf(written, match[1] === undefined ? close + 2 : prose.indexOf('<', close) + 1);
    const isImage = prose[open - 1] === '!' && !isEscaped(prose, open - 1);
    yield {
      kind: isImage ? 'image' : 'link',
      address: addressOf(written),
      at: { from, to: from + written.length },
      whole: { from: isImage ? open - 1 : open, to: close + 2 + match[0].length },
      text: { from: open + 1, to: close },
    };
    count += 1;
    if (count >= MAX_REFERENCES) return;
  }
}

/** Where the bracket opens that closes at `close`; -1 when it does not, or too far away. */
function openingBracket(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0 && close - at <= LONGEST_TEXT; at -= 1) {
    const sign = text[at];
    if ((sign !== '[' && sign !== ']') || isEscaped(text, at)) continue;
    depth += sign === ']' ? 1 : -1;
    if (depth === 0) return at;
  }
  return -1;
}

const DEFINITION =
  /^[ ]{0,3}(?:>[ ]?|(?:[-*+]|[0-9]{1,9}[.)])[ ]{1,4}){0,5}\[((?!\^)(?:[^[\]\\\n]|\\.){1,999})\]:[ \t]*(?:<([^<>\n\0]{0,1000})>|([^\s<>\0]{1,1000}))[^\n]{0,1000}$/gm;

function* definitions(prose: string): Generator<Reference> {
  for (const match of prose.matchAll(DEFINITION)) {
    const [line, name = '', bracketed, plain] = match;
    const written = bracketed ?? plain ?? '';
    const text = match.index + line.indexOf('[') + 1;
    const after = match.index + line.indexOf(']:', line.indexOf('[') + name.length) + 2;
    const from = prose.indexOf(written, bracketed === undefined ? after : prose.indexOf('<', after) + 1);
    yield {
      kind: 'definition',
      address: addressOf(written),
      at: { from, to: from + written.length },
      whole: { from: match.index, to: match.index + line.length },
      text: { from: text, to: text + name.length },
    };
  }
}

const OPENING = /<(img|a)[\s/]/gi;
/** Within a tag: up to its end, or to the end of the next quotation. */
const WITHIN_TAG = /[^"'<>\0]*(?:>|("[^"\0]{0,1000}"|'[^'\0]{0,1000}'))/y;
const SOURCE = /[\s"'/]src[ \t\r\n]{0,20}=[ \t\r\n]{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const TARGET = /[\s"'/]href[ \t\r\n]{0,20}=[ \t\r\n]{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

function* tags(prose: string): Generator<Reference> {
  const endOf = createTagEnds(prose);
  let end = 0;
  for (const match of prose.matchAll(OPENING)) {
    if (match.index < end) continue;
    const [opening, name = ''] = match;
    const found = endOf(match.index + opening.length);
    if (found === null) continue;
    end = found;
    const tag = prose.slice(match.index, end);
    const isImage = name.toLowerCase() === 'img';
    const attribute = (isImage ? SOURCE : TARGET).exec(tag);
    const written = attribute?.[1] ?? attribute?.[2] ?? attribute?.[3];
    if (attribute === null || written === undefined || written === '') continue;
    const from = match.index + attribute.index + attribute[0].lastIndexOf(written);
    yield {
      kind: isImage ? 'tag' : 'anchor',
      address: unescapeHtml(written),
      at: { from, to: from + written.length },
      whole: { from: match.index, to: match.index + tag.length },
      text: { from, to: from },
    };
  }
}

/** Finds where a tag ends whose attributes begin at a place; null where it does not. A quotation that led to no end is read once. */
function createTagEnds(prose: string): (from: number) => number | null {
  const read = new Set<number>();
  return (from) => {
    for (WITHIN_TAG.lastIndex = from; ; ) {
      const match = WITHIN_TAG.exec(prose);
      if (match === null || read.has(WITHIN_TAG.lastIndex)) return null;
      if (match[1] === undefined) return WITHIN_TAG.lastIndex;
      read.add(WITHIN_TAG.lastIndex);
    }
  };
}

/** Markdown takes a backslash before a sign for an escape, and knows the references of HTML. */
function addressOf(written: string): string {
  return unescapeHtml(written.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}
