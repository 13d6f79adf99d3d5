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
