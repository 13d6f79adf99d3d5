import type { EditablePost, PendingVersion } from '../../contract/posts-operations.ts';
import { ContentError } from '../../model/errors.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { isTextLost, postById } from '../posts/find-post.ts';
import { metadataOf, postState, type ReadVersion, wholeVersion } from '../posts/post-version.ts';
import type { PostsContext } from '../posts/write-post.ts';
import type { CallContext } from '../workspace.ts';
import { authorView } from './author-view.ts';
import { pendingPost, situationOf } from './pending-keeping.ts';
import type { WaitingFile } from './work-branch.ts';

/** A post as its author opens it: what readers have, and beside it what waits. Throws ContentError 'not-found'. */
export async function editablePost(
  posts: Pick<PostsContext, 'workspace' | 'pending'>,
  published: Snapshot,
  id: string,
): Promise<EditablePost> {
  const { workspace } = posts;
  const { snapshot, pending } = await authorView(posts, published);
  const post = postById(snapshot, id);
  const content = isTextLost(snapshot, post) ? '' : await workspace.body(post);
  const kept = pending.get(id);
  const isUnpublished = isMissing(published, id);
  const waits = isUnpublished ? await posts.pending.read(id) : null;
  return {
    ...{ ...metadataOf(post), content, revision: post.revision },
    state: postState(post, workspace.clock()),
    pending: kept === undefined ? null : shown(kept, await pendingPost(workspace, kept)),
    isUnpublished,
    wasDeletedElsewhere: waits !== null && waits.basedOn !== null,
  };
}

/** Whether only the work branch has a post. */
function isMissing({ posts }: Snapshot, id: string): boolean {
  return !posts.some((post) => post.id === id);
}

/**
 * Takes a post back to what is published. Throws ContentError 'invalid' where nothing is: such a post can be deleted; 'conflict'
 * when another text was kept at the same moment.
 */
export async function dropPendingVersion(
  posts: PostsContext,
  { id }: { readonly id: string },
  { author }: CallContext,
): Promise<void> {
  const { workspace, pending } = posts;
  workspace.requireWritable();
  await workspace.write(async (snapshot) => {
    await pending.settle(); // What is published may have settled it: the text of a post that was deleted is a draft.
    const kept = await pending.read(id);
    if (kept === null || !(await authorView(posts, snapshot)).pending.has(id)) throw nothingPending();
    const { published, newest } = await situationOf(posts, snapshot, id);
    if (published === null)
      throw new ContentError('invalid', { path: newest.path, reason: NOTHING_TO_GO_BACK_TO });
    if (!(await pending.drop(newest.post, kept.file, author)))
      throw new ContentError('conflict', { path: '' });
  });
}

const NOTHING_TO_GO_BACK_TO =
  'Cet article n’a que ce texte\u00a0: supprimez-le si vous n’en voulez plus, il ira dans la corbeille.';

export function nothingPending(): ContentError<'not-found'> {
  return new ContentError('not-found', { what: 'La modification en attente' });
}

function shown({ savedAt, basedOn, file, note }: WaitingFile, version: ReadVersion): PendingVersion {
  return {
    ...wholeVersion(version),
    savedAt: new Date(savedAt).toISOString(),
    basedOn: (basedOn ?? file).id,
    readerNote: note,
  };
}
