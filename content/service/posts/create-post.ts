import { randomUUID } from 'node:crypto';
import type { SavedPost } from '../../contract/posts-operations.ts';
import { editPostFile, uuidOfPath } from '../../files/post-file.ts';
import { parisYear } from '../../model/paris-time.ts';
import { pagePath, postPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { MAX_SLUG_LENGTH } from '../../model/slug.ts';
import { type Snapshot, withoutVersion } from '../../model/snapshot.ts';
import type { PostsContext } from '../content-context.ts';
import { type AuthorView, authorView } from '../waiting/author-view.ts';
import type { CallContext } from '../workspace.ts';
import { type Addresses, checkSlugFree, freeSlugIn, postById } from './find-post.ts';
import {
  fileOf,
  type NewPostWithId,
  newVersion,
  type ReadVersion,
  readFile,
  readVersion,
  savedPost,
} from './post-version.ts';
import { updatePost } from './update-post.ts';
import { commitPosts } from './write-post.ts';

/**
 * Creates a post in one commit; where publishing is apart from saving, a draft, beside which its publication waits. Throws
 * ContentError 'invalid' and 'slug-taken'; of two at once with one slug, one wins.
 */
export async function createPost(
  posts: PostsContext,
  { id, ...input }: NewPostWithId,
  caller: CallContext,
): Promise<SavedPost> {
  const waits = posts.publishing === 'apart' && input.isPublished === true;
  const saved = await beginPost(posts, caller, {
    kind: 'create',
    make(view) {
      const isFree = id !== undefined && view.post(id) === undefined && !view.waiting.posts.has(id);
      const fields = { ...input, isPublished: waits ? false : input.isPublished };
      const wanted = newVersion(isFree ? { ...fields, id } : fields, posts.workspace.clock());
      // On the web it is published: the text that waits gets an address beside it, and its author is asked.
      checkSlugFree(posts.publishing === 'apart' ? view.wanted : view.addresses, wanted.post, null);
      return inPlaceOfLost(view.addresses, wanted);
    },
  });
  if (!waits) return saved;
  return updatePost(posts, { id: saved.id, revision: saved.revision, isPublished: true }, caller);
}

/** A new post at the path of a file of which nothing is known any more but its address, if there is one. */
function inPlaceOfLost(snapshot: Snapshot, version: ReadVersion): ReadVersion {
  const lost = withoutVersion(snapshot).find(({ slug }) => slug === version.post.slug);
  return lost === undefined ? version : readVersion({ path: lost.path, bytes: version.bytes });
}

interface Duplicating {
  readonly id: string;
  /** Tells one copy from another: who did not hear of a copy asks again with its key. */
  readonly key?: string | undefined;
}

/** Creates a draft with the fields and the text of another post, under a title and an address that say so. */
export async function duplicatePost(
  posts: PostsContext,
  { id, key = randomUUID() }: Duplicating,
  caller: CallContext,
): Promise<SavedPost> {
  return beginPost(posts, caller, {
    kind: 'duplicate',
    // No file has such a path.
    make: ({ snapshot, wanted }) =>
      copyOf(posts, wanted, { copied: postById(snapshot, id), id: uuidOfPath(`${id}/${key}`) }),
  });
}

const COPY = '-copie';

/** The copied file, what Encrier does not know of it included, as a draft of its own. */
async function copyOf(
  { workspace }: PostsContext,
  addresses: Addresses,
  { copied: { revision, slug, title, isPage }, id }: { readonly copied: SnapshotPost; readonly id: string },
): Promise<ReadVersion> {
  const wanted = `${slug.slice(0, MAX_SLUG_LENGTH - COPY.length).replace(/-$/, '')}${COPY}`;
  const bytes = editPostFile(await workspace.read(revision), {
    fields: {
      id,
      title: `${title} (copie)`,
      published: null,
      unpublishAt: null,
      isPublished: false,
    },
  });
  const free = freeSlugIn(addresses, wanted);
  const path = isPage === true ? pagePath(free) : postPath(free, parisYear(workspace.clock()));
  return readVersion({ path, bytes });
}

interface Beginning {
  readonly kind: 'create' | 'duplicate';
  /** The post, for what its author has then. */
  readonly make: (view: AuthorView) => ReadVersion | Promise<ReadVersion>;
}

/** Where publishing is apart from saving, a post begins on the work branch; one in the place of a file that is lost, in that place. */
function beginPost(
  posts: PostsContext,
  { author }: CallContext,
  { kind, make }: Beginning,
): Promise<SavedPost> {
  const { workspace, publishing } = posts;
  return workspace.write(async (snapshot) => {
    const view = await authorView(workspace, snapshot);
    const after = await make(view);
    const begun = view.post(after.post.id);
    if (begun !== undefined)
      return savedPost(await readFile(workspace, fileOf(begun)), workspace.clock(), 'none');
    const action = { kind, post: after.post };
    const isInPlace = snapshot.lost.get(after.post.slug)?.path === after.path;
    if (publishing === 'by-saving' || isInPlace)
      await commitPosts(workspace, snapshot, { posts: [{ before: null, after }], action, author });
    else await workspace.pending.create(after, action, author);
    return savedPost(after, workspace.clock(), 'create');
  });
}
