import type { CommitAction } from '../../contract/commit-sentences.ts';
import type { PostEdit } from '../../contract/fields.ts';
import type { EditablePost, SavedPost } from '../../contract/posts-operations.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import type { TreeChange } from '../../model/change-set.ts';
import { ifSound } from '../../model/errors.ts';
import { pathWithSlug, postAddress, slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { PostsContext } from '../content-context.ts';
import { shownImages, waitingImages } from '../post-references.ts';
import { isSameFile } from '../syncing/tree-sides.ts';
import { authorView } from '../waiting/author-view.ts';
import {
  editablePost,
  keepResolved,
  keepVersion,
  mustWait,
  newestVersion,
  type Situation,
  situationNow,
  situationOf,
} from '../waiting/pending-keeping.ts';
import type { CallContext } from '../workspace.ts';
import { checkSlugFree } from './find-post.ts';
import {
  checkDates,
  datedByPublication,
  editVersion,
  fileOf,
  type MergedVersion,
  mergeVersions,
  type PostVersion,
  type ReadVersion,
  readVersion,
  savedPost,
  startsFromLost,
  versionOf,
} from './post-version.ts';
import { commitPublications, isChange, isUnchanged, kindOf, type Publication } from './write-post.ts';

type Update = PostEdit & { readonly id: string; readonly resolves?: 'pending' | undefined };

interface PostSave
  extends Pick<
    Update,
    | 'id'
    | 'revision'
    | 'slug'
    | 'fromSlug'
    | 'content'
    | 'isPublished'
    | 'isMinor'
    | 'readerNote'
    | 'resolves'
  > {
  /** What it makes of the version that its author started from; `theirs` is what is there. */
  readonly make: (start: ReadVersion, theirs: ReadVersion) => ReadVersion;
  /** Where it takes back an older version, or some of it: what the commit says, and the version's images that are gone. */
  readonly restores?: {
    readonly action: (version: ReadVersion) => CommitAction;
    readonly images: (version: ReadVersion, snapshot: Snapshot) => Promise<readonly TreeChange[]>;
  };
}

/** Changes the fields that are given, as {@link savePost} saves. */
export function updatePost(posts: PostsContext, input: Update, caller: CallContext): Promise<SavedPost> {
  return savePost(posts, withEdit(posts, input), caller);
}

function withEdit({ workspace }: PostsContext, edit: Update): PostSave {
  const { id } = edit;
  const now = workspace.clock();
  return {
    ...edit,
    make: (start, { post: theirs }) => editVersion(start, { edit, id, now, theirs }),
  };
}

/**
 * Saves a post in one commit, merged with whatever was saved since `revision`: beside what is published where it has to wait
 * (`mustWait`). A change of nothing makes no commit. Throws ContentError 'conflict' with both texts when they do not go
 * together. What `resolves` a pending version publishes, and spends it.
 */
export async function savePost(
  posts: PostsContext,
  input: PostSave,
  { author }: CallContext,
): Promise<SavedPost> {
  const { workspace, publishing } = posts;
  let save = input;
  const done = await workspace.write<Kept | Committed>(async (snapshot) => {
    const found = await situationNow(posts.workspace, snapshot, save.id);
    const { isPublished: isPublic = found.post.isPublished, revision, slug } = save;
    const { fromSlug = slug } = save;
    const waits =
      save.resolves !== 'pending' &&
      (mustWait(publishing, { ...found, revision, isPublic, fromSlug }) ||
        (await isOfUnseen(posts, snapshot, { found, save })));
    const theirs = waits || !found.isBeside ? newestVersion(found) : found.live;
    save = startingFrom(theirs, save);
    const saving = { found, theirs, save, author };
    return waits ? keepSave(posts, snapshot, saving) : commitSave(posts, snapshot, saving);
  });
  if ('kept' in done) return keptPost(done);
  if (done.from !== null) await workspace.pending.mergePublished();
  return { ...(await savedOver(posts, done)), hasPending: done.hasPending };
}

/**
 * Whether readers have the post, and its author began from a text of it that they never had: one that waited, and is another one by
 * now, or none, or a draft. What was added to that is for nobody yet, unless the save says that it is.
 */
async function isOfUnseen(
  { workspace, history }: PostsContext,
  snapshot: Snapshot,
  { found: { published, kept }, save }: Pick<Saving, 'found' | 'save'>,
): Promise<boolean> {
  const { id, revision, isPublished } = save;
  if (published?.isPublished !== true || revision === undefined) return false;
  if ([published.revision, kept?.file.id].includes(revision)) return false;
  const start = await versionOf(workspace, { revision, id, path: published.path });
  if (start === null) return false;
  if (!start.post.isPublished) return isPublished !== true;
  const { pathsOf } = await history.withWaiting({ main: snapshot.commit, work: null });
  return [...pathsOf(new Set([revision]))].length === 0;
}

/**
 * The same beside what is published whatever it is, where readers do not see it yet. A changed address is kept too, and the post takes
 * it when the version is applied. A version that says what the live one says is none.
 */
export async function savePendingVersion(
  posts: PostsContext,
  input: PostEdit & { readonly id: string },
  { author }: CallContext,
): Promise<EditablePost & Pick<SavedPost, 'wasMerged'>> {
  let save = withEdit(posts, input);
  const { kept, wasMerged } = await posts.workspace.write(async (snapshot) => {
    const found = await situationOf(posts.workspace, snapshot, save.id);
    const theirs = newestVersion(found);
    save = startingFrom(theirs, save);
    return keepSave(posts, snapshot, { found, theirs, save, author });
  });
  return { ...kept, wasMerged };
}

/** A new try starts from what the first one did. */
function startingFrom({ post }: ReadVersion, save: PostSave): PostSave {
  return save.revision === undefined ? { fromSlug: post.slug, ...save, revision: post.revision } : save;
}

interface Saving {
  readonly found: Situation;
  /** What it goes into. */
  readonly theirs: ReadVersion;
  /** It names what its author started from: a new try does too. */
  readonly save: PostSave;
  readonly author: CallContext['author'];
}

interface Kept {
  readonly kept: EditablePost;
  /** What is answered of a draft that it changed. */
  readonly change: 'update' | 'restore';
  /** Whether its author has another text than before. */
  readonly isChanged: boolean;
  readonly wasMerged: boolean;
}

async function keepSave(posts: PostsContext, snapshot: Snapshot, saving: Saving): Promise<Kept> {
  const { workspace } = posts;
  const { found, theirs, save, author } = saving;
  const { version, wasMerged } = await savedVersion(posts, snapshot, saving);
  const { id, slug } = version.post;
  if (slug !== found.post.slug && slug !== theirs.post.slug)
    checkSlugFree((await authorView(posts.workspace, snapshot)).wanted, version.post, id);
  const { isMinor, readerNote, restores } = save;
  const { snapshot: seen } = await authorView(workspace, snapshot);
  const images = (await restores?.images(version, seen)) ?? [];
  await keepVersion(workspace, found, { version, author, isMinor, readerNote, images });
  const kept = await editablePost(posts.workspace, snapshot, id);
  const isChanged = images.length > 0 || !isUnchanged(theirs.post, version);
  return { kept, change: restores === undefined ? 'update' : 'restore', isChanged, wasMerged };
}

/** What is answered of a save that was kept: the text that waits; of a draft, and where the two say the same, the only one there is. */
function keptPost({ kept, change, isChanged, wasMerged }: Kept): SavedPost {
  const { pending, unreadable: _, isUnpublished: __, wasDeletedElsewhere: ___, ...live } = kept;
  const { state } = live;
  const nothing = { state, wasMerged, hasPending: false, linksToMend: [] };
  if (pending === null)
    return { ...live, ...nothing, change: state === 'draft' && isChanged ? change : 'none' };
  const { savedAt: _at, basedOn: _on, readerNote: _note, ...post } = pending;
  return { ...post, ...nothing, change: change === 'restore' && !isChanged ? 'none' : 'keep' };
}

type Committed = Publication & MergedVersion & Pick<Overwritten, 'change'> & Pick<SavedPost, 'hasPending'>;

async function commitSave(posts: PostsContext, snapshot: Snapshot, saving: Saving): Promise<Committed> {
  const { found, save, author } = saving;
  const { published, before, isBeside, work } = found;
  const saved = await savedVersion(posts, snapshot, saving);
  const merged = { ...saved, version: datedOnce(saving, saved.version, posts.workspace.clock()) };
  const kept = save.resolves === 'pending' || !isBeside ? found.kept : null;
  // What was kept before stays news.
  const isMinor = save.isMinor === true && (kept?.isMinor ?? true);
  const readerNote = save.readerNote ?? kept?.note ?? null;
  const from = await keepResolved(
    posts.workspace,
    { published, kept, work },
    { ...merged, isMinor, readerNote, author },
  );
  const isUnpublished = published === null;
  const { version } = merged;
  const hasPending =
    kept === null && found.kept !== null && !isSameFile(fileOf(version.post), found.kept.file);
  if (isUnpublished || version.post.slug !== before.slug)
    checkSlugFree((await authorView(posts.workspace, snapshot)).addresses, version.post, before.id);
  const paths = shownImages(version.post, bodyOf(version.bytes));
  const { restores } = save;
  const besides = await (restores?.images(version, snapshot) ??
    waitingImages(posts.workspace, snapshot, paths));
  const hasNewPicture = restores !== undefined && besides.length > 0;
  const done = {
    ...merged,
    before,
    isUnpublished,
    waited: kept,
    isMinor,
    note: readerNote,
    from,
    hasNewPicture,
    hasPending,
  };
  if (!isChange(snapshot, done)) return done;
  const commit = { publications: [done], author, besides, action: restores?.action(version) };
  await commitPublications(posts, snapshot, commit);
  return restores === undefined ? done : { ...done, change: 'restore' };
}

/** A text that waited to be published first is dated by this, unless the save dates it. */
function datedOnce(
  { found: { before, kept }, theirs }: Saving,
  version: ReadVersion,
  now: number,
): ReadVersion {
  const isFirst = version.post.isPublished && !before.isPublished && before.published === null;
  return isFirst && version.post.published === theirs.post.published
    ? datedByPublication(version, kept, now)
    : version;
}

/** What the save makes of the version that it goes into, whatever came in between. */
async function savedVersion(
  { workspace, history }: PostsContext,
  snapshot: Snapshot,
  { found, theirs, save }: Saving,
): Promise<MergedVersion> {
  const { post, live } = found;
  const { id, slug, fromSlug, content, make, revision: basedOn = theirs.post.revision } = save;
  const atStart = (version: ReadVersion): PostVersion =>
    fromSlug === undefined || fromSlug === version.post.slug
      ? version
      : { ...version, path: pathWithSlug(version.path, fromSlug) };

  async function start(): Promise<PostVersion | null> {
    if (basedOn === theirs.post.revision) return atStart(theirs);
    if (basedOn === live.post.revision || basedOn === post.revision) return atStart(live);
    if (startsFromLost(snapshot, { post, basedOn, content })) return live;
    // Its address matters only when the caller names another than today's.
    const isMoved = fromSlug === undefined && slug !== undefined && slug !== theirs.post.slug;
    const index = isMoved ? await history.withWaiting({ main: snapshot.commit, work: null }) : null;
    const paths = [...(index?.pathsOf(new Set([basedOn])) ?? [])].map(([, path]) => path);
    const path = paths.find((former) => slugOfPath(former) === slug) ?? paths[0] ?? theirs.path;
    const version = await versionOf(workspace, { revision: basedOn, id, path });
    return version === null ? null : atStart(version);
  }

  const base = await start();
  const ours = make(base === null ? theirs : readVersion(base), theirs);
  if (base === theirs) return { version: ours, wasMerged: false };
  const merged = mergeVersions({ base, ours, theirs });
  checkDates(merged.version.post, theirs.post);
  return merged;
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
  if (postAddress(before) === postAddress(version.post)) return saved;
  // Where the text of another post is damaged, that is no reason to call the save a failure.
  const linking = await ifSound(
    references.postsLinkingTo(await workspace.current(), postAddress(before)),
    [],
  );
  return { ...saved, linksToMend: linking.map(({ id, title }) => ({ id, title })) };
}

function changeOf(before: SnapshotPost, after: ReadVersion): SavedPost['change'] {
  if (isUnchanged(before, after)) return 'none';
  const kind = kindOf(before, after.post);
  return kind === 'move' ? 'update' : kind;
}
