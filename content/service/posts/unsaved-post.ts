import type { NewPost } from '../../contract/fields.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Workspace } from '../workspace.ts';
import { newVersion } from './posts-create.ts';
import { editVersion } from './posts-editing.ts';
import { postById } from './posts-index.ts';
import { readVersion } from './posts-versions.ts';

export interface UnsavedPost {
  /** The post as it would be after a save; its revision is of no object of the repository. */
  readonly post: SnapshotPost;
  /** Markdown. */
  readonly body: string;
}

/**
 * What a save of these fields would make of a post (`id` null: of a new one); nothing is written. Throws ContentError
 * 'invalid' when they could not be saved, 'not-found' when there is no such post.
 */
export async function unsavedPost(
  workspace: Pick<Workspace, 'read' | 'clock'>,
  snapshot: Snapshot,
  { id, post: edit }: { readonly id: string | null; readonly post: NewPost },
): Promise<UnsavedPost> {
  const now = workspace.clock();
  if (id === null) return unsavedOf(newVersion(edit, now));
  const saved = postById(snapshot, id);
  const version = readVersion({ path: saved.path, bytes: await workspace.read(saved.revision) });
  return unsavedOf(editVersion(version, { edit, id, now, publishedElsewhere: null }));
}

function unsavedOf({ post, bytes }: ReturnType<typeof readVersion>): UnsavedPost {
  return { post, body: bodyOf(bytes) };
}
