import { pickChanged } from '#content/model/merge.ts';

export type LineEnd = '\n' | '\r\n';

/** How all lines of a text end; `none` when there is one line only, `mixed` when they differ. */
function lineEndOf(text: string): LineEnd | 'none' | 'mixed' {
  const feeds = text.split('\n').length - 1;
  if (feeds === 0) return 'none';
  const both = text.split('\r\n').length - 1;
  if (both === 0) return '\n';
  return both === feeds ? '\r\n' : 'mixed';
}

/**
 * How the lines of a merge end: as theirs, or as ours when only we changed that. A single line has no say. Null when the
 * merge would be of a file that mixes: then no line end is touched.
 */
export function mergedLineEnd(base: string, ours: string, theirs: string): LineEnd | null {
  const inBase = lineEndOf(base);
  const [inOurs, inTheirs] = [ours, theirs].map(lineEndOf).map((end) => (end === 'none' ? inBase : end));
  const picked = pickChanged(inBase, inOurs ?? inBase, inTheirs ?? inBase)?.value;
  const end = picked ?? (inOurs === 'mixed' ? 'mixed' : inTheirs);
  if (end === 'mixed') return null;
  return end === '\r\n' ? '\r\n' : '\n';
}

/** A text whose lines all end in one way. */
export function withLineEnd(text: string, end: LineEnd): string {
  const unix = text.replaceAll('\r\n', '\n');
  return end === '\n' ? unix : unix.replaceAll('\n', '\r\n');
}

const MARK = '\ufeff';

/** The byte order mark that a merge begins with, or none: as theirs, or as ours when only we changed that. */
export function mergedMark(base: string, ours: string, theirs: string): string {
  const [inBase, inOurs, inTheirs] = [base, ours, theirs].map((text) => text.startsWith(MARK));
  return pickChanged(inBase, inOurs, inTheirs)?.value === true ? MARK : '';
}

/** A text that begins with this mark, and no other. */
export function withMark(text: string, mark: string): string {
  return mark + (text.startsWith(MARK) ? text.slice(MARK.length) : text);
}
