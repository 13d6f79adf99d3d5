/** Items of a list and rows of a table. */
const LINE = /^\s*(?:[-*+]\s|\d+[.)]\s|\|)/;
/** Rows with their table's head. */
const WHOLE_TABLE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|/m;
const BLANK_LINE = /\n[ \t]*\r?\n/;

/** Whether a disputed stretch is made of whole blocks, as far as what stands around it tells. */
export type Stretch = 'blocks' | 'inside' | 'unknown';

/** Both versions: whole paragraphs stand apart; items and rows, and sentences of one paragraph, follow one another. */
export function bothSides(first: string, second: string, stretch: Stretch): string {
  if (first.trim() === '') return second;
  if (second.trim() === '') return first;
  return first.trimEnd() + between(first, second, stretch) + second;
}

function between(first: string, second: string, stretch: Stretch): string {
  const both = `${first}${second}`;
  const lineEnd = both.includes('\r\n') ? '\r\n' : '\n';
  if (areLines(first, second) && !WHOLE_TABLE.test(first)) return lineEnd;
  if (stretch === 'inside') return BLANK_LINE.test(both) ? lineEnd + lineEnd : ' ';
  return stretch === 'blocks' || /[\r\n]/.test(both) ? lineEnd + lineEnd : ' ';
}

/** Two texts with one of the gaps between them that were where something is left out, or written by hand. */
export function sewn(text: string, next: string, gaps: readonly string[]): string {
  const left = text.trimEnd();
  const right = withoutBlankLines(next);
  if (left === '') return text + right;
  // The file ends as it did.
  if (right.trim() === '') return left + next;
  const start = next.slice(0, next.length - right.length);
  // What follows begins with its own gap where the end of a paragraph was left out.
  const known = start === '' ? gaps : [blanksAfter(text), start];
  const lastLine = left.slice(left.lastIndexOf('\n') + 1);
  return left + gapBetween(lastLine, right, known) + right;
}

function gapBetween(lastLine: string, right: string, gaps: readonly string[]): string {
  const blank = gaps.find((gap) => BLANK_LINE.test(gap));
  const line = gaps.find((gap) => gap.includes('\n') && !BLANK_LINE.test(gap));
  if (blank !== undefined) return line !== undefined && areLines(lastLine, right) ? line : blank;
  // An item begins a list of its own after a paragraph.
  if (line !== undefined && LINE.test(right) && !/^(?:\s|[-*+]|\d+[.)]|\|)/.test(lastLine))
    return line + line;
  return line ?? gaps.find((gap) => gap !== '') ?? '';
}

/** The blanks that a text ends with. */
export function blanksAfter(text: string): string {
  return text.slice(text.trimEnd().length);
}

/** A text from its first line that has something; how that is set in stays. */
export function withoutBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '');
}

/** Whether a text begins with an item of a list, or a row of a table. */
export function isListLine(text: string): boolean {
  return LINE.test(text);
}

function areLines(first: string, second: string): boolean {
  return LINE.test(first) && LINE.test(second);
}
