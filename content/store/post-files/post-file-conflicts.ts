import { withoutFencedCode } from '../../model/fenced-code.ts';

const MARKER = /^(?:<{7}|>{7}|\|{7})(?:[ \t\r]|$)/;

/**
 * Index of the first line that git left in a conflict, counted from 0, or -1. Fenced code may show such lines. A line of
 * `=======` alone is no sign: under a text it makes a heading in Markdown.
 */
export function conflictLine(text: string): number {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>') && !text.includes('|||||||')) return -1;
  return withoutFencedCode(text)
    .split('\n')
    .findIndex((line) => MARKER.test(line));
}
