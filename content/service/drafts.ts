import type { SnapshotPost } from '../model/post.ts';
import { tryReadVersion } from './posts/posts-versions.ts';
import { authorView } from './waiting/author-view.ts';
import type { PendingVersions } from './waiting/pending.ts';
import type { Workspace } from './workspace.ts';

interface DraftsOptions {
  readonly workspace: Pick<Workspace, 'current' | 'read'>;
  readonly pending: Pick<PendingVersions, 'waiting'>;
}

/**
 * The post with this id as its author last saved it, for those readers do not see it yet: its pending version when one
 * can be read, else the post itself. Null when there is no such post, or no longer.
 */
export async function readDraft(
  { workspace, pending: source }: DraftsOptions,
  id: string,
): Promise<SnapshotPost | null> {
  const view = await authorView({ workspace, pending: source }, await workspace.current());
  const post = view.snapshot.posts.find((candidate) => candidate.id === id);
  if (post === undefined) return null;
  const file = view.pending.get(id)?.file;
  if (file === undefined) return post;
  const version = tryReadVersion({ path: file.path, bytes: await workspace.read(file.id) });
  return version?.post ?? post;
}
