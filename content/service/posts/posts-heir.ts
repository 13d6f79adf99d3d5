import type { FileChange, Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { isPublic, type Snapshot } from '../../model/snapshot.ts';
import { changedPost, type ImageEdit } from '../images/image-edits.ts';
import { keepEdited } from '../waiting/pending-edits.ts';
import type { PostsContext } from './posts-saving.ts';

/** A post that is deleted, and the one that takes its place. */
export interface Inheritance {
  readonly before: SnapshotPost;
  readonly heir: SnapshotPost;
}

/** The post that takes the place of `before`. Throws ContentError 'invalid' unless readers see it. */
export function heirOf(
  { workspace }: Pick<PostsContext, 'workspace'>,
  { posts }: Snapshot,
  { before, id }: { readonly before: SnapshotPost; readonly id: string },
): Inheritance {
  const heir = posts.find((post) => post.id === id);
  const isSeen = heir !== undefined && isPublic(heir, workspace.clock());
  if (isSeen && heir.id !== before.id) return { before, heir };
  const reason = 'Choisissez un autre article, que les lecteurs voient : l’adresse doit mener à une page.';
  throw new ContentError('invalid', { path: '', field: 'redirectTo', reason });
}

/**
 * The other posts with their links to the deleted one leading to the heir, no byte changed besides. A file that cannot be
 * read is left alone: readers are led there all the same.
 */
export async function inheritedLinks(
  { workspace, links }: Pick<PostsContext, 'workspace' | 'links'>,
  snapshot: Snapshot,
  inheritance: Inheritance,
): Promise<readonly FileChange[]> {
  const { before } = inheritance;
  const broken = new Set(snapshot.problems.map(({ path }) => path));
  const linking = await links.postsLinkingTo(snapshot, before.slug);
  const posts = linking.filter(({ id, path }) => id !== before.id && !broken.has(path));
  const edit = linkEdit(links, inheritance);
  return Promise.all(posts.map((post) => changedPost(workspace, { snapshot, post, edit })));
}

/** The same for texts that wait to be published. */
export async function mendWaiting(
  posts: PostsContext,
  inheritance: Inheritance,
  author: Person,
): Promise<void> {
  const edit = linkEdit(posts.links, inheritance);
  await keepEdited(posts, { ids: (await posts.pending.list()).keys(), edit, author });
}

function linkEdit(links: PostsContext['links'], { before, heir }: Inheritance): ImageEdit {
  return {
    field: (address) => address,
    text: (markdown) => links.led(markdown, { from: before.slug, to: heir.slug }),
  };
}
