import type { PostEdit } from '../contract/fields.ts';
import type { RestorableField } from '../contract/history-operations.ts';
import type { SavedPost } from '../contract/posts-operations.ts';
import { withPartRestored } from '../model/difference/text-difference.ts';
import { ContentError } from '../model/errors.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { bodyOf } from '../store/post-body.ts';
import { editPostFile } from '../store/post-file.ts';
import { type LoadedVersion, loadVersion } from './history-difference.ts';
import { type HistorySource, historyOf, momentOf, versionAt } from './history-versions.ts';
import { lostImages, shownImages } from './lost-images.ts';
import { editVersion } from './posts-editing.ts';
import { checkReadable, checkSlugFree, postById } from './posts-index.ts';
import { mergeVersions } from './posts-merging.ts';
import { type PostsContext, savedPost, versionOf } from './posts-saving.ts';
import { linksToMend } from './posts-update.ts';
import { type ReadVersion, readVersion } from './posts-versions.ts';
import { commitPost, writeUntilDone } from './posts-writing.ts';
import type { CallContext } from './workspace.ts';

export type RestoringContext = HistorySource &
  Pick<PostsContext, 'workspace' | 'mergePosts' | 'redirects' | 'links'>;

export interface Restoration {
  readonly id: string;
  readonly commit: string;
  readonly part: 'all' | 'content' | 'paragraph' | RestorableField;
  readonly paragraph?: number | undefined;
  /** The revision the caller saw. */
  readonly revision?: string | undefined;
  /** What the author made of a clash, in place of the part. */
  readonly settled?: Omit<PostEdit, 'revision'> | undefined;
}

/**
 * Takes a post, or a part of it, back to an older version, in one commit, with the images that version showed that are
 * gone. Merged with what was saved since `revision`, as every save is: what does not go together is a ContentError
 * 'conflict' with both texts, answered by a call with `settled`. What is so already makes no commit.
 */
export async function restorePostVersion(
  context: RestoringContext,
  input: Restoration,
  { author }: CallContext,
): Promise<SavedPost> {
  const { workspace } = context;
  const now = workspace.clock();
  const old = await loadVersion(workspace, versionAt(await historyOf(context, input.id), input.commit));
  const versionMoment = momentOf((await workspace.objects.readCommit(input.commit)).author.seconds);
  return writeUntilDone(workspace, async (snapshot) => {
    const before = postById(snapshot, input.id);
    checkReadable(snapshot, before);
    const { version, wasMerged } = await mergedVersion(context, snapshot, { input, old, now });
    const isSame = version.post.revision === before.revision && version.path === before.path;
    if (isSame) return savedPost(version, now, 'none');
    if (version.post.slug !== before.slug) checkSlugFree(snapshot, version.post.slug, before.id);
    const paths = shownImages(version.post, bodyOf(version.bytes));
    const isDone = await commitPost(context, snapshot, {
      ...{ before, after: version, author },
      action: { kind: 'revert', post: version.post, versionAt: versionMoment, now },
      besides: await lostImages(workspace, snapshot, { commit: input.commit, paths }),
    });
    if (!isDone) return null;
    const saved = savedPost(version, now, 'restore');
    return { ...saved, wasMerged, linksToMend: await linksToMend(context, before, version) };
  });
}

interface Restoring {
  readonly input: Restoration;
  readonly old: LoadedVersion;
  readonly now: number;
}

async function mergedVersion(
  { workspace, mergePosts }: RestoringContext,
  snapshot: Snapshot,
  restoring: Restoring,
): Promise<{ readonly version: ReadVersion; readonly wasMerged: boolean }> {
  const { id, revision } = restoring.input;
  const post = postById(snapshot, id);
  const theirs = readVersion({ path: post.path, bytes: await workspace.read(post.revision) });
  const isNewest = revision === undefined || revision === post.revision;
  if (isNewest) return { version: restored(theirs, restoring), wasMerged: false };
  const base = await versionOf(workspace, { revision, id, path: theirs.path });
  const ours = restored(base === null ? theirs : readVersion(base), restoring);
  return mergeVersions(mergePosts, { base, ours, theirs });
}

/** A version with what is restored of the older one. */
function restored(version: ReadVersion, { input, old, now }: Restoring): ReadVersion {
  const { id } = input;
  if (old.version === null) {
    const reason = 'Cette version ne peut pas être lue : elle ne peut pas être rétablie.';
    throw new ContentError('invalid', { path: version.path, reason });
  }
  if (input.settled !== undefined)
    return editVersion(version, {
      ...{ edit: input.settled, id, now },
      publishedElsewhere: version.post.published,
    });
  if (input.part === 'all') return wholeRestored(version, old.version, id);
  const edit = editOf(version, old.version, input);
  return editVersion(version, { edit, id, now, publishedElsewhere: version.post.published });
}

/** The older file byte for byte, under today's address, seen by readers or not as today. */
function wholeRestored({ path, post }: ReadVersion, old: ReadVersion, id: string): ReadVersion {
  const { isPublished, published, unpublishAt } = post;
  const state = {
    ...(old.post.isPublished === isPublished ? {} : { isPublished }),
    ...(old.post.published === published ? {} : { published }),
    ...(old.post.unpublishAt === unpublishAt ? {} : { unpublishAt }),
  };
  return readVersion({ path, bytes: editPostFile(old.bytes, { fields: { id, ...state } }) });
}

function editOf(version: ReadVersion, { bytes, post }: ReadVersion, input: Restoration): PostEdit {
  const { part, paragraph, revision } = input;
  if (part === 'all' || part === 'content') return { content: bodyOf(bytes) };
  if (part === 'readTime') return { readTime: statedReadTime({ bytes, post }) };
  if (part !== 'paragraph') return { [part]: post[part] };
  const isKnown = paragraph !== undefined && revision !== undefined;
  const content = isKnown ? withPartRestored(bodyOf(bytes), bodyOf(version.bytes), paragraph) : null;
  if (content !== null) return { content };
  const reason = 'Ce paragraphe n’est plus celui qui était affiché : rouvrez l’historique.';
  throw new ContentError('invalid', { path: version.path, reason });
}

/** What a file says of the time to read it; null when that is computed from its text. */
function statedReadTime({ bytes, post }: Pick<ReadVersion, 'bytes' | 'post'>): string | null {
  const computed = readVersion({
    path: post.path,
    bytes: editPostFile(bytes, { fields: { readTime: null } }),
  });
  return computed.post.readTime === post.readTime ? null : post.readTime;
}
