import { fileIdAt } from '#content/git/tree-differences.ts';
import type { PostEdit } from '../../contract/fields.ts';
import type { historyOperations } from '../../contract/history-operations.ts';
import type { Handlers, InputOf } from '../../contract/operation.ts';
import type { SavedPost } from '../../contract/posts-operations.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { editPostFile } from '../../files/post-file.ts';
import { withPartRestored } from '../../model/difference/text-difference.ts';
import { ContentError } from '../../model/errors.ts';
import { imagePathOfAddress, isPagePath } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { ContentContext, PostsContext } from '../content-context.ts';
import { pictureOf } from '../images/image-pipeline.ts';
import { lostImages, shownImages } from '../post-references.ts';
import { editVersion, type ReadVersion, readVersion, wholeVersion } from '../posts/post-version.ts';
import { savePost } from '../posts/update-post.ts';
import type { CallContext } from '../workspace.ts';
import {
  describedVersion,
  historyOf,
  type LoadedVersion,
  loadVersion,
  placesSince,
  versionAt,
  versionDifference,
} from './history-versions.ts';

type HistoryContext = PostsContext & Pick<ContentContext, 'images'>;

/** What may be asked of the history of posts (content/contract/history-operations.ts). */
export function createHistoryOperations(
  context: HistoryContext,
): Handlers<typeof historyOperations, CallContext> {
  const { workspace, images } = context;
  return {
    async getPostHistory({ id, offset, limit, since }) {
      const history = await historyOf(context, id);
      const places = since === undefined ? history.places : await placesSince(workspace, history, since);
      const page = places.slice(offset, offset + limit);
      const versions = await Promise.all(page.map((place) => describedVersion(workspace, history, place)));
      return { versions, total: places.length, isPage: isPagePath(history.path) };
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

type Restoration = InputOf<typeof historyOperations.restorePostVersion>;

/**
 * Takes a post, or a part of it, back to an older version, in one commit, with the images that version showed that are
 * gone. Merged with what was saved since `revision`, as every save is: what does not go together is a ContentError
 * 'conflict' with both texts, answered by a call with `resolved`. What is so already makes no commit. Where publishing is apart
 * from saving, what readers would see is kept as the post's pending version instead; so is what is restored of a text that waits.
 */
async function restorePostVersion(
  context: HistoryContext,
  input: Restoration,
  caller: CallContext,
): Promise<SavedPost> {
  const { workspace } = context;
  const { id, commit, revision, fromSlug } = input;
  const now = workspace.clock();
  const old = await loadVersion(workspace, versionAt(await historyOf(context, id), commit));
  const { author } = await workspace.objects.readCommit(commit);
  const save = {
    id,
    revision,
    fromSlug,
    isPublished: false,
    content: '',
    make: (version: ReadVersion) => restored(version, { input, old, now }),
    restores: {
      action: ({ post }: ReadVersion) => ({
        kind: 'revert' as const,
        post,
        versionAt: author.seconds * 1000,
        now,
      }),
      images: (version: ReadVersion, snapshot: Snapshot) => {
        const paths = shownImages(version.post, bodyOf(version.bytes));
        return lostImages(workspace, snapshot, { commit, paths });
      },
    },
  };
  return savePost(context, save, caller);
}

interface Restoring {
  readonly input: Restoration;
  readonly old: LoadedVersion;
  readonly now: number;
}

/** A version with what is restored of the older one. */
function restored(version: ReadVersion, { input, old, now }: Restoring): ReadVersion {
  const { id } = input;
  if (old.version === null) {
    const reason = 'Cette version ne peut pas être lue\u00a0: elle ne peut pas être rétablie.';
    throw new ContentError('invalid', { path: version.path, reason });
  }
  if (input.resolved === undefined && input.part === 'all') return wholeRestored(version, old.version, id);
  const edit = input.resolved ?? editOf(version, old.version, input);
  return editVersion(version, { edit, id, now });
}

/** The older file byte for byte, under today's address, seen by readers or not as today. */
function wholeRestored({ path, post }: ReadVersion, old: ReadVersion, id: string): ReadVersion {
  const { isPublished, published, unpublishAt } = post;
  const fields = { id, isPublished, published, unpublishAt };
  return readVersion({ path, bytes: editPostFile(old.bytes, { fields }) });
}

function editOf(version: ReadVersion, { bytes, post }: ReadVersion, input: Restoration): PostEdit {
  const { part, paragraph, revision } = input;
  if (part === 'all' || part === 'content') return { content: bodyOf(bytes) };
  if (part === 'readTime') return { readTime: statedReadTime({ bytes, post }) };
  if (part !== 'paragraph') return { [part]: post[part] };
  const isKnown = paragraph !== undefined && revision !== undefined;
  const content = isKnown ? withPartRestored(bodyOf(bytes), bodyOf(version.bytes), paragraph) : null;
  if (content !== null) return { content };
  const reason = 'Ce paragraphe n’est plus celui qui était affiché\u00a0: rouvrez l’historique.';
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
