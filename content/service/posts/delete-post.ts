import { createBreathing } from '#content/git/concurrency.ts';
import { createByteCache } from '#content/git/objects/byte-cache.ts';
import { FILE_MODE } from '#content/git/tree.ts';
import { entryAt, treeOf } from '#content/git/tree-differences.ts';
import { type Deletion, deletionsOf } from '#content/history/deletions.ts';
import type { CommitAction } from '../../contract/commit-sentences.ts';
import { commitTrailers } from '../../contract/commit-trailers.ts';
import type { InputOf } from '../../contract/operation.ts';
import {
  DELETED_PER_PAGE,
  type DeletedPost,
  type postsOperations,
  type SavedPost,
} from '../../contract/posts-operations.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { editPostFile } from '../../files/post-file.ts';
import type { TreeChange } from '../../model/change-set.ts';
import { ContentError, ifSound } from '../../model/errors.ts';
import { pathWithSlug, postAddress } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { indexOf } from '../../model/post-index.ts';
import { pageOf, postWords } from '../../model/post-words.ts';
import type { Redirect } from '../../model/redirects.ts';
import { isPublic, type Snapshot } from '../../model/snapshot.ts';
import { changedPost } from '../address-edits.ts';
import type { PostsContext } from '../content-context.ts';
import { type HistorySource, historyAt } from '../history/history-versions.ts';
import { lostImages, shownImages, waitingImages } from '../post-references.ts';
import { ledToDeleted } from '../redirects.ts';
import { authorView, currentView } from '../waiting/author-view.ts';
import { keepEdited, keepVersion, situationOf } from '../waiting/pending-keeping.ts';
import type { WaitingFile } from '../waiting/work-branch.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import { freeSlugIn, postById, takenAddresses } from './find-post.ts';
import {
  fileOf,
  type ReadVersion,
  readFile,
  readVersion,
  savedPost,
  tryReadFile,
  tryReadVersion,
} from './post-version.ts';
import { commitPosts } from './write-post.ts';

/**
 * Deletes a post in one commit. Throws ContentError 'conflict' when it was changed since `revision`: a text that nobody
 * looked at is not deleted; 'invalid' when readers do not see the post that is to take its place. Its pending version goes
 * with it. A file that cannot be read may be deleted: it must be possible to take it off the site.
 */
export async function deletePost(
  posts: PostsContext,
  { id, revision, redirectTo }: InputOf<typeof postsOperations.deletePost>,
  { author }: CallContext,
): Promise<void> {
  const { workspace, references } = posts;
  let basedOn = revision;
  const { before, heir } = await workspace.write(async (snapshot) => {
    await workspace.pending.mergePublished(); // What git changed of a draft is in none of its texts that wait until then.
    const view = await authorView(workspace, snapshot);
    const seen = postById(view.snapshot, id);
    basedOn ??= seen.revision;
    if (basedOn !== seen.revision) throw new ContentError('conflict', { path: seen.path });
    const published = indexOf(snapshot.posts).byId.get(id);
    if (published === undefined && view.drafts.has(id)) {
      await workspace.pending.remove(seen, fileOf(seen), author);
      return { before: seen, heir: null };
    }
    const before = published ?? seen;
    const heir = redirectTo === undefined ? null : heirOf(posts, snapshot, { before, id: redirectTo });
    const { work, posts: waiting } = view.waiting;
    await commitPosts(workspace, snapshot, {
      posts: [{ before, after: null, heir: heir === null ? null : postAddress(heir) }],
      action: deletionOf(before, heir, waiting.has(id) ? work : null),
      author,
      besides: heir === null ? [] : await inheritedLinks(posts, snapshot, { before, heir }),
      former: heir === null ? [] : inheritedAddresses(snapshot, { before, heir }),
    });
    return { before, heir };
  });
  await workspace.pending.mergePublished();
  if (heir === null) return;
  const { versions } = await currentView(workspace);
  const linking = await references.postsLinkingTo({ posts: [...versions.values()] }, postAddress(before));
  const edit = references.edit(postAddress(before), postAddress(heir));
  await keepEdited(workspace, { ids: linking.map(({ id }) => id), edit, author });
}

