import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '#content/git/system-error.ts';
import type { IndexEntry } from './index-entry.ts';
import { readIndex } from './read-index.ts';

/** The index of a clone as it is on disk. */
export type IndexState =
  | {
      readonly kind: 'entries';
      readonly entries: readonly IndexEntry[];
      /** When its file was written, in nanoseconds since 1970. */
      readonly writtenNs: bigint;
      /** The same as long as the file is. */
      readonly mark: string;
    }
  | { readonly kind: 'missing' | 'damaged' }
  | { readonly kind: 'unsupported'; readonly what: string };

/** Reads a clone's index; parsed once for each time that somebody wrote it. */
export function createIndexFile(gitDir: string) {
  const file = path.join(gitDir, 'index');
  let known: (IndexState & { readonly kind: 'entries' }) | null = null;

  async function read(): Promise<IndexState> {
    for (;;) {
      const before = await markOf(file);
      if (before === null) return { kind: 'missing' };
      if (known?.mark === before.mark) return known;
      const bytes = await readFile(file);
      // Git replaced it while it was read: what was read is whole, but which one it is nobody knows.
      if ((await markOf(file))?.mark !== before.mark) continue;
      const reading = readIndex(bytes);
      if (reading.kind !== 'entries') return reading;
      known = { ...reading, ...before };
      return known;
    }
  }

  return {
    file,
    read,
    /** These entries were just written to the file that has this inode: they need not be read again. */
    async wrote(entries: readonly IndexEntry[], inode: string | null): Promise<void> {
      const now = await markOf(file);
      if (now !== null && now.mark.startsWith(`${inode} `)) known = { kind: 'entries', entries, ...now };
    },
  };
}

export type IndexFile = ReturnType<typeof createIndexFile>;

async function markOf(file: string): Promise<{ readonly mark: string; readonly writtenNs: bigint } | null> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return { mark: `${ino} ${size} ${mtimeNs} ${ctimeNs}`, writtenNs: mtimeNs };
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}
