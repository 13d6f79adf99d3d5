import type { FileVersion } from '#content/history/file-versions.ts';
import { CAPACITY_FILE, isPostPath, SITE_FILE, slugOfPath } from '#content/model/paths.ts';
import type { PostFile } from './snapshot-files.ts';

/** What only history can tell. */
export interface Wanted {
  /** Post files that cannot be read: what were they before? */
  readonly broken: readonly PostFile[];
  /** Readable files that share a slug or an id with another: who had it first, and what were they before? */
  readonly rivals: readonly PostFile[];
  readonly site: boolean;
  readonly capacity: boolean;
  /** Commits reachable from this one are left out; null for all of history. */
  readonly until: string | null;
}

/** Versions of files, newest first. */
export interface VersionIndex {
  readonly byPath: ReadonlyMap<string, readonly FileVersion[]>;
  /** By age. */
  readonly deletions: ReadonlyMap<number, readonly FileVersion[]>;
}

/** The versions of a walk, in its order, by path, and its deletions by age. */
export function indexed(versions: readonly FileVersion[]): VersionIndex {
  const byPath = new Map<string, FileVersion[]>();
  const deletions = new Map<number, FileVersion[]>();
  for (const version of versions) {
    append(byPath, version.path, version);
    if (version.status === 'deleted') append(deletions, version.age, version);
  }
  return { byPath, deletions };
}

function append<Key>(lists: Map<Key, FileVersion[]>, key: Key, version: FileVersion): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [version]);
  else list.push(version);
}

/** Which versions of history a search needs: those of its files, and of what they may have been moved from. */
export function isWantedVersion({
  broken,
  rivals,
}: Wanted): (version: Pick<FileVersion, 'path' | 'blobId'>) => boolean {
  const slugs = new Set([...broken, ...rivals].map(({ path }) => slugOfPath(path)));
  const blobs = new Set(broken.map(({ blobId }) => blobId));
  return ({ path, blobId }) =>
    path === SITE_FILE ||
    path === CAPACITY_FILE ||
    (isPostPath(path) && (slugs.has(slugOfPath(path)) || blobs.has(blobId)));
}

/** The versions of a file since it was last deleted: what was withdrawn does not come back. */
export function* versionsSinceDeletion(versions: readonly FileVersion[]): Generator<FileVersion> {
  for (const version of versions) {
    if (version.status === 'deleted') return;
    yield version;
    if (version.status === 'added') return;
  }
}

/**
 * The versions a broken file may be served in, newest first. Where it was moved, in the same commit, from a file of
 * the same name or with the same bytes, that file's versions follow.
 */
export function* versionsSinceAddition(
  { byPath, deletions }: VersionIndex,
  file: PostFile,
  isGone: (path: string) => boolean,
): Generator<FileVersion> {
  let first: FileVersion | null = null;
  for (const version of versionsSinceDeletion(byPath.get(file.path) ?? [])) {
    if (version.blobId !== file.blobId) yield version;
    first = version;
  }
  if (first?.status !== 'added') return;
  const { age, blobId } = first;
  for (const former of deletions.get(age) ?? []) {
    const isSame = slugOfPath(former.path) === slugOfPath(file.path) || former.blobId === blobId;
    if (!isSame || !isGone(former.path)) continue;
    yield { ...former, status: 'changed' };
    const older = (byPath.get(former.path) ?? []).filter((version) => version.age > age);
    yield* versionsSinceDeletion(older);
  }
}