function deletionOf(before: SnapshotPost, heir: SnapshotPost | null, publishes: string | null): CommitAction {
  return heir === null
    ? { kind: 'delete', post: before, publishes }
    : // Other texts change by the addresses of their links: no news to their readers.
      { kind: 'merge-post', post: before, into: heir.title, isMinor: true, publishes };
}

/** The post that takes the place of `before`. Throws ContentError 'invalid' unless readers see it. */
function heirOf(
  { workspace }: PostsContext,
  { posts }: Snapshot,
  { before, id }: { readonly before: SnapshotPost; readonly id: string },
): SnapshotPost {
  const heir = indexOf(posts).byId.get(id);
  if (heir !== undefined && heir.id !== before.id && isPublic(heir, workspace.clock())) return heir;
  const reason = `Choisissez ${postWords(before).other}, que les lecteurs voient\u00a0: l’adresse doit y mener.`;
  throw new ContentError('invalid', { path: '', field: 'redirectTo', reason });
}

/** The addresses that only its history says the deleted one had: they lead to the heir. */
function inheritedAddresses(
  { derivedRedirects }: Snapshot,
  { before, heir }: { readonly before: SnapshotPost; readonly heir: SnapshotPost },
): readonly Redirect[] {
  return derivedRedirects
    .filter(([, to]) => to === postAddress(before))
    .map(([from]) => [from, postAddress(heir)]);
}

/**
 * The other posts with their links to the deleted one leading to the heir, no byte changed besides. A file that cannot be
 * read is left alone: readers are led there all the same.
 */
async function inheritedLinks(
  { workspace, references }: PostsContext,
  snapshot: Snapshot,
  { before, heir }: { readonly before: SnapshotPost; readonly heir: SnapshotPost },
): Promise<readonly TreeChange[]> {
  const broken = new Set(snapshot.problems.map(({ path }) => path));
  const linking = await references.postsLinkingTo(snapshot, postAddress(before));
  const edit = references.edit(postAddress(before), postAddress(heir));
  return Promise.all(
    linking
      .filter(({ id, path }) => id !== before.id && !broken.has(path))
      .map((post) => changedPost(workspace, { snapshot, post, edit })),
  );
}

/**
 * Brings a deleted post back as a draft, with the images it showed that are gone too, in one commit. It keeps its id and,
 * when no other post took it, its address. The text that waited when it was deleted waits again; where the program ended before
 * that, by asking again. Throws ContentError 'done' when all of it is back already, 'not-found' when the bin has no such post.
 */
export async function restoreDeletedPost(
  posts: PostsContext & { readonly bin: Bin },
  asked: InputOf<typeof postsOperations.restoreDeletedPost>,
  { author }: CallContext,
): Promise<SavedPost> {
  const { workspace, bin } = posts;
  const { saved, waited } = await workspace.write(async (snapshot) => {
    const { snapshot: seen, wanted } = await authorView(workspace, snapshot);
    const entry = await bin.removed(seen, asked);
    const waited = entry === null ? null : await waitedBeside(workspace, entry);
    const there = indexOf(seen.posts).byId.get(asked.id);
    if (there !== undefined) {
      if (waited === null || !(await isAsRestored(posts, snapshot, there)))
        throw new ContentError('done', { reason: 'Cet article n’est plus dans la corbeille.' });
      const version = await readFile(workspace, fileOf(there));
      return { saved: savedPost(version, workspace.clock(), 'restore'), waited };
    }
    const version = entry === null ? null : await restoredVersion(posts, wanted, entry);
    if (entry === null || version === null)
      throw new ContentError('not-found', { what: 'Cet article supprimé' });
    await commitPosts(workspace, snapshot, {
      posts: [{ before: null, after: version }],
      action: { kind: 'restore', post: version.post },
      author,
      besides: await imagesOf(posts, snapshot, entry),
      former: await ledToDeleted(workspace, entry.deletion, version.post),
    });
    return { saved: savedPost(version, workspace.clock(), 'restore'), waited };
  });
  if (waited !== null) await waitAgain(workspace, { ...waited, saved, author });
  return saved;
}

