import { CAPACITY_FILE, SITE_FILE } from '#content/model/paths.ts';
import { olderVersions } from './older-versions.ts';
import { duplicatePaths } from './settle-duplicates.ts';
import { type ContentFolder, contentsOf, fileAt, type PostFile } from './snapshot-files.ts';
import type { SnapshotState } from './snapshot-state.ts';
import type { Wanted } from './version-index.ts';

interface Situation {
  readonly commit: string;
  readonly root: ContentFolder;
  readonly parents: readonly string[];
  readonly before: SnapshotState | null;
}

/**
 * What a build must ask history: nothing when it has the parent's state. Without one, everything that it would have
 * told; with an older one, what the commits between the two may tell.
 */
export function wantedFromHistory({ commit, root, parents, before }: Situation): Wanted {
  const until = before?.snapshot.commit ?? null;
  if (before !== null && until !== null && (until === commit || parents.includes(until)))
    return wantedOfLost(root, before);
  const { posts } = contentsOf(root);
  return {
    broken: posts.filter(({ parsed }) => parsed === null),
    rivals: rivals(posts, before),
    site: !isReadable(root, SITE_FILE),
    capacity: !isReadable(root, CAPACITY_FILE),
    until,
  };
}

/** Of what the repository lost while it was served, the parent's state knows no other version. */
function wantedOfLost(root: ContentFolder, before: SnapshotState): Wanted {
  const wanted = { ...NOTHING, until: null };
  if (root.treeId !== '') return wanted;
  const older = olderVersions({ root, before, found: new Map() });
  const isUnknown = (file: PostFile) => file.lost !== undefined && older.lastReadable(file) === undefined;
  return { ...wanted, broken: contentsOf(root).posts.filter(isUnknown) };
}

const NOTHING: Omit<Wanted, 'until'> = { broken: [], rivals: [], site: false, capacity: false };

/** Whether history need not be asked at all. */
export function isNothing(wanted: Wanted): boolean {
  return wantedPosts(wanted).length === 0 && !wanted.site && !wanted.capacity;
}

/** All post files that history is asked about. */
export function wantedPosts({ broken, rivals }: Wanted): readonly PostFile[] {
  return [...broken, ...rivals];
}

function rivals(posts: readonly PostFile[], before: SnapshotState | null): readonly PostFile[] {
  const paths = new Set(duplicatePaths(posts));
  return posts.filter(({ path, blobId }) => {
    const isKnown = before !== null && fileAt(before.root, path)?.blobId === blobId;
    return paths.has(path) && !isKnown;
  });
}

function isReadable(root: ContentFolder, path: string): boolean {
  const file = fileAt(root, path);
  return file !== null && 'parsed' in file && file.parsed !== null;
}
