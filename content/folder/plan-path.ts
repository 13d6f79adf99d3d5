import type { FileStamp, IndexEntry } from './index-entry.ts';
import { isRegularMode, type TreeFile } from './tree-file.ts';

/** Stands for « no file » where a blob id would. */
export const NOTHING = '';

/** What is on disk at a path, as far as it can be told by content. */
export type DiskContentState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly id: string; readonly stamp: FileStamp }
  /** A link, a folder, something that cannot be read: never touched. */
  | { readonly kind: 'unknown' };

/** All that decides what is done about one path. */
export interface PathFacts {
  /** What the new commit has there. */
  readonly is: TreeFile | null;
  /** Blob ids ({@link NOTHING} for none) that we or the branch put there: whoever finds these found nobody's own work. */
  readonly known: ReadonlySet<string>;
  /** Of stage 0; null when the index has none. */
  readonly entry: IndexEntry | null;
  readonly disk: DiskContentState;
  /** Whether the file may not be written here because of its name. */
  readonly isRefused: boolean;
  /** Whether an earlier commit's file was not written because of its name. */
  readonly wasRefused: boolean;
}

export interface PathPlan {
  /** What becomes of the entry: its stamp is that of the file on disk, or none. */
  readonly index: 'leave' | 'remove' | 'skipped' | 'stamped' | 'unstamped';
  readonly disk: 'leave' | 'write' | 'delete';
  /** Another program's work is there, made from what was there before. */
  readonly isOutside: boolean;
}

/**
 * What is done about one path when the branch moves. Only what nobody else touched follows it: a file whose content is
 * neither the old commit's nor the new one's stays, and so does an entry that somebody staged.
 */
export function planPath(facts: PathFacts): PathPlan {
  const { is, known, entry, disk, isRefused } = facts;
  const staged = entry?.id ?? NOTHING;
  if (!known.has(staged) && staged !== (is?.id ?? NOTHING)) return LEFT;
  if (entry?.isSkipped && !facts.wasRefused && is !== null && isRegularMode(entry.mode)) return SKIPPED;
  const isWritten = is !== null && !isRefused && isRegularMode(is.mode);
  const wanted = isWritten ? is.id : NOTHING;
  const index = is === null ? 'remove' : isWritten ? 'stamped' : 'skipped';
  if (disk.kind === 'unknown') return { index: withoutStamp(index), disk: 'leave', isOutside: true };
  const found = disk.kind === 'absent' ? NOTHING : disk.id;
  if (found === wanted) return { index, disk: 'leave', isOutside: false };
  // The name is another file's here: what is on disk is that one's.
  if (isRefused || facts.wasRefused) {
    if (!isWritten) return { index, disk: 'leave', isOutside: false };
  }
  if (known.has(found)) return { index, disk: isWritten ? 'write' : 'delete', isOutside: false };
  return { index: withoutStamp(index), disk: 'leave', isOutside: true };
}

const LEFT: PathPlan = { index: 'leave', disk: 'leave', isOutside: true };
const SKIPPED: PathPlan = { index: 'skipped', disk: 'leave', isOutside: false };

function withoutStamp(index: PathPlan['index']): PathPlan['index'] {
  return index === 'stamped' ? 'unstamped' : index;
}