/** Whether its file is as it was put there when it was restored, on either branch. */
async function isAsRestored(
  { workspace: { objects, pending }, history }: PostsContext,
  snapshot: Snapshot,
  { path }: SnapshotPost,
): Promise<boolean> {
  const { work } = await pending.waiting();
  const { changesOf } = await history.withWaiting({ main: snapshot.commit, work });
  const [last] = changesOf(path);
  if (last === undefined) return false;
  return commitTrailers((await objects.readCommit(last.commit)).message).action === 'restore';
}

/** A text that waited, and the commit of the work branch that had it. */
interface WaitedText {
  readonly text: WaitingFile;
  readonly work: string;
}

/** The text that waited beside a post when it was deleted; null for none. */
async function waitedBeside(
  { objects, pending }: Workspace,
  { deletion: { commit, before }, post: { id } }: BinEntry,
): Promise<WaitedText | null> {
  const { from: work } = commitTrailers((await objects.readCommit(commit)).message);
  const text = (await pending.listAt(work, before)).get(id);
  return text === undefined || work === null ? null : { text, work };
}

interface WaitingAgain extends WaitedText {
  readonly saved: SavedPost;
  readonly author: CallContext['author'];
}

/**
 * Keeps it beside what was restored, with the images it showed that are gone, at the address that it waited for unless another post has
 * that now; for nobody, where that is.
 */
async function waitAgain(workspace: Workspace, { text, work, saved, author }: WaitingAgain): Promise<void> {
  const { id } = saved;
  const version = await tryReadFile(workspace.objects, text.file);
  if (version === null) return;
  await workspace.write(async (snapshot) => {
    const found = await situationOf(workspace, snapshot, id);
    const { path } = found.live;
    const isMoved = text.live !== null && text.live.path !== text.file.path;
    const { wanted } = await authorView(workspace, snapshot);
    const at = isMoved ? pathWithSlug(path, freeSlugIn(wanted, version.post.slug)) : path;
    const bytes = editPostFile(version.bytes, { fields: { id, isPublished: false } });
    const { isMinor, note: readerNote } = text;
    const { files } = await workspace.pending.waiting();
    const gone = [...shownImages(version.post, bodyOf(bytes))].filter((image) =>
      files.has(image) ? files.get(image) === null : !snapshot.images.has(image),
    );
    await keepVersion(workspace, found, {
      version: readVersion({ path: at, bytes }),
      author,
      isMinor,
      readerNote,
      // A text is worth more than its pictures: they are named as missing where it is checked.
      images: await ifSound(lostImages(workspace, { images: new Map() }, { commit: work, paths: gone }), []),
    });
  });
}

/** Null when its file is not there any more. */
async function restoredVersion(
  { workspace }: PostsContext,
  snapshot: Snapshot,
  { deletion, post }: BinEntry,
): Promise<ReadVersion | null> {
  const version = await tryReadFile(workspace.objects, deletion);
  if (version === null) return null;
  const path = pathWithSlug(version.path, freeSlugIn(takenAddresses(snapshot), post.slug));
  const bytes = editPostFile(version.bytes, { fields: { id: post.id, isPublished: false } });
  const tree = await treeOf(workspace.objects, deletion.before);
  const entry = await entryAt(workspace.objects, tree, version.path.split('/'));
  return readVersion({ path, bytes, mode: entry?.mode ?? FILE_MODE });
}

