import { createHash } from 'node:crypto';
import path from 'node:path';
import { ensureFolderDurably, writeFileDurably } from '#content/git/durable-fs.ts';
import { readCheckedFile } from '#content/git/state-file.ts';

/** Which commit the files of a clone are at, and what of them is somebody else's. */
export interface Followed {
  /** The commit that index and files were last brought to; null before the first. */
  readonly commit: string | null;
  /** Commits that they were being brought to when this was written: some files may be theirs. */
  readonly toward: readonly string[];
  /** Files that another program changed, which stayed when the branch moved → the commit whose version they began as. */
  readonly bases: ReadonlyMap<string, string>;
  /** Files of the commit that are not written here, because of their names. */
  readonly refused: readonly string[];
  /** What git's commits took the place of, until somebody has put it back. */
  readonly overwritten: readonly Overwritten[];
}

/** A version of a file that a commit took the place of, though it was made from an older one: nobody saw it go. */
export interface Overwritten {
  readonly path: string;
  /** Blob id of the version that both were made from; null when there was none. */
  readonly base: string | null;
  /** Blob id. */
  readonly lost: string;
}

const NEVER_FOLLOWED: Followed = {
  ...{ commit: null, toward: [], refused: [], overwritten: [] },
  bases: new Map(),
};

const KIND = 'encrier-work-tree-1';

/** Remembers durably what {@link Followed} says, in a file beside the repository's locks. */
export function createFollowedFile(gitDir: string) {
  const file = path.join(gitDir, 'encrier', 'work-tree.json');

  return {
    /** A file that is missing or damaged counts as none. */
    async read(): Promise<Followed> {
      const body = await readCheckedFile(file, KIND);
      if (body === null) return NEVER_FOLLOWED;
      const stored = JSON.parse(body.toString('utf8')) as StoredFollowed; // its sum says that nobody else wrote it
      return { overwritten: [], ...stored, bases: new Map(stored.bases) };
    },
    async write(followed: Followed): Promise<void> {
      const stored: StoredFollowed = { ...followed, bases: [...followed.bases] };
      const body = Buffer.from(`${JSON.stringify(stored)}\n`);
      const sum = createHash('sha256').update(body).digest('hex');
      await ensureFolderDurably(path.dirname(file));
      await writeFileDurably(file, Buffer.concat([Buffer.from(`${KIND} ${sum}\n`), body]));
    },
  };
}

interface StoredFollowed extends Omit<Followed, 'bases' | 'overwritten'> {
  readonly bases: readonly (readonly [string, string])[];
  /** A file of an earlier version says nothing of it. */
  readonly overwritten?: readonly Overwritten[];
}
