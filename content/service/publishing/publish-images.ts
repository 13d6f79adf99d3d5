import type { HistoryIndex } from '#content/history/history-index.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import type { FileChange } from '../../model/change-set.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { lostImages, shownImages } from '../images/lost-images.ts';
import type { ReadVersion } from '../posts/post-version.ts';
import type { Workspace } from '../workspace.ts';

interface ImagesContext {
  readonly workspace: Pick<Workspace, 'objects' | 'read'>;
  readonly history: Pick<HistoryIndex, 'at'>;
}

interface Shown {
  readonly versions: readonly Pick<ReadVersion, 'post' | 'bytes'>[];
  /** The commit of the work branch that they are of; null for none. */
  readonly from: string | null;
}

/**
 * The images that versions show and that are not published: those that only the work branch has, and those that were deleted
 * while the versions waited, by another machine or by hand, as they were last; to be written with them.
 */
export async function imagesToBringBack(
  { workspace, history }: ImagesContext,
  { commit, images }: Pick<Snapshot, 'commit' | 'images'>,
  { versions, from }: Shown,
): Promise<readonly FileChange[]> {
  const shown = versions.flatMap(({ post, bytes }) => [...shownImages(post, bodyOf(bytes))]);
  const missing = new Set(shown.filter((path) => !images.has(path)));
  if (missing.size === 0) return [];
  const changes =
    from === null ? [] : [...(await lostImages(workspace, { images }, { commit: from, paths: missing }))];
  for (const { path } of changes) missing.delete(path);
  if (missing.size === 0) return changes;
  const index = await history.at(commit);
  for (const path of missing) {
    const blobId = index.changesOf(path).find((change) => change.blobId !== null)?.blobId;
    if (blobId != null) changes.push({ path, bytes: await workspace.read(blobId) });
  }
  return changes;
}
