import { pickChanged } from '../../model/merge.ts';

export type LineEnd = '\n' | '\r\n';

/** How all lines of a text end; `none` when there is one line only, `mixed` when they differ. */
export function lineEndOf(text: string): LineEnd | 'none' | 'mixed' {
  const feeds = text.split('\n').length - 1;
  if (feeds === 0) return 'none';
  const both = text.split('\r\n').length - 1;
  if (both === 0) return '\n';
  return both === feeds ? '\r\n' : 'mixed';
}

/**
 * How the lines of a merge end: as theirs, or as ours when only we changed that. Null when one of the files mixes: then no
 * line end is touched.
 */
export function mergedLineEnd(base: string, ours: string, theirs: string): LineEnd | null {
  const ends = [base, ours, theirs].map(lineEndOf);
  if (ends.includes('mixed')) return null;
  const [inBase = 'none', inOurs = 'none', inTheirs = 'none'] = ends;
  const end = pickChanged(inBase, inOurs, inTheirs)?.value ?? inTheirs;
  return end === '\r\n' ? '\r\n' : '\n';
}

/** A text whose lines all end in one way. */
export function withLineEnd(text: string, end: LineEnd): string {
  const unix = text.replaceAll('\r\n', '\n');
  return end === '\n' ? unix : unix.replaceAll('\n', '\r\n');
}
