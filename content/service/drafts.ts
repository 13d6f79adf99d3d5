import type { SnapshotPost } from '../model/post.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { tryReadVersion } from './posts/posts-versions.ts';
import { authorView } from './waiting/author-view.ts';
import type { PendingVersions } from './waiting/pending.ts';
import type { Workspace } from './workspace.ts';

interface DraftsOptions {
  readonly workspace: Pick<Workspace, 'current' | 'read'>;
  readonly pending: Pick<PendingVersions, 'waiting'>;
}

export interface Draft {
  readonly post: SnapshotPost;
  /** Of the repository, those that only wait too: by path, the blob. */
  readonly images: Snapshot['images'];
}

/**
 * The post with this id as its author last saved it, for those readers do not see it yet: its pending version when one
 * can be read, else the post itself; with all images that it can show. Null when there is no such post, or no longer.
 */
export async function readDraft(
  { workspace, pending: source }: DraftsOptions,
  id: string,
): Promise<Draft | null> {
  const view = await authorView({ workspace, pending: source }, await workspace.current());
  const post = view.snapshot.posts.find((candidate) => candidate.id === id);
  if (post === undefined) return null;
  const { images } = view.snapshot;
  const file = view.pending.get(id)?.file;
  if (file === undefined) return { post, images };
  const version = tryReadVersion({ path: file.path, bytes: await workspace.read(file.id) });
  return { post: version?.post ?? post, images };
}
