import { bodyOf } from '../../files/front-matter-split.ts';
import type { FileChange } from '../../model/change-set.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { HistoryIndex } from '../../store/history/history-index.ts';
import { shownImages } from '../images/lost-images.ts';
import type { ReadVersion } from '../posts/posts-versions.ts';
import type { Workspace } from '../workspace.ts';

interface ImagesContext {
  readonly workspace: Pick<Workspace, 'read'>;
  readonly history: Pick<HistoryIndex, 'at'>;
}

/**
 * The images that versions show and that were deleted while they waited, by another machine or by hand, as they were last; to
 * be written again with them. An image that never was in the branch is none of them.
 */
export async function imagesToBringBack(
  { workspace, history }: ImagesContext,
  { commit, images }: Pick<Snapshot, 'commit' | 'images'>,
  versions: readonly Pick<ReadVersion, 'post' | 'bytes'>[],
): Promise<readonly FileChange[]> {
  const shown = versions.flatMap(({ post, bytes }) => [...shownImages(post, bodyOf(bytes))]);
  const missing = new Set(shown.filter((path) => !images.has(path)));
  if (missing.size === 0) return [];
  const index = await history.at(commit);
  const changes: FileChange[] = [];
  for (const path of missing) {
    const blobId = index.changesOf(path).find((change) => change.blobId !== null)?.blobId;
    if (blobId != null) changes.push({ path, bytes: await workspace.read(blobId) });
  }
  return changes;
}
