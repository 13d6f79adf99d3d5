import { fileIdAt } from '#content/git/tree-differences.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import type { ChangeSet, FileChange } from '../../model/change-set.ts';
import { findReferences } from '../../model/image-references/find.ts';
import { imagePathOfAddress } from '../../model/paths.ts';
import type { PostMetadata } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { PendingContext } from '../waiting/pending-keeping.ts';
import type { Workspace } from '../workspace.ts';

/** Repository paths of the images a post shows: its cover, its picture for networks, those of its text. */
export function shownImages(
  { coverImage, ogImage }: Pick<PostMetadata, 'coverImage' | 'ogImage'>,
  body: string,
): ReadonlySet<string> {
  const addresses = [coverImage, ogImage, ...findReferences(body).map(({ address }) => address)];
  const paths = addresses.map((address) => (address === null ? null : imagePathOfAddress(address)));
  return new Set(paths.filter((path) => path !== null));
}

/** Images as they were at a commit, to be written again; those that a snapshot still has are left out. */
export async function lostImages(
  { objects, read }: Pick<Workspace, 'objects' | 'read'>,
  { images }: Pick<Snapshot, 'images'>,
  { commit, paths }: { readonly commit: string; readonly paths: Iterable<string> },
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const path of paths) {
    if (images.has(path)) continue;
    const blobId = await fileIdAt(objects, { commit, path });
    if (blobId !== null) changes.push({ path, bytes: await read(blobId) });
  }
  return changes;
}

/** Images that a published text is to show and that only the work branch has, to be written with it. */
export async function waitingImages(
  { workspace, pending }: Pick<PendingContext, 'workspace' | 'pending'>,
  { images }: Pick<Snapshot, 'images'>,
  shown: Iterable<string>,
): Promise<readonly FileChange[]> {
  const paths = [...shown].filter((path) => !images.has(path));
  const commit = paths.length === 0 ? null : await pending.readableTip();
  return commit === null ? [] : lostImages(workspace, { images }, { commit, paths });
}

/** Puts images into the branch by themselves, for a text that is kept apart from it; false when another commit came first. */
export async function commitImages(
  workspace: Pick<Workspace, 'commit'>,
  snapshot: Snapshot,
  { changes, author }: Omit<ChangeSet, 'message'>,
): Promise<boolean> {
  const [first, ...others] = changes;
  if (first === undefined) return true;
  const action =
    others.length === 0
      ? ({ kind: 'add-image', name: first.path.slice(first.path.lastIndexOf('/') + 1) } as const)
      : ({ kind: 'add-images', count: changes.length } as const);
  return workspace.commit({ changes, message: commitMessage(action), author }, snapshot);
}
