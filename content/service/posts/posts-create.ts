import { randomUUID } from 'node:crypto';
import { commitMessage } from '../../contract/commit-sentences.ts';
import type { NewPost } from '../../contract/fields.ts';
import type { SavedPost } from '../../contract/posts-operations.ts';
import { editPostFile, newPostFile } from '../../files/post-file.ts';
import { parisYear } from '../../model/paris-time.ts';
import { postPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { MAX_SLUG_LENGTH, slugFromTitle } from '../../model/slug.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { authorView } from '../waiting/author-view.ts';
import type { CallContext } from '../workspace.ts';
import { checkDates, fieldEdits } from './posts-fields.ts';
import { checkAddress, checkSlugFree, freeSlug, postById } from './posts-index.ts';
import { inPlaceOfLost } from './posts-lost.ts';
import { type PostsContext, savedPost } from './posts-saving.ts';
import { type ReadVersion, readVersion } from './posts-versions.ts';
import { commitPost, writeUntilDone } from './posts-writing.ts';

/** Creates a post in one commit. Throws ContentError 'invalid' and 'slug-taken'; of two at once with one slug, one wins. */
export async function createPost(
  posts: PostsContext,
  input: NewPost,
  { author }: CallContext,
): Promise<SavedPost> {
  const now = posts.workspace.clock();
  const wanted = newVersion(input, now);
  return writeUntilDone(posts.workspace, async (snapshot) => {
    checkSlugFree((await authorView(posts, snapshot)).addresses, wanted.post.slug, null);
    const made = inPlaceOfLost(snapshot, wanted);
    const isDone = await commitNew(posts, snapshot, { made, kind: 'create', author });
    return isDone ? savedPost(made, now, 'create') : null;
  });
}

interface Beginning {
  readonly made: ReadVersion;
  readonly kind: 'create' | 'duplicate';
  readonly author: CallContext['author'];
}

/** Where publishing is apart from saving, a post begins on the work branch; one in the place of a file that is lost, in that place. */
async function commitNew(
  posts: PostsContext,
  snapshot: Snapshot,
  { made, kind, author }: Beginning,
): Promise<boolean> {
  const action = { kind, post: made.post };
  const isInPlace = snapshot.lost.get(made.post.slug)?.path === made.path;
  if (posts.publishing === 'by-saving' || isInPlace)
    return commitPost(posts.workspace, snapshot, { before: null, after: made, action, author });
  posts.workspace.requireWritable();
  return posts.pending.create(made, commitMessage(action), author);
}

/** Creates a draft with the fields and the text of another post, under a title and an address that say so. */
export async function duplicatePost(
  posts: PostsContext,
  { id }: { readonly id: string },
  { author }: CallContext,
): Promise<SavedPost> {
  const now = posts.workspace.clock();
  return writeUntilDone(posts.workspace, async (snapshot) => {
    const view = await authorView(posts, snapshot);
    const original = postById(view.snapshot, id);
    const made = await copyOf(posts, original, freeSlug(view.addresses, copiedSlug(original.slug)));
    const isDone = await commitNew(posts, snapshot, { made, kind: 'duplicate', author });
    return isDone ? savedPost(made, now, 'create') : null;
  });
}

/** The copied file, what Encrier does not know of it included, as a draft of its own. */
async function copyOf(
  { workspace }: PostsContext,
  { revision, title }: SnapshotPost,
  slug: string,
): Promise<ReadVersion> {
  const bytes = editPostFile(await workspace.read(revision), {
    fields: {
      id: randomUUID(),
      title: `${title} (copie)`,
      published: null,
      unpublishAt: null,
      isPublished: false,
    },
  });
  return readVersion({ path: postPath(slug, parisYear(workspace.clock())), bytes });
}

const COPY = '-copie';

function copiedSlug(slug: string): string {
  return `${slug.slice(0, MAX_SLUG_LENGTH - COPY.length).replace(/-$/, '')}${COPY}`;
}

/** The file that a new post is written as. Throws ContentError 'invalid'. */
export function newVersion(input: NewPost, now: number): ReadVersion {
  const given = fieldEdits(input);
  const slug = input.slug === '' ? slugFromTitle(input.title) : input.slug;
  checkAddress(slug);
  const isUndated = (given.published ?? '') === '';
  const published = isUndated && given.isPublished === true ? new Date(now).toISOString() : given.published;
  const fields = { ...given, id: randomUUID(), published: published ?? null };
  checkDates({ published: fields.published, unpublishAt: given.unpublishAt ?? null }, null);
  const year = parisYear(isUndated ? now : Date.parse(published ?? ''));
  return readVersion({ path: postPath(slug, year), bytes: newPostFile(fields, input.content) });
}
