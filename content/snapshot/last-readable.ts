import { createBreathing } from '#content/git/concurrency.ts';
import type { runGit } from '#content/git/git-program.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { type FileVersion, fileVersions } from '#content/history/file-versions.ts';
import { CAPACITY_FILE, SITE_FILE } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { createFileParser } from './parse-file.ts';
import type { ContentFile } from './snapshot-files.ts';
import type { FoundInHistory } from './snapshot-state.ts';
import {
  indexed,
  isWantedVersion,
  type VersionIndex,
  versionsSinceAddition,
  versionsSinceDeletion,
  type Wanted,
} from './version-index.ts';

interface SearchOptions {
  readonly gitDir: string;
  readonly objects: ObjectStore;
  /** The commit whose history is asked. */
  readonly commit: string;
  /** Whether the commit has no file there. */
  readonly isGone: (path: string) => boolean;
  /** How the git program is run; the own walk is used where it answers null. */
  readonly git?: typeof runGit | undefined;
}

/** One walk of history for all files that need an older version, or an arbiter (docs/design.md, The content repository). */
export async function searchHistory(options: SearchOptions, wanted: Wanted): Promise<FoundInHistory> {
  const { gitDir, objects, commit } = options;
  const search = { gitDir, objects, from: commit, until: wanted.until, isWanted: isWantedVersion(wanted) };
  const history = indexed(await fileVersions(search, options.git));
  const read = createReader(objects);
  const posts = new Map<string, SnapshotPost | null>();
  const seniority = new Map<string, number>();
  for (const file of wanted.broken) {
    const versions = versionsSinceAddition(history, file, options.isGone);
    posts.set(file.path, await newest(read, versions, postOf));
  }
  for (const { path, parsed } of wanted.rivals) {
    const versions = versionsSinceDeletion(history.byPath.get(path) ?? []);
    const { since, older } = await claimOf(read, parsed?.id, versions);
    posts.set(path, older);
    seniority.set(path, -since);
  }
  return { posts, seniority, ...(await settings(read, history, wanted)) };
}

type ReadVersion = (version: FileVersion) => Promise<ContentFile | null>;

function createReader(objects: ObjectStore): ReadVersion {
  const parse = createFileParser(objects);
  const breathe = createBreathing();
  return async (version) => {
    await breathe();
    return parse(version);
  };
}

/** What `pick` takes from the newest version that has it. */
async function newest<Value>(
  read: ReadVersion,
  versions: Iterable<FileVersion> | undefined,
  pick: (file: ContentFile) => Value | null,
): Promise<Value | null> {
  for (const version of versions ?? []) {
    const file = await read(version);
    const value = file && pick(file);
    if (value !== null) return value;
  }
  return null;
}

function postOf(file: ContentFile | null): SnapshotPost | null {
  return file?.kind === 'post' ? file.parsed : null;
}

interface PastClaim {
  /** How many commits ago the file got its present id. */
  readonly since: number;
  /** The newest version with another id. */
  readonly older: SnapshotPost | null;
}

async function claimOf(
  read: ReadVersion,
  id: string | undefined,
  versions: Iterable<FileVersion>,
): Promise<PastClaim> {
  let since = 0;
  for (const version of versions) {
    const post = postOf(await read(version));
    if (post !== null && post.id !== id) return { since, older: post };
    since = version.age;
  }
  return { since, older: null };
}

/** The newest readable version of each settings file that is wanted, however often it was deleted. */
async function settings(
  read: ReadVersion,
  { byPath }: VersionIndex,
  wanted: Wanted,
): Promise<Pick<FoundInHistory, 'site' | 'capacity'>> {
  const site = await newest(read, wanted.site ? byPath.get(SITE_FILE) : [], (file) =>
    file.kind === 'site' && file.parsed !== null ? { blobId: file.blobId, value: file.parsed } : null,
  );
  const capacity = await newest(read, wanted.capacity ? byPath.get(CAPACITY_FILE) : [], (file) =>
    file.kind === 'capacity' && file.parsed !== null ? { blobId: file.blobId, value: file.parsed } : null,
  );
  return { site, capacity };
}
