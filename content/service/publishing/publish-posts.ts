import { createBreathing } from '#content/git/concurrency.ts';
import type { HistoryIndex } from '#content/history/history-index.ts';
import { sentenceOf } from '../../contract/french.ts';
import type { SavedPost } from '../../contract/posts-operations.ts';
import type { LeftPost } from '../../contract/publishing.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import type { TreeChange } from '../../model/change-set.ts';
import { ContentError, hasCode } from '../../model/errors.ts';
import { isImagePath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { isOfAClock } from '../../model/post-dates.ts';
import { capitalized, pageOf, postWords } from '../../model/post-words.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { PostsContext } from '../content-context.ts';
import { lostImages, type PostReferences, shownImages, waitingImages } from '../post-references.ts';
import { slugFault, slugTaken } from '../posts/find-post.ts';
import {
  datedByPublication,
  editVersion,
  type MergedVersion,
  mergeVersions,
  type ReadVersion,
  versionOf,
} from '../posts/post-version.ts';
import { savedOver } from '../posts/update-post.ts';
import {
  commitPublications,
  isChange,
  nameOf,
  type OfImport,
  type Publication,
} from '../posts/write-post.ts';
import type { FileAt } from '../syncing/tree-sides.ts';
import { type AuthorView, authorView, isRival } from '../waiting/author-view.ts';
import { newestVersion, nothingPending, type Situation, situationOf } from '../waiting/pending-keeping.ts';
import type { CallContext, Workspace } from '../workspace.ts';

interface PublishingContext {
  readonly workspace: Workspace;
  readonly history: Pick<HistoryIndex, 'at'>;
  readonly references: Pick<PostReferences, 'byImage'>;
}

export interface Published {
  readonly published: readonly { readonly id: string; readonly title: string }[];
  readonly left: readonly LeftPost[];
}

/**
 * Publishes posts as one commit: their pending versions are brought in, drafts become published, under the date of now where
 * the author chose none. What cannot be (another text in the way, an address that is taken) is left as it is, with the reason,
 * and the others go on. Called again it changes nothing, and makes no commit.
 */
export async function publishPosts(
  posts: PublishingContext,
  { ids, imported }: { readonly ids: readonly string[]; readonly imported?: OfImport },
  caller: CallContext,
): Promise<Published> {
  const { publications, left } = await posts.workspace.write(async (snapshot) => {
    const plan = await planOf(posts, snapshot, ids);
    await commitTo(posts, snapshot, plan.publications, caller, imported);
    return plan;
  });
  // What was kept anew meanwhile goes on waiting.
  if (publications.length > 0) await posts.workspace.pending.mergePublished();
  return { published: publications.map(({ version }) => nameOf(version)), left };
}

/** The posts that readers have, by id, and that show a picture that waits in the place of one that they had, be it gone. */
export async function postsOfWaitingPictures(
  { workspace, references, history }: PublishingContext,
  published: Snapshot,
): Promise<ReadonlyMap<string, SnapshotPost>> {
  const { files } = await workspace.pending.waiting();
  const waiting = [...files].flatMap(([path, id]) => (id !== null && isImagePath(path) ? [path] : []));
  if (waiting.length === 0) return new Map();
  const index = await history.at(published.commit);
  // One that no commit of theirs ever had is of texts that wait.
  const replaced = waiting.filter((path) => index.changesOf(path).length > 0);
  if (replaced.length === 0) return new Map();
  const users = await references.byImage(published);
  const posts = replaced.flatMap((path) => users.get(path) ?? []);
  return new Map(posts.filter(({ isPublished }) => isPublished).map((post) => [post.id, post]));
}

async function planOf(posts: PublishingContext, snapshot: Snapshot, ids: readonly string[]) {
  const made: Publication[] = [];
  const refused = new Map<string, ContentError>();
  const ofPictures = await postsOfWaitingPictures(posts, snapshot);
  const breathe = createBreathing();
  for (const id of new Set(ids)) {
    await breathe(); // An import's are a hundred.
    try {
      const hasNewPicture = ofPictures.has(id);
      const applied = await appliedVersion(posts.workspace, snapshot, id);
      made.push({ ...toBePublished(applied, posts.workspace.clock()), hasNewPicture });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused.set(id, error);
    }
  }
  const view = await authorView(posts.workspace, snapshot);
  const publications = atFreeAddresses(view, made, refused);
  const left = [...new Set(ids)].flatMap((id) => {
    const error = refused.get(id);
    return error === undefined ? [] : [leftPost(view, id, error)];
  });
  return { publications, left };
}

function isRefusal(error: unknown): error is ContentError {
  return error instanceof ContentError;
}

function leftPost(view: AuthorView, id: string, error: ContentError): LeftPost {
  const post = view.post(id);
  const isClash = hasCode(error, 'conflict');
  const reason = isClash ? CLASHING : sentenceOf(error.code, error.data);
  return { id, title: post?.title ?? 'Article supprimé', ...pageOf(post ?? {}), reason, isClash };
}

/** Those whose address is theirs once all of them are published; the others are added to `refused`. */
function atFreeAddresses(
  view: AuthorView,
  publications: readonly Publication[],
  refused: Map<string, ContentError>,
): readonly Publication[] {
  for (const publication of publications) {
    const error = addressTaken(view, publication, publications);
    if (error === null) continue;
    refused.set(publication.before.id, error);
    // It stays where it is, where another one may be to come.
    return atFreeAddresses(
      view,
      publications.filter((other) => other !== publication),
      refused,
    );
  }
  return publications;
}

/**
 * That the address of a publication is another post's, unless that leaves it in the same commit; null where it is free. Of two that
 * want one address the first has it.
 */
function addressTaken(
  { addresses, versions }: AuthorView,
  publication: Publication,
  together: readonly Publication[],
): ContentError | null {
  const { version, before, isUnpublished } = publication;
  const { slug } = version.post;
  if (!isUnpublished && slug === before.slug) return null;
  const earlier = together.slice(0, together.indexOf(publication));
  const rival = earlier.find((other) => other.version.post.slug === slug);
  if (rival !== undefined) return slugTaken(version.post, rival.version.post);
  const leaving = new Set(
    together.filter((other) => other.version.post.slug !== slug).map((other) => other.before.id),
  );
  const holders = addresses.holders(slug).filter(({ id }) => id !== before.id && !leaving.has(id));
  const next = holders.find(({ id }) => (versions.get(id)?.slug ?? slug) !== slug);
  if (next === undefined) return slugFault({ ...addresses, holders: () => holders }, version.post, before.id);
  const reason = `L’adresse «\u00a0${slug}\u00a0» est encore celle de «\u00a0${next.title}\u00a0», qui attend d’en changer\u00a0: publiez les deux ensemble, dans l’application de bureau, ou choisissez une autre adresse.`;
  return new ContentError('invalid', { path: version.path, field: 'slug', reason });
}

function toBePublished<Applied extends Publication>(applied: Applied, now: number): Applied {
  const { before } = applied;
  const version = publishedVersion(applied, now);
  // A first publication is news whatever was said of it.
  return { ...applied, version, isMinor: applied.isMinor && before.isPublished };
}

/** What readers have already becomes what its pending version says, be it a withdrawal; a draft is published. */
function publishedVersion({ before, version, waited }: Publication, now: number): ReadVersion {
  if (before.isPublished) return version;
  const dated = before.published === null ? datedByPublication(version, waited, now) : version;
  return dated.post.isPublished
    ? dated
    : editVersion(dated, { edit: { isPublished: true }, id: before.id, now });
}

const CLASHING =
  'Il a été modifié ici et ailleurs, aux mêmes endroits\u00a0: ouvrez-le pour réunir les deux versions.';

/** Throws ContentError 'slug-taken'. */
async function commitTo(
  posts: PublishingContext,
  snapshot: Snapshot,
  publications: readonly Publication[],
  { author }: CallContext,
  imported?: OfImport,
): Promise<void> {
  // What is as it was brings back no image that somebody deleted.
  const changed = publications.filter((publication) => isChange(snapshot, publication));
  if (changed.length === 0) return;
  const shown = changed.map(({ version }) => version).filter(({ post }) => post.isPublished);
  const besides = await imagesOf(posts, snapshot, shown);
  await commitPublications(posts, snapshot, { publications: changed, author, besides, imported });
}

/**
 * The images that versions show and that are not published: those that only the work branch has, and those that were deleted
 * while the versions waited, by another machine or by hand, as they were last; to be written with them.
 */
async function imagesOf(
  posts: PublishingContext,
  snapshot: Snapshot,
  versions: readonly ReadVersion[],
): Promise<readonly TreeChange[]> {
  const shown = new Set<string>();
  const breathe = createBreathing();
  for (const { post, bytes } of versions) {
    for (const path of shownImages(post, bodyOf(bytes))) shown.add(path);
    await breathe();
  }
  const changes = [...(await waitingImages(posts.workspace, snapshot, shown))];
  const found = new Set(changes.map(({ path }) => path));
  const missing = [...shown].filter((path) => !found.has(path) && !snapshot.images.has(path));
  if (missing.length === 0) return changes;
  const index = await posts.history.at(snapshot.commit);
  for (const path of missing) {
    const commit = index.changesOf(path).find((change) => change.blobId !== null)?.commit;
    if (commit !== undefined)
      changes.push(...(await lostImages(posts.workspace, snapshot, { commit, paths: [path] })));
  }
  return changes;
}

interface Applying {
  readonly id: string;
  /** Of the pending version that its author sees. */
  readonly revision?: string | undefined;
}

/**
 * Makes the pending version live: merged into the branch as one commit, which resolves it. That of a post that was deleted elsewhere is a
 * draft since: it is published all the same where what its author sees is to be. Throws ContentError 'conflict' when another text waits by
 * now, which nobody who asks for this has seen, or when the live post changed in ways that do not go together with it; a save of the
 * resolved text and a drop end that.
 */
export async function applyPendingVersion(
  posts: PostsContext,
  applying: Applying,
  caller: CallContext,
): Promise<SavedPost> {
  const applied = await posts.workspace.write(async (snapshot) => {
    const { id, revision } = applying;
    const kept = (await authorView(posts.workspace, snapshot)).pending.get(id)?.file;
    const isPending = kept !== undefined;
    if (!isPending) await checkDeletedElsewhere(posts, snapshot, applying);
    else if ((revision ?? kept.id) !== kept.id) throw new ContentError('conflict', { path: kept.path });
    const applied = await appliedVersion(posts.workspace, snapshot, id);
    const isDraft = isPending && !applied.version.post.isPublished;
    const publication = isDraft ? applied : toBePublished(applied, posts.workspace.clock());
    const taken = addressTaken(await authorView(posts.workspace, snapshot), publication, [publication]);
    if (taken !== null) throw taken;
    await commitTo(posts, snapshot, [publication], caller);
    return publication;
  });
  await posts.workspace.pending.mergePublished();
  return savedOver(posts, applied);
}

/** Throws ContentError 'not-found' unless the text of a deleted post waits, and 'done' unless its author sees it as one to be published. */
async function checkDeletedElsewhere(
  posts: PostsContext,
  snapshot: Snapshot,
  { id, revision }: Applying,
): Promise<void> {
  const found = await situationOf(posts.workspace, snapshot, id);
  const { published, kept } = found;
  if (published !== null || kept === null || kept.basedOn === null) throw nothingPending();
  const newest = newestVersion(found);
  const { path } = newest;
  const seen = revision === undefined ? null : await versionOf(posts.workspace, { revision, id, path });
  if (seen?.post.isPublished === true) return;
  const { this: this_, e, them } = postWords(newest.post);
  const reason = `${capitalized(this_)} a été supprimé${e} ailleurs\u00a0: les lecteurs ne ${them} voient plus. Votre texte est gardé comme brouillon\u00a0; rouvrez-le pour le publier de nouveau.`;
  throw new ContentError('done', { reason });
}

/** Reads a post with its pending version merged in; writes nothing. Throws ContentError 'conflict', and 'invalid' where the post has two files. */
async function appliedVersion(
  workspace: Workspace,
  snapshot: Snapshot,
  id: string,
): Promise<Publication & MergedVersion> {
  let found = await situationOf(workspace, snapshot, id);
  // What another machine published of it may be here before what it was published from: it is no second file, but in no text that waits yet.
  if (secondFile(found) !== null && (await workspace.pending.mergePublished()))
    found = await situationOf(workspace, snapshot, id);
  const second = secondFile(found);
  if (second !== null) {
    const reason = `Un autre programme lui a donné un second fichier, ${second}\u00a0: copiez-en ce qui manque, puis abandonnez ce qui attend.`;
    throw new ContentError('invalid', { path: second, reason });
  }
  const { published, before, live, kept, work } = found;
  const newest = newestVersion(found);
  const isUnpublished = published === null;
  const { isMinor = false, note = null, basedOn = null } = kept ?? {};
  const from = kept === null ? null : work;
  const merged =
    isUnpublished || basedOn === null
      ? { version: newest, wasMerged: false }
      : await mergedInto(workspace, { live, newest, basedOn });
  return { ...merged, before, isUnpublished, waited: kept, isMinor, note, from };
}

/** Where what waits of a published post is another file of it; null for none. */
function secondFile({ published, kept }: Situation): string | null {
  const isTwice = kept !== null && published?.isPublished === true && isRival(published, kept);
  return isTwice ? kept.file.path : null;
}

interface Merging extends Pick<Situation, 'live'> {
  readonly newest: ReadVersion;
  readonly basedOn: FileAt;
}

async function mergedInto(
  workspace: Workspace,
  { live, newest, basedOn: { path, id } }: Merging,
): Promise<MergedVersion> {
  const base = await versionOf(workspace, { revision: id, id: live.post.id, path });
  const merged = mergeVersions({ base, ours: datedAs(live, base, newest), theirs: live });
  const { version } = merged;
  if (newest.post.isPublished || !version.post.isPublished) return merged;
  // What its author sees as a draft goes to no reader, though it was published elsewhere since.
  const editing = { edit: { isPublished: false }, id: live.post.id, now: workspace.clock() };
  return { ...merged, version: editVersion(version, editing) };
}

/**
 * A version with the date of what was published meanwhile, be it itself: the moment it was kept at says nothing against that.
 * A date that the author chose stays.
 */
function datedAs({ post: live }: ReadVersion, base: ReadVersion | null, version: ReadVersion): ReadVersion {
  const { published } = live;
  if (base?.post.published !== null || published === null || !isOfAClock(version.post.publishedAt))
    return version;
  return editVersion(version, { edit: { published }, id: live.id, now: version.post.publishedAt });
}
