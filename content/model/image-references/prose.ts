import { createFenceReader } from '../fenced-code.ts';

const LIST_ITEM = /^([ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)/;
/** Takes the place of what is code: no sign of Markdown or HTML, and never part of an address. */
const COVER = '\0';

/**
 * The text with its code covered: fenced and indented blocks, spans between backticks, HTML comments. It is as long as
 * `markdown` and keeps its line ends, so that a place in one is the same place in the other. One pass.
 */
export function coverCode(markdown: string): string {
  return coverSpans(coverComments(coverBlocks(markdown)));
}

function coverBlocks(markdown: string): string {
  const isCode = createCodeLines();
  return markdown
    .split('\n')
    .map((line) => (isCode(line) ? covered(line) : line))
    .join('\n');
}

/** Asked for each line of a text in order, says whether it belongs to a block of code. */
function createCodeLines(): (line: string) => boolean {
  const isFenced = createFenceReader();
  /** Only after an empty line may indented code begin. */
  let isAfterBlank = true;
  let isInIndented = false;
  /** How far the text of the list being read is indented; 0 outside lists. */
  let contentIndent = 0;

  function isIndentedCode(line: string): boolean {
    if (line.trim() === '') {
      isAfterBlank = true;
      return isInIndented;
    }
    const indent = indentOf(line);
    const item = LIST_ITEM.exec(line)?.[1];
    if (isAfterBlank && indent < contentIndent && item === undefined) contentIndent = 0;
    isInIndented = (isInIndented || isAfterBlank) && indent >= contentIndent + 4;
    isAfterBlank = false;
    if (!isInIndented && item !== undefined) contentIndent = indentOf(`${item.replace(/[^ \t]/g, ' ')}x`);
    return isInIndented;
  }

  return (line) => isFenced(line) || isIndentedCode(line);
}

/** Columns before the first sign of a line; a tab goes on to the next fourth one. */
function indentOf(line: string): number {
  let column = 0;
  for (const sign of line) {
    if (sign === '\t') column += 4 - (column % 4);
    else if (sign === ' ') column += 1;
    else break;
  }
  return column;
}

function coverComments(text: string): string {
  let result = '';
  let at = 0;
  for (let open = text.indexOf('<!--'); open !== -1; open = text.indexOf('<!--', at)) {
    const close = text.indexOf('-->', open + 4);
    if (close === -1) break;
    result += text.slice(at, open) + covered(text.slice(open, close + 3));
    at = close + 3;
  }
  return result + text.slice(at);
}

/**
 * The text without the HTML comments that its page leaves out; code keeps its own. Where one began a line, a paragraph ends.
 * One pass.
 */
export function withoutComments(markdown: string): string {
  if (!markdown.includes('<!--')) return markdown;
  let marked = '';
  let at = 0;
  for (const { from, to } of hiddenComments(coverBlocks(markdown))) {
    marked += `${markdown.slice(at, from).replaceAll(COVER, '')}${COVER}`;
    at = to;
  }
  if (at === 0) return markdown;
  return (marked + markdown.slice(at).replaceAll(COVER, '')).replace(COMMENTS, leftOf);
}

/** Comments that follow each other, with all the blanks around them. */
const COMMENTS = /(?<![ \t\r\n])[ \t\r\n]*\0[\0 \t\r\n]*/g;

/** What is left of blanks when the comments among them go. */
function leftOf(blanks: string, at: number): string {
  const lines = blanks.replaceAll('\r', '').split('\n');
  const [lastIndent = ''] = lines.at(-1)?.split(COVER) ?? [];
  if (lines.slice(1).some((line) => line.includes(COVER))) return `\n\n${lastIndent}`;
  if (at === 0) return lastIndent;
  if (lines.length > 1) return ['', ...lines.slice(1)].join('\n');
  return blanks === COVER ? '' : ' ';
}

/** Backticks, a comment, or the end of a paragraph, over which neither code in a line nor a comment in one goes on. */
const SIGNS = /`+|<!--|\n[ \t\r>]*(?=\n|<!--)/g;
/** What may stand before a comment that does go on. */
const LINE_START = /(?:^|\n)[ \t>*+\-\d.)]*$/;
const LONGEST_LINE_START = 100;

/** Of code in a line and a comment, what opens first holds the other. */
function* hiddenComments(text: string): Generator<{ readonly from: number; readonly to: number }> {
  const signs = [...text.matchAll(SIGNS)];
  const limits = limitsOf(signs);
  let done = 0;
  let close = 0;
  for (const { 0: sign, index } of signs) {
    const limit = limits.get(index);
    if (limit === undefined || index < done || isEscaped(text, index)) continue;
    if (sign !== '<!--') {
      done = limit;
      continue;
    }
    if (close < index + 2) close = text.indexOf('-->', index + 2);
    if (close === -1) return;
    const isBlock = LINE_START.test(text.slice(Math.max(0, index - LONGEST_LINE_START), index));
    if (close > limit && !isBlock) continue;
    done = close + 3;
    yield { from: index, to: done };
  }
}

/** Where the code ends that backticks open: at the next as many of its paragraph; and where the paragraph of a comment does. */
function limitsOf(signs: readonly RegExpExecArray[]): ReadonlyMap<number, number> {
  const limits = new Map<number, number>();
  const closing = new Map<number, number>();
  let paragraphEnd = Infinity;
  for (const { 0: sign, index } of signs.toReversed()) {
    if (sign.startsWith('\n')) {
      closing.clear();
      paragraphEnd = index;
      continue;
    }
    const limit = sign === '<!--' ? paragraphEnd : closing.get(sign.length);
    if (limit !== undefined) limits.set(index, limit);
    if (sign !== '<!--') closing.set(sign.length, index + sign.length);
  }
  return limits;
}

/** Backticks open a span only if as many of them close it before the paragraph ends. */
function coverSpans(text: string): string {
  if (!text.includes('`')) return text;
  return text
    .split(/(\n[ \t\r]*\n)/)
    .map((paragraph) => (paragraph.includes('`') ? coverParagraphSpans(paragraph) : paragraph))
    .join('');
}

function coverParagraphSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }));
  const last = new Map(runs.map(({ at, length }) => [length, at]));
  let result = '';
  let done = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    if (open === undefined || open.at < done || isEscaped(paragraph, open.at)) continue;
    if ((last.get(open.length) ?? 0) <= open.at) continue;
    let close = index + 1;
    while (runs[close]?.length !== open.length) close += 1; // There is one: the last of this length.
    const end = (runs[close]?.at ?? open.at) + open.length;
    result += paragraph.slice(done, open.at) + covered(paragraph.slice(open.at, end));
    done = end;
  }
  return result + paragraph.slice(done);
}

/** Whether a backslash takes its meaning from the sign that stands here. */
export function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}

function covered(text: string): string {
  return text.replace(/[^\n]/g, COVER);
}
