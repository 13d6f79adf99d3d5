import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { dropOwnLock, type LockFile, takeLock } from '#content/git/refs/lock-file.ts';
import { ifThere } from '#content/git/system-error.ts';
import { hasCode } from '#content/model/errors.ts';
import { formatIndex, type IndexEntry, readIndex } from './index-format.ts';

/** The index of a clone as it is on disk. */
export type IndexState =
  | {
      readonly kind: 'entries';
      readonly entries: readonly IndexEntry[];
      /** When its file was written, in milliseconds since 1970. */
      readonly writtenMs: number;
      /** The same as long as the file is. */
      readonly mark: string;
    }
  | { readonly kind: 'missing' | 'damaged' }
  | { readonly kind: 'unsupported'; readonly what: string };

export interface TrackedNames {
  readonly paths: ReadonlySet<string>;
  /** The names of files in each folder that holds any; folders that hold only folders are there as well, and '' always. */
  readonly byFolder: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The index of a clone, parsed once for each time that somebody wrote it, and git's lock on it, `index.lock`: held from before the
 * branch moves until the index has followed, for a `git commit` in between would make a commit of the old index on top of the new
 * one, and so undo it without a word.
 */
export function createIndexFile(gitDir: string) {
  const file = path.join(gitDir, 'index');
  let known: Extract<IndexState, { readonly kind: 'entries' }> | null = null;
  let gathered: { readonly entries: readonly IndexEntry[]; readonly names: TrackedNames } | null = null;
  let held: LockFile | null = null;
  let published: string | null = null;

  async function take(waitMs: number): Promise<boolean> {
    if (held !== null) return true;
    try {
      held = await takeLock({ gitDir, file, content: '', waitMs });
      return true;
    } catch (error) {
      if (!hasCode(error, 'locked')) throw error;
      // A folder that was away for a moment came back with the lock of before.
      return (await dropOwnLock({ gitDir, file })) ? take(waitMs) : false;
    }
  }

  function ownLock(): LockFile {
    if (held === null) throw new TypeError('the index is not locked');
    return held;
  }

  return {
    async read(): Promise<IndexState> {
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
    },

    /** The names of entries, gathered once for each state of the index: looks are many, and the names are thousands. */
    namesOf(entries: readonly IndexEntry[]): TrackedNames {
      if (gathered?.entries !== entries) gathered = { entries, names: trackedNames(entries) };
      return gathered.names;
    },

    /** Whether the index is as it was published here. */
    isOurs: (state: IndexState): boolean => state.kind === 'entries' && state.mark === published,

    isLockedByOthers: (): boolean => held === null && existsSync(`${file}.lock`),

    /** Takes the lock unless it is held; false when another program keeps it for longer than `waitMs`. */
    take,

    /** What the index is to become; on disk when this returns. */
    fill: (entries: readonly IndexEntry[]): Promise<void> => ownLock().fill(formatIndex(entries)),

    /** The index becomes these entries, which were filled in, and the lock is gone. */
    async publish(entries: readonly IndexEntry[]): Promise<void> {
      const lock = ownLock();
      const { ino } = await stat(`${file}.lock`, { bigint: true });
      await lock.commit();
      held = null;
      // They need not be read again, unless somebody else wrote the file since.
      const now = await markOf(file);
      if (now?.mark.startsWith(`${ino} `)) {
        known = { kind: 'entries', entries, ...now };
        published = now.mark;
      }
    },

    /** The index stays, and the lock is gone. */
    async release(): Promise<void> {
      const lock = held;
      held = null;
      await lock?.release();
    },
  };
}

export type IndexFile = ReturnType<typeof createIndexFile>;

async function markOf(file: string): Promise<{ readonly mark: string; readonly writtenMs: number } | null> {
  const found = await ifThere(stat(file, { bigint: true }), null);
  if (found === null) return null;
  const { ino, size, mtimeNs, ctimeNs } = found;
  return { mark: `${ino} ${size} ${mtimeNs} ${ctimeNs}`, writtenMs: Number(mtimeNs) / 1e6 };
}

function trackedNames(entries: readonly IndexEntry[]): TrackedNames {
  const byFolder = new Map<string, Set<string>>([['', new Set()]]);
  const namesIn = (folder: string): Set<string> => {
    const names = byFolder.get(folder);
    if (names !== undefined) return names;
    const made = new Set<string>();
    byFolder.set(folder, made);
    const end = folder.lastIndexOf('/');
    if (end > 0) namesIn(folder.slice(0, end));
    return made;
  };
  for (const { path: at } of entries) {
    const end = at.lastIndexOf('/');
    namesIn(end < 0 ? '' : at.slice(0, end)).add(at.slice(end + 1));
  }
  return { paths: new Set(entries.map(({ path: at }) => at)), byFolder };
}
