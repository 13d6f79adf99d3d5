import { fileIdAt } from '#content/git/tree-differences.ts';
import type { historyOperations } from '../../contract/history-operations.ts';
import type { Handlers } from '../../contract/operation.ts';
import { imagePathOfAddress } from '../../model/paths.ts';
import { type ImagePipeline, inProcess, pictureOf } from '../images/image-pipeline.ts';
import { wholeVersion } from '../posts/post-version.ts';
import type { CallContext } from '../workspace.ts';
import { loadVersion, versionDifference } from './history-difference.ts';
import { type RestoringContext, restorePostVersion } from './history-restoring.ts';
import { describedVersion, historyOf, placesSince, versionAt } from './history-versions.ts';

/** What may be asked of the history of posts (content/contract/history-operations.ts). */
export function createHistoryOperations(
  context: RestoringContext & { readonly images?: Pick<ImagePipeline, 'variant'> },
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