/** The images of the post as they were when it was deleted, those that are there today left out. */
async function imagesOf(
  posts: PostsContext,
  snapshot: Snapshot,
  { deletion, post }: BinEntry,
): Promise<readonly TreeChange[]> {
  const { workspace } = posts;
  const paths = shownImages(post, await workspace.body(post));
  const lost = await lostImages(workspace, snapshot, { commit: deletion.before, paths });
  const found = new Set(lost.map(({ path }) => path));
  const others = [...paths].filter((path) => !found.has(path));
  return [...lost, ...(await waitingImages(workspace, snapshot, others))];
}

/** Deleted posts of which what was read is kept, and commits that removed any. */
const KEPT_ENTRIES = 20_000;

/** A deleted post that history can bring back. */
export interface BinEntry {
  readonly deletion: Deletion;
  readonly post: SnapshotPost;
}

/**
 * The deleted posts of history, of both branches. A file that a commit removed is a deleted post when no file of today has its id, nor
 * its bytes, and the commit put it nowhere else as it was (a rename by hand of a file without an id).
 */
export function createBin(source: HistorySource) {
  const { workspace } = source;
  /** What a commit removed never changes. */
  const known = createByteCache<readonly BinEntry[]>({
    maxBytes: KEPT_ENTRIES,
    sizeOf: (of) => 1 + of.length,
  });

  /** Those that can be read. The others are read again the next time, as they may be repaired. */
  async function removedBy(commit: string): Promise<readonly BinEntry[]> {
    const before = known.get(commit);
    if (before !== undefined) return before;
    const breathe = createBreathing();
    const entries: BinEntry[] = [];
    const deletions = await ifSound(deletionsOf(workspace.objects, commit), null);
    let isWhole = deletions !== null;
    for (const deletion of deletions ?? []) {
      await breathe();
      if (deletion.isMove) continue;
      const file = await ifSound(workspace.objects.tryRead(deletion.id), null);
      const version = file === null ? null : tryReadVersion({ path: deletion.path, bytes: file.bytes });
      if (version !== null) entries.push({ deletion, post: version.post });
      isWhole &&= file !== null;
    }
    if (isWhole) known.set(commit, entries);
    return entries;
  }

  return {
    /** The post with this id that a commit of history removed; null where it removed none. Throws ContentError 'starting' as `list` does. */
    async removed(
      snapshot: Snapshot,
      { id, commit }: InputOf<typeof postsOperations.restoreDeletedPost>,
    ): Promise<BinEntry | null> {
      const { index } = await historyAt(source, snapshot);
      const isKnown = [...index.removingCommits()].includes(commit);
      return (isKnown ? await removedBy(commit) : []).find(({ post }) => post.id === id) ?? null;
    },

    /**
     * Deleted posts, the last deleted first, each once; at most {@link DELETED_PER_PAGE} from `offset` on. Throws ContentError
     * 'starting' while history is still being read.
     */
    async list(snapshot: Snapshot, offset: number): Promise<readonly BinEntry[]> {
      const { index } = await historyAt(source, snapshot);
      const present = new Set(snapshot.posts.flatMap(({ id, revision }) => [id, revision]));
      for (const [id, { file }] of (await workspace.pending.waiting()).posts) present.add(id).add(file.id);
      const shown = new Map<string, BinEntry>();
      const end = offset + DELETED_PER_PAGE;
      for (const commit of index.removingCommits()) {
        if (shown.size >= end) break;
        for (const entry of await removedBy(commit)) {
          const { id, revision } = entry.post;
          if (!present.has(id) && !present.has(revision) && !shown.has(id)) shown.set(id, entry);
        }
      }
      return [...shown.values()].slice(offset, end);
    },
  };
}

export type Bin = ReturnType<typeof createBin>;

/** A deleted post as the contract shows it. */
export function deletedPost({ deletion, post }: BinEntry): DeletedPost {
  return {
    id: post.id,
    title: post.title,
    slug: post.slug,
    ...pageOf(post),
    deletedAt: new Date(deletion.deletedAt).toISOString(),
    deletedBy: deletion.deletedBy,
    commit: deletion.commit,
  };
}
