import { lookAt, readContent } from './disk-file.ts';
import { type FileStamp, type IndexEntry, isRacy, isSameStamp } from './index-entry.ts';
import type { DiskContentState } from './plan-path.ts';

/** What is already known of a file without reading it. */
export interface Hint {
  readonly entry: IndexEntry | null;
  /** When the index was written, in nanoseconds since 1970. */
  readonly writtenNs: bigint;
}

/**
 * Tells what is on disk at paths of a clone, reading a file only when neither the index nor an earlier look says what it
 * holds.
 */
export function createDiskContents(folder: string) {
  const read = new Map<string, { readonly stamp: FileStamp; readonly id: string }>();

  /** What a file holds, by what is remembered; null when it must be read. */
  function remembered(path: string, stamp: FileStamp, { entry, writtenNs }: Hint): string | null {
    const isTold = entry !== null && isSameStamp(entry.stamp, stamp) && !isRacy(entry.stamp, writtenNs);
    if (isTold) return entry.id;
    const known = read.get(path);
    return known !== undefined && isSameStamp(known.stamp, stamp) ? known.id : null;
  }

  return {
    async at(path: string, hint: Hint): Promise<DiskContentState> {
      const found = lookAt(folder, path);
      if (found.kind === 'absent') return { kind: 'absent' };
      if (found.kind !== 'file') return { kind: 'unknown' };
      const id = remembered(path, found.stamp, hint);
      if (id !== null) return { kind: 'file', id, stamp: found.stamp };
      const content = await readContent(folder, path);
      if (content === null) return { kind: 'unknown' };
      const state = { kind: 'file', id: content.id, stamp: content.stamp } as const;
      // One written a moment ago may change once more without its stamp showing it.
      if (!isRacy(content.stamp, nowNs())) read.set(path, state);
      return state;
    },

    /** Whether a file with this stamp holds what its entry says, by what is remembered; null when it must be read. */
    isClean(path: string, stamp: FileStamp, hint: Hint): boolean | null {
      const id = remembered(path, stamp, hint);
      return id === null || hint.entry === null ? null : id === hint.entry.id;
    },
  };
}

export type DiskContents = ReturnType<typeof createDiskContents>;

function nowNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
