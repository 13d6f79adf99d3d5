import type { PostEdit } from '../../contract/fields.ts';
import type { EditablePost, SavedPost } from '../../contract/posts-operations.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { ContentError, hasCode } from '../../model/errors.ts';
import { slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { PostsContext } from '../content-context.ts';
import { lostImages, shownImages, waitingImages } from '../post-references.ts';
import { authorView } from '../waiting/author-view.ts';
import {
  editablePost,
  keepSettled,
  keepVersion,
  mustWait,
  type Situation,
  situationOf,
} from '../waiting/pending-keeping.ts';
import type { CallContext } from '../workspace.ts';
import { checkSlugFree } from './find-post.ts';
import { applyEdit, type MergedVersion } from './merge-versions.ts';
import { type PostVersion, type ReadVersion, savedPost, startsFromLost, versionOf } from './post-version.ts';
import { commitPublications, isUnchanged, kindOf, type Publication } from './write-post.ts';

type Update = PostEdit & { readonly id: string; readonly settles?: 'pending' | undefined };

/**
 * Changes the fields that are given, in one commit, merged with whatever was saved since `revision`: beside what is published where
 * it has to wait (`mustWait`). A change of nothing makes no commit. Throws ContentError 'conflict' with both texts when
 * they do not go together. What `settles` a pending version publishes, and spends it.
 */
export async function updatePost(
  posts: PostsContext,
  input: Update,
  { author }: CallContext,
): Promise<SavedPost> {
  const { workspace, publishing, pending } = posts;
  const now = workspace.clock();
  let edit = input;
  const done = await workspace.write<Kept | Committed>(async (snapshot) => {
    const found = await situationOf(posts, snapshot, edit.id);
    const { isPublished: isPublic = found.post.isPublished, revision, slug } = edit;
    const waits = edit.settles !== 'pending' && mustWait(publishing, { ...found, revision, isPublic, slug });
    const theirs = waits || !found.isBeside ? found.newest : found.live;
    edit = { ...edit, revision: revision ?? theirs.post.revision };
    const saving = { found, theirs, edit, author, now };
    return waits ? keepEdit(posts, snapshot, saving) : commitEdit(posts, snapshot, saving);
  });
  if ('kept' in done) return keptPost(done);
  if (done.from !== null) await pending.settle();
  return savedOver(posts, done);
}

/**
 * The same beside what is published whatever it is, where readers do not see it yet. A changed address is kept too, and the post takes
 * it when the version is applied. A version that says what the live one says is none.
 */
export async function savePendingVersion(
  posts: PostsContext,
  input: PostEdit & { readonly id: string },
  { author }: CallContext,
): Promise<EditablePost> {
  const now = posts.workspace.clock();
  let edit = input;
  const { kept } = await posts.workspace.write(async (snapshot) => {
    const found = await situationOf(posts, snapshot, edit.id);
    const theirs = found.newest;
    edit = { ...edit, revision: edit.revision ?? theirs.post.revision };
    return keepEdit(posts, snapshot, { found, theirs, edit, author, now });
  });
  return kept;
}

interface Saving {
  readonly found: Situation;
  /** What the edit goes into. */
  readonly theirs: ReadVersion;
  /** It names what its author started from: a new try does too. */
  readonly edit: Update;
  readonly author: CallContext['author'];
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Kept {
  readonly kept: EditablePost;
  /** Whether its author has another text than before. */
  readonly isChanged: boolean;
}

/** Null when another one was kept meanwhile. */
async function keepEdit(posts: PostsContext, snapshot: Snapshot, saving: Saving): Promise<Kept | null> {
  posts.workspace.requireWritable();
  const { found, theirs, edit, author } = saving;
  const { version } = await editedVersion(posts, snapshot, saving);
  const { id, slug } = version.post;
  if (slug !== found.post.slug) {
    checkSlugFree((await authorView(posts, snapshot)).addresses, slug, id);
    await checkNotWaitedFor(posts, version.post);
  }
  const { isMinor, readerNote } = edit;
  if (!(await keepVersion(posts, found, { version, author, isMinor, readerNote }))) return null;
  return { kept: await editablePost(posts, snapshot, id), isChanged: !isUnchanged(theirs.post, version) };
}

/** Throws ContentError 'slug-taken' when another post that waits is to have the address. */
async function checkNotWaitedFor(
  { pending }: PostsContext,
  { id, slug }: Pick<SnapshotPost, 'id' | 'slug'>,
): Promise<void> {
  for (const [other, { file }] of await pending.list())
    if (other !== id && slugOfPath(file.path) === slug) throw new ContentError('slug-taken', { slug });
}

/** What is answered of a save that was kept: the text that waits; of a draft, and where the two say the same, the only one there is. */
function keptPost({ kept, isChanged }: Kept): SavedPost {
  const { pending, isUnpublished: _, wasDeletedElsewhere: __, ...live } = kept;
  const { state } = live;
  const nothing = { state, wasMerged: false, linksToMend: [] };
  if (pending === null)
    return { ...live, ...nothing, change: state === 'draft' && isChanged ? 'update' : 'none' };
  const { savedAt: ___, basedOn: ____, readerNote: _____, ...post } = pending;
  return { ...post, ...nothing, change: 'keep' };
}

type Committed = Publication & MergedVersion;

/** Null when another program's commit came first, or another text was kept meanwhile. */
async function commitEdit(
  posts: PostsContext,
  snapshot: Snapshot,
  saving: Saving,
): Promise<Committed | null> {
  const { found, edit, author } = saving;
  const { post, published, isBeside } = found;
  const merged = await editedVersion(posts, snapshot, saving);
  const kept = edit.settles === 'pending' || !isBeside ? found.kept : null;
  // What was kept before stays news.
  const isMinor = edit.isMinor === true && (kept?.isMinor ?? true);
  const readerNote = edit.readerNote ?? kept?.note ?? null;
  const from = await keepSettled(posts, { published, kept }, { ...merged, isMinor, readerNote, author });
  if (from === 'stale') return null;
  const [before, isUnpublished] = [published ?? post, published === null];
  const { version } = merged;
  if (isUnpublished || version.post.slug !== before.slug)
    checkSlugFree((await authorView(posts, snapshot)).addresses, version.post.slug, before.id);
  const paths = shownImages(version.post, bodyOf(version.bytes));
  const besides =
    from === null
      ? await waitingImages(posts, snapshot, paths)
      : await lostImages(posts.workspace, snapshot, { commit: from, paths });
  const done = { ...merged, before, isUnpublished, isMinor, note: readerNote, from };
  const commit = { publications: [done], author, besides };
  return (await commitPublications(posts.workspace, snapshot, commit)) ? done : null;
}

/** What the edit makes of the version that it goes into, whatever came in between. */
async function editedVersion(
  { workspace, history }: PostsContext,
  snapshot: Snapshot,
  { found, theirs, edit, now }: Saving,
): Promise<MergedVersion> {
  const { post, live } = found;
  const { id, slug, content, revision: basedOn = theirs.post.revision } = edit;

  async function start(): Promise<PostVersion | null> {
    if (basedOn === theirs.post.revision) return theirs;
    if (basedOn === live.post.revision || basedOn === post.revision) return live;
    if (startsFromLost(snapshot, { post, basedOn, content })) return live;
    // Its address matters only when the caller names another than today's.
    const isMoved = slug !== undefined && slug !== theirs.post.slug;
    const index = isMoved ? await history.withWaiting({ main: snapshot.commit, work: null }) : null;
    const paths = [...(index?.pathsOf(new Set([basedOn])) ?? [])].map(([, path]) => path);
    const path = paths.find((former) => slugOfPath(former) === slug) ?? paths[0] ?? theirs.path;
    return versionOf(workspace, { revision: basedOn, id, path });
  }

  return applyEdit({ edit, base: await start(), theirs, now });
}

interface Overwritten extends MergedVersion {
  readonly before: SnapshotPost;
  /** What its fields tell, unless this says otherwise. */
  readonly change?: SavedPost['change'];
}

/** What a save of a post that was there answers, with the posts that link to the address it had. */
export async function savedOver(
  { workspace, references }: Pick<PostsContext, 'workspace' | 'references'>,
  { before, version, wasMerged, change = changeOf(before, version) }: Overwritten,
): Promise<SavedPost> {
  const saved = { ...savedPost(version, workspace.clock(), change), wasMerged };
  if (before.slug === version.post.slug) return saved;
  try {
    const linking = await references.postsLinkingTo(await workspace.current(), before.slug);
    return { ...saved, linksToMend: linking.map(({ id, title }) => ({ id, title })) };
  } catch (error) {
    // The text of another post is damaged: that is no reason to call the save a failure.
    if (hasCode(error, 'corrupt')) return saved;
    throw error;
  }
}

function changeOf(before: SnapshotPost, after: ReadVersion): SavedPost['change'] {
  if (isUnchanged(before, after)) return 'none';
  const kind = kindOf(before, after.post);
  return kind === 'move' ? 'update' : kind;
}
