import { fileIdAt } from '#content/git/tree-differences.ts';
import type { ComparedSides } from '../../contract/conflict.ts';
import { isPostPath } from '../../model/paths.ts';
import { type ComparedFile, fileSides, postSides } from '../compared-sides.ts';
import type { ImagePipeline } from '../images/image-pipeline.ts';
import { tryReadVersion } from '../posts/post-version.ts';
import { authorView } from '../waiting/author-view.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import { situationOf } from '../waiting/pending-keeping.ts';
import type { Workspace } from '../workspace.ts';
import type { TakenFile } from './outside-files.ts';

interface OutsideSidesOptions {
  readonly workspace: Workspace;
  readonly pending: PendingVersions;
  readonly images: Pick<ImagePipeline, 'variant'>;
}

/**
 * A file that another program changed beside what Encrier has of it, which for a post is its newest version, published or
 * waiting. A post becomes what the conflict screen shows. Null when the file was deleted.
 */
export async function outsideSides(
  options: OutsideSidesOptions,
  { path, base, disk }: TakenFile,
): Promise<ComparedSides | null> {
  if (disk === null) return null;
  const theirs = { path, bytes: disk.bytes };
  const start = base === null ? null : { path, bytes: base.bytes };
  const file = { base: start, theirs, ...(await oursOf(options, theirs)) };
  return postSides(file) ?? fileSides(options.images, file);
}

async function oursOf(
  { workspace, pending }: OutsideSidesOptions,
  theirs: ComparedFile['theirs'],
): Promise<Pick<ComparedFile, 'path' | 'postId' | 'ours'>> {
  const snapshot = await workspace.current();
  const id = isPostPath(theirs.path) ? tryReadVersion(theirs)?.post.id : undefined;
  const view = await authorView({ workspace, pending }, snapshot);
  if (id !== undefined && view.snapshot.posts.some((post) => post.id === id)) {
    const { newest } = await situationOf({ workspace, pending }, snapshot, id);
    return { path: newest.path, postId: id, ours: newest.bytes };
  }
  const { path } = theirs;
  const commit = (await pending.tip()) ?? snapshot.commit;
  const now = await fileIdAt(workspace.objects, { commit, path });
  return { path, postId: null, ours: now === null ? null : await workspace.read(now) };
}
