import type { Problem, Snapshot, SnapshotPost } from '../model/snapshot.ts';
import type { Held } from './assemble-snapshot.ts';
import { DEFAULT_CAPACITY, DEFAULT_SITE } from './default-settings.ts';
import { type ContentFolder, filesBelow } from './snapshot-files.ts';

/** A snapshot and what the next one is made from. */
export interface SnapshotState {
  readonly root: ContentFolder;
  readonly held: Held;
  readonly snapshot: Snapshot;
}

/** The snapshot that a folder and what was held beside it stand for: the inverse of keeping only these two. */
export function restoredSnapshot(
  commit: string,
  { root, held }: Pick<SnapshotState, 'root' | 'held'>,
  problems: readonly Problem[],
): Snapshot {
  const posts: SnapshotPost[] = [];
  const images = new Map<string, string>();
  for (const file of filesBelow(root)) {
    if (file.kind === 'image') images.set(file.path, file.blobId);
    if (file.kind !== 'post') continue;
    const kept = held.posts.get(file.path);
    const post = kept === undefined ? file.parsed : kept;
    if (post !== null) posts.push(post);
  }
  return {
    commit,
    posts,
    site: held.site?.value ?? DEFAULT_SITE,
    siteId: held.site?.blobId ?? '',
    capacity: held.capacity?.value ?? DEFAULT_CAPACITY,
    capacityId: held.capacity?.blobId ?? '',
    images,
    problems,
    searching: new Set(),
  };
}
