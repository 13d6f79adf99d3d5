import { ContentError } from '../../model/errors.ts';
import { parseTree, type TreeEntry } from '../tree.ts';

const STEP = 4096;
const ID_BYTES = 20;

export interface ChangedEntries {
  readonly added: readonly TreeEntry[];
  readonly removed: readonly TreeEntry[];
}

/**
 * The entries around what differs between two trees: whatever is not among them is the same in both. One that is in both
 * lists did not change. Null stands for no tree. Throws ContentError 'corrupt' for what is no tree.
 */
export function changedEntries(before: Buffer | null, after: Buffer): ChangedEntries {
  if (before === null) return { added: parseTree(after), removed: [] };
  const start = entryStart(after, commonStart(before, after));
  const rest = commonEnd(before, after, start);
  const [beforeEnd, afterEnd] = [before, after].map((bytes) => entryEnd(bytes, start, bytes.length - rest));
  if (beforeEnd === undefined || afterEnd === undefined) throw new TypeError('two trees');
  // Where the ends are not the same entry, both are read to their ends.
  const isAligned = before.length - beforeEnd === after.length - afterEnd;
  return {
    added: parseTree(after.subarray(start, isAligned ? afterEnd : after.length)),
    removed: parseTree(before.subarray(start, isAligned ? beforeEnd : before.length)),
  };
}

/** How many bytes two buffers have in common at their starts. */
export function commonStart(a: Buffer, b: Buffer): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at + STEP <= end && a.compare(b, at, at + STEP, at, at + STEP) === 0) at += STEP;
  while (at < end && a[at] === b[at]) at += 1;
  return at;
}

/** How many bytes they have in common at their ends, those before `start` left out. */
export function commonEnd(a: Buffer, b: Buffer, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  const isSame = (length: number): boolean => {
    const [atA, atB] = [a.length - length, b.length - length];
    return a.compare(b, atB, atB + STEP, atA, atA + STEP) === 0;
  };
  let length = 0;
  while (length + STEP <= most && isSame(length + STEP)) length += STEP;
  while (length < most && a[a.length - length - 1] === b[b.length - length - 1]) length += 1;
  return length;
}

/** Where the entry starts that `at` is in. */
function entryStart(bytes: Buffer, at: number): number {
  let start = 0;
  for (let next = start; next <= at && next < bytes.length; next = afterEntry(bytes, start)) start = next;
  return start;
}

/** The first end of an entry, from one on that starts at `start`, at or after `least`. */
function entryEnd(bytes: Buffer, start: number, least: number): number {
  let end = start;
  while (end < least) end = afterEntry(bytes, end);
  return end;
}

function afterEntry(bytes: Buffer, start: number): number {
  const name = bytes.indexOf(0, start);
  if (name < 0 || name + ID_BYTES >= bytes.length) throw new ContentError('corrupt', { what: 'tree' });
  return name + 1 + ID_BYTES;
}
