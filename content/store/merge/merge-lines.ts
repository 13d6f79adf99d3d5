import { diff3Merge } from 'node-diff3';

interface Texts {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/**
 * The three-way merge of a text file by lines; null when both sides changed one place, or a side is no UTF-8 text. The
 * result never holds conflict markers.
 */
export function mergeLines(sides: Texts): Uint8Array | null {
  const base = linesOf(sides.base);
  const ours = linesOf(sides.ours);
  const theirs = linesOf(sides.theirs);
  if (base === null || ours === null || theirs === null) return null;
  const regions = diff3Merge(ours, base, theirs, { excludeFalseConflicts: true });
  if (regions.some(({ conflict }) => conflict !== undefined)) return null;
  return Buffer.from(regions.flatMap(({ ok }) => ok ?? []).join('\n'));
}

function linesOf(bytes: Uint8Array): string[] | null {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(text).equals(bytes) && !text.includes('\0') ? text.split('\n') : null;
}
