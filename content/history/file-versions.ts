import type { runGit } from '#content/git/git-program.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { hasCode } from '#content/model/errors.ts';
import { CAPACITY_FILE, POSTS_FOLDER, SITE_FILE } from '#content/model/paths.ts';
import { type LoggedCommit, loggedCommits } from './commit-log.ts';
import { walkedCommits } from './walk-commits.ts';

/** One version of a file in history. */
export interface FileVersion {
  readonly path: string;
  /** Of a deletion, the last version there was. */
  readonly blobId: string;
  readonly mode: string;
  /** A merge only changes files: what it brings together was added and deleted before it. */
  readonly status: 'added' | 'changed' | 'deleted';
  /** How many commits back in the walk, from 0. */
  readonly age: number;
}

interface VersionSearch {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'readCommit' | 'readTree' | 'has'>;
  /** Versions reachable from this commit, itself included. */
  readonly from: string;
  /** Versions of this commit and its ancestors are left out; null leaves out none. */
  readonly until: string | null;
  readonly isWanted: (version: Pick<FileVersion, 'path' | 'blobId'>) => boolean;
}

const PATHS: readonly string[] = [POSTS_FOLDER, SITE_FILE, CAPACITY_FILE];

/**
 * The versions of some files, newest first, in one walk of history: by the git program, else by ourselves. Of a
 * merge, the versions that differ from any of its parents.
 */
export async function fileVersions(
  search: VersionSearch,
  run?: typeof runGit,
): Promise<readonly FileVersion[]> {
  const { gitDir, objects, from } = search;
  const until = search.until !== null && (await objects.has(search.until)) ? search.until : null;
  const logged = await loggedCommits({ gitDir, from, until, paths: PATHS }, run);
  const versions: FileVersion[] = [];
  let age = 0;
  for await (const commit of logged ?? walked(search, until)) {
    for (const version of versionsOf(commit, age)) if (search.isWanted(version)) versions.push(version);
    age += 1;
  }
  return versions;
}

function* versionsOf({ parents, differences }: LoggedCommit, age: number): Generator<FileVersion> {
  const isMerge = parents.length > 1;
  for (const { path, was, is } of differences) {
    if (is !== null) {
      const status = was === null && !isMerge ? 'added' : 'changed';
      yield { path, blobId: is.id, mode: is.mode, status, age };
    } else if (was !== null && !isMerge)
      yield { path, blobId: was.id, mode: was.mode, status: 'deleted', age };
  }
}

/** Where there is no git program. A damaged tree has nothing; of a commit that cannot be read nothing is known. */
async function* walked({ objects, from }: VersionSearch, until: string | null): AsyncGenerator<LoggedCommit> {
  const readTree: ObjectStore['readTree'] = (id) =>
    objects.readTree(id).catch((error: unknown) => {
      if (hasCode(error, 'corrupt')) return [];
      throw error;
    });
  const forgiving = { readCommit: (id: string) => objects.readCommit(id), readTree };
  try {
    const known = new Set<string>();
    if (until !== null)
      for await (const { id } of walkedCommits({ objects: forgiving, from: until, isWanted: () => false }))
        known.add(id);
    yield* walkedCommits({
      ...{ objects: forgiving, from, isKnown: (commit) => known.has(commit) },
      isWanted: (path) => PATHS.some((ours) => path === ours || path.startsWith(`${ours}/`)),
    });
  } catch (error) {
    if (!hasCode(error, 'corrupt')) throw error;
  }
}
