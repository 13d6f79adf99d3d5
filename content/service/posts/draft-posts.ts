import { readRef } from '#content/git/refs/refs.ts';
import type { NewPost } from '../../contract/fields.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { isPostPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { indexOf } from '../../model/post-index.ts';
import { type Snapshot, withoutVersion } from '../../model/snapshot.ts';
import { currentView } from '../waiting/author-view.ts';
import type { Workspace } from '../workspace.ts';
import { postById } from './find-post.ts';
import { editVersion, fileOf, newVersion, type ReadVersion, readFile } from './post-version.ts';

export interface Draft {
  readonly post: SnapshotPost;
  /** Of the repository, those that only wait too: by path, the blob. */
  readonly images: Snapshot['images'];
}

/**
 * The post with this id as its author last saved it, for those readers do not see it yet: its pending version when one
 * can be read, else the post itself; with all images that it can show. Null when there is no such post, or no longer.
 */
export async function readDraft(workspace: Workspace, id: string): Promise<Draft | null> {
  const { snapshot, pending, versions } = await currentView(workspace);
  const post = indexOf(snapshot.posts).byId.get(id);
  if (post === undefined) return null;
  const waiting = pending.has(id) ? versions.get(id) : undefined;
  return { post: waiting ?? post, images: snapshot.images };
}

/** Whether there is no post with this id, as far as can be told: what cannot be read now may come back as it was. */
export async function isGone(workspace: Workspace, id: string): Promise<boolean> {
  const { snapshot, waiting, unreadable, post } = await currentView(workspace);
  if (snapshot.searching.size > 0 || workspace.pending.troubles().length > 0) return false;
  if (withoutVersion(snapshot).some(({ known }) => (known?.id ?? id) === id)) return false;
  // A file whose id cannot be read is known by its path.
  if ([...unreadable.keys()].some(isPostPath)) return false;
  const { gitDir, branch } = workspace.repository;
  // What waited a moment ago may be published, and not be shown yet.
  if ((await readRef(gitDir, `refs/heads/${branch}`)) !== snapshot.commit) return false;
  return post(id) === undefined && !waiting.posts.has(id);
}

export interface UnsavedPost {
  /** The post as it would be after a save; its revision is of no object of the repository. */
  readonly post: SnapshotPost;
  /** Markdown. */
  readonly body: string;
}

/**
 * What a save of these fields would make of a post (`id` null: of a new one), published or not; nothing is written. Throws
 * ContentError 'invalid' when they could not be saved, 'not-found' when there is no such post.
 */
export async function unsavedPost(
  workspace: Pick<Workspace, 'current' | 'clock' | 'read' | 'pending'>,
  { id, post: edit }: { readonly id: string | null; readonly post: NewPost },
): Promise<UnsavedPost> {
  const now = workspace.clock();
  if (id === null) return unsavedOf(newVersion(edit, now));
  const { snapshot } = await currentView(workspace);
  const saved = postById(snapshot, id);
  const version = await readFile(workspace, fileOf(saved));
  return unsavedOf(editVersion(version, { edit, id, now }));
}

function unsavedOf({ post, bytes }: ReadVersion): UnsavedPost {
  return { post, body: bodyOf(bytes) };
}
