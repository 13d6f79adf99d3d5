import { isUtf8 } from 'node:buffer';
import { ContentError } from '../model/errors.ts';
import { withoutFencedCode } from '../model/fenced-code.ts';

const LINE_FEED = 0x0a;

/** What is wrong with a file, and the line to look at (0 when none is to blame). */
export interface FileFault {
  readonly kind: 'fault';
  readonly line: number;
  readonly reason: string;
}

/** What an author is told of a file whose lines end in CR alone: YAML takes it for a single line. */
export const CARRIAGE_RETURNS =
  'Les lignes de ce fichier finissent par un retour chariot seul (CR)\u00a0: enregistrez-le avec des fins de ligne LF.';

export interface FileText {
  readonly kind: 'text';
  /** Without the byte order mark. */
  readonly text: string;
  /** Length of the byte order mark, in bytes: 3 or 0. */
  readonly mark: number;
}

/** The text of a file in UTF-8, or the line that is not. */
export function readFileText(bytes: Uint8Array): FileText | FileFault {
  const buffer = asBuffer(bytes);
  const found = nulFault(buffer) ?? utf8Fault(bytes, 1);
  if (found !== null) return found;
  const mark = markLength(buffer);
  return { kind: 'text', text: buffer.toString('utf8', mark), mark };
}

/** Why a file that holds a NUL byte is not read, or null: it is UTF-16, as some editors write, or no text at all. */
export function nulFault(buffer: Buffer): FileFault | null {
  const nul = buffer.indexOf(0);
  if (nul === -1) return null;
  const mark = buffer.toString('latin1', 0, 2);
  if (mark === '\xff\xfe' || mark === '\xfe\xff')
    return fault(1, 'Ce fichier est en UTF-16\u00a0: enregistrez-le en UTF-8.');
  return fault(lineAt(buffer, nul), 'Ce fichier n’est pas du texte\u00a0: il contient un octet nul.');
}

/** The first line that is not UTF-8, or null. `firstLine` is the line on which `bytes` begin. */
export function utf8Fault(bytes: Uint8Array, firstLine: number): FileFault | null {
  if (isUtf8(bytes)) return null;
  const buffer = asBuffer(bytes);
  let line = firstLine;
  let start = 0;
  for (let end = buffer.indexOf(LINE_FEED); end !== -1; end = buffer.indexOf(LINE_FEED, start)) {
    if (!isUtf8(buffer.subarray(start, end))) break;
    start = end + 1;
    line += 1;
  }
  return fault(line, 'Cette ligne n’est pas en UTF-8\u00a0: enregistrez le fichier dans cet encodage.');
}

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Length of the UTF-8 byte order mark at the start of a file: 3 or 0. */
export function markLength(buffer: Buffer): number {
  return buffer.length >= 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0;
}

/** Line of the byte at `offset`, counted from 1. */
function lineAt(buffer: Buffer, offset: number): number {
  let line = 1;
  for (let at = buffer.indexOf(LINE_FEED); at !== -1 && at < offset; at = buffer.indexOf(LINE_FEED, at + 1))
    line += 1;
  return line;
}

export function fault(line: number, reason: string): FileFault {
  return { kind: 'fault', line, reason };
}

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

/** A text whose lines of a conflict are shown as they are, and are no marks of git's any more. */
export function withPlainConflicts(text: string): string {
  if (conflictLine(text) === -1) return text;
  const shown = withoutFencedCode(text).split('\n');
  const lines = text.split('\n');
  return lines
    .map((line, at) => (MARKER.test(shown[at] ?? '') ? `&#${line.charCodeAt(0)};${line.slice(1)}` : line))
    .join('\n');
}

/** Stops an edit: nothing is written. */
export function refuse(reason: string): never {
  throw new ContentError('invalid', { path: '', reason });
}
