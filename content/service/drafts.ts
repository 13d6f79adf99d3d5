import type { SnapshotPost } from '../model/post.ts';
import { tryReadVersion } from './posts/posts-versions.ts';
import type { PendingVersions } from './waiting/pending.ts';
import type { Workspace } from './workspace.ts';

interface DraftsOptions {
  readonly workspace: Pick<Workspace, 'current' | 'read'>;
  readonly pending: Pick<PendingVersions, 'read'>;
}

/**
 * The post with this id as its author last saved it, for those readers do not see it yet: its pending version when one
 * can be read, else the post itself. Null when there is no such post, or no longer.
 */
export async function readDraft(
  { workspace, pending }: DraftsOptions,
  id: string,
): Promise<SnapshotPost | null> {
  const { posts } = await workspace.current();
  const post = posts.find((candidate) => candidate.id === id);
  if (post === undefined) return null;
  const file = (await pending.read(id))?.file;
  if (file === undefined) return post;
  const version = tryReadVersion({ path: file.path, bytes: await workspace.read(file.id) });
  return version?.post ?? post;
}
