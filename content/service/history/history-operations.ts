import { fileIdAt } from '#content/git/tree-differences.ts';
import type { PostEdit } from '../../contract/fields.ts';
import type { historyOperations } from '../../contract/history-operations.ts';
import type { Handlers, InputOf } from '../../contract/operation.ts';
import type { SavedPost } from '../../contract/posts-operations.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { editPostFile } from '../../files/post-file.ts';
import type { FileChange, Person } from '../../model/change-set.ts';
import { withPartRestored } from '../../model/difference/text-difference.ts';
import { ContentError } from '../../model/errors.ts';
import { imagePathOfAddress } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { ContentContext } from '../content-context.ts';
import { inProcess, pictureOf } from '../images/image-pipeline.ts';
import { commitImages, lostImages, shownImages } from '../post-references.ts';
import { checkSlugFree } from '../posts/find-post.ts';
import { mergeVersions } from '../posts/merge-versions.ts';
import {
  editVersion,
  type ReadVersion,
  readVersion,
  savedPost,
  versionOf,
  wholeVersion,
} from '../posts/post-version.ts';
import { savedOver } from '../posts/update-post.ts';
import { commitPosts } from '../posts/write-post.ts';
import { keepVersion, mustWait, type Situation, situationOf } from '../waiting/pending-keeping.ts';
import type { CallContext } from '../workspace.ts';
import {
  describedVersion,
  type HistorySource,
  historyOf,
  type LoadedVersion,
  loadVersion,
  momentOf,
  placesSince,
  versionAt,
  versionDifference,
} from './history-versions.ts';

/** What may be asked of the history of posts (content/contract/history-operations.ts). */
export function createHistoryOperations(
  context: RestoringContext & Partial<Pick<ContentContext, 'images'>>,
): Handlers<typeof historyOperations, CallContext> {
  const { workspace, images = inProcess } = context;
  return {
    async getPostHistory({ id, offset, limit, since }) {
      const history = await historyOf(context, id);
      const places = since === undefined ? history.places : await placesSince(workspace, history, since);
      const page = places.slice(offset, offset + limit);
      const versions = await Promise.all(page.map((place) => describedVersion(workspace, history, place)));
      return { versions, total: places.length };
    },

    async getPostVersion({ id, commit }) {
      const history = await historyOf(context, id);
      const place = versionAt(history, commit);
      const { version } = await loadVersion(workspace, place);
      return {
        version: await describedVersion(workspace, history, place),
        post: version === null ? null : wholeVersion(version),
      };
    },

    async getPostDifference({ id, from, to }) {
      const history = await historyOf(context, id);
      const [older, newer] = [versionAt(history, from), versionAt(history, to)];
      const [before, after] = [await loadVersion(workspace, older), await loadVersion(workspace, newer)];
      return {
        from: await describedVersion(workspace, history, older),
        to: await describedVersion(workspace, history, newer),
        ...(await versionDifference(workspace, before, after)),
      };
    },

    async getPastImage({ id, commit, address }) {
      versionAt(await historyOf(context, id), commit);
      const path = imagePathOfAddress(address);
      const blobId = path === null ? null : await fileIdAt(workspace.objects, { commit, path });
      return { picture: blobId === null ? null : await pictureOf(images, await workspace.read(blobId)) };
    },

    restorePostVersion: (input, caller) => restorePostVersion(context, input, caller),
  };
}

type RestoringContext = HistorySource & Pick<ContentContext, 'references' | 'publishing'>;

type Restoration = InputOf<typeof historyOperations.restorePostVersion>;

/**
 * Takes a post, or a part of it, back to an older version, in one commit, with the images that version showed that are
 * gone. Merged with what was saved since `revision`, as every save is: what does not go together is a ContentError
 * 'conflict' with both texts, answered by a call with `settled`. What is so already makes no commit. Where publishing is apart
 * from saving, what readers would see is kept as the post's pending version instead; so is what is restored of a text that waits.
 */
async function restorePostVersion(
  context: RestoringContext,
  input: Restoration,
  { author }: CallContext,
): Promise<SavedPost> {
  const { workspace } = context;
  const now = workspace.clock();
  const old = await loadVersion(workspace, versionAt(await historyOf(context, input.id), input.commit));
  const versionMoment = momentOf((await workspace.objects.readCommit(input.commit)).author.seconds);
  return workspace.write(async (snapshot) => {
    const found = await situationOf(context, snapshot, input.id);
    const { revision } = input;
    const waits = mustWait(context.publishing, { ...found, revision, isPublic: false });
    const theirs = waits ? found.newest : found.live;
    const merged = await mergedVersion(context, theirs, { input, old, now });
    const { version } = merged;
    if (version.post.revision === theirs.post.revision && version.path === theirs.path)
      return savedPost(version, now, 'none');
    if (version.post.slug !== found.post.slug) checkSlugFree(snapshot, version.post.slug, found.post.id);
    const paths = shownImages(version.post, bodyOf(version.bytes));
    const images = await lostImages(workspace, snapshot, { commit: input.commit, paths });
    const change = { snapshot, found, images, author, versionMoment, now, ...merged };
    return waits ? keepRestored(context, change) : commitRestored(context, change);
  });
}

interface Restored {
  readonly snapshot: Snapshot;
  readonly found: Situation;
  readonly version: ReadVersion;
  readonly wasMerged: boolean;
  /** Those it shows that are gone. */
  readonly images: readonly FileChange[];
  readonly author: Person;
  readonly versionMoment: number;
  readonly now: number;
}

/** Null when another program's commit came first. */
async function commitRestored(context: RestoringContext, restored: Restored): Promise<SavedPost | null> {
  const { snapshot, found, version, wasMerged, images, author, versionMoment, now } = restored;
  const before = found.post;
  const isDone = await commitPosts(context.workspace, snapshot, {
    ...{ posts: [{ before, after: version }], author, besides: images },
    action: { kind: 'revert', post: version.post, versionAt: versionMoment, now },
  });
  if (!isDone) return null;
  return savedOver(context, { before, version, wasMerged, change: 'restore' });
}

/** The images go to the branch: nobody is shown them before the text, and it lacks none when it is published. */
async function keepRestored(context: RestoringContext, restored: Restored): Promise<SavedPost | null> {
  const { snapshot, found, version, wasMerged, images, author, now } = restored;
  context.workspace.requireWritable();
  if (!(await commitImages(context.workspace, snapshot, { changes: images, author }))) return null;
  const isKept = await keepVersion(context, found, { version, author, isMinor: false });
  // Readers have nothing of a draft: it is what was taken back.
  const isDraft = found.published?.isPublished !== true && !version.post.isPublished;
  return isKept ? { ...savedPost(version, now, isDraft ? 'restore' : 'keep'), wasMerged } : null;
}

interface Restoring {
  readonly input: Restoration;
  readonly old: LoadedVersion;
  readonly now: number;
}

async function mergedVersion(
  { workspace }: RestoringContext,
  theirs: ReadVersion,
  restoring: Restoring,
): Promise<{ readonly version: ReadVersion; readonly wasMerged: boolean }> {
  const { id, revision } = restoring.input;
  const isNewest = revision === undefined || revision === theirs.post.revision;
  if (isNewest) return { version: restored(theirs, restoring), wasMerged: false };
  const base = await versionOf(workspace, { revision, id, path: theirs.path });
  const ours = restored(base === null ? theirs : readVersion(base), restoring);
  return mergeVersions({ base, ours, theirs });
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
