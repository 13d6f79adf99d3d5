import { runLimited } from '#content/git/concurrency.ts';
import type { AdminImage } from '../../contract/images-operations.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { ContentOperations } from '../../contract/operations.ts';
import { type ImageInfo, variantAddress } from '../../model/image.ts';
import { imageAddress } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Publishing } from '../publishing/publishing-apart.ts';
import { authorView } from '../waiting/author-view.ts';
import type { PendingContext } from '../waiting/pending-keeping.ts';
import type { CallContext, Workspace } from '../workspace.ts';
import { fileName, imageId, uploadedImage } from './image-answers.ts';
import { createImageChanges } from './image-changes.ts';
import type { ImagePipeline } from './image-pipeline.ts';
import { createImageUpload, type DescribeImage } from './image-upload.ts';
import { type ImageUses, imagePath, imagesOfSite, imagesOfWaiting, nullIfCorrupt } from './image-uses.ts';

interface ImageOperationsOptions {
  /** The size of an image; null when its bytes are none that is shown (image-info.ts). */
  readonly describe: DescribeImage;
  readonly uses: ImageUses;
  /** What waits to be published uses images too. */
  readonly waiting: PendingContext & { readonly publishing: Publishing };
  /** Who decodes what is uploaded; this process unless said otherwise. */
  readonly images?: ImagePipeline;
  /** The site's own origin: addresses may be written with it. */
  readonly origin?: string;
}

type Names =
  | 'listImages'
  | 'listAdminImages'
  | 'uploadImage'
  | 'renameImage'
  | 'deleteImage'
  | 'describeImages';
export type ImageOperations = Pick<Handlers<ContentOperations, CallContext>, Names>;

/** Images decoded at once when none was yet. */
const PARALLEL = 4;
const THUMBNAIL_WIDTH = 400;
/** Of what cannot be decoded. */
const UNKNOWN_SIZE = { width: 0, height: 0 };

/** What may be asked of the images of the repository (content/contract/images-operations.ts). */
export function createImageOperations(
  workspace: Workspace,
  { describe, origin, uses, waiting, images }: ImageOperationsOptions,
): ImageOperations {
  const upload = createImageUpload(waiting, describe, images);
  const changes = createImageChanges(workspace, { describe, origin, uses, waiting });

  async function describeAll(
    { images }: Snapshot,
    paths: Iterable<string>,
  ): Promise<ReadonlyMap<string, ImageInfo>> {
    const infos = new Map<string, ImageInfo>();
    await runLimited([...paths], PARALLEL, async (path) => {
      const blobId = images.get(path);
      const info = blobId === undefined ? null : await describe(path, blobId);
      if (info !== null) infos.set(path, info);
    });
    return infos;
  }

  /** Bytes of each image; an object that is damaged has none. */
  async function sizesOf({ images }: Snapshot): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    await runLimited([...images], PARALLEL, async ([path, blobId]) => {
      const header = await workspace.objects.sizeOf(blobId).catch(nullIfCorrupt);
      sizes.set(path, header?.size ?? 0);
    });
    return sizes;
  }

  /** With the images that only the work branch has. */
  const seen = async (): Promise<Snapshot> => (await authorView(waiting, await workspace.current())).snapshot;

  return {
    async listImages() {
      const { images } = await seen();
      return [...images.keys()].sort(newestFolderFirst).map((path) => ({
        id: imageId(path),
        filename: fileName(path),
        url: imageAddress(path),
      }));
    },

    async listAdminImages() {
      const snapshot = await seen();
      const users = await uses.byImage(snapshot);
      const waitingUsers = await imagesOfWaiting(waiting, origin);
      const ofSite = imagesOfSite(snapshot.site, origin);
      const infos = await describeAll(snapshot, snapshot.images.keys());
      const sizes = await sizesOf(snapshot);
      const rows = [...snapshot.images].sort(([a], [b]) => newestFolderFirst(a, b));
      return rows.map(([path, blobId]) => {
        const info = infos.get(path) ?? null;
        const { width, height } = info ?? UNKNOWN_SIZE;
        return {
          ...uploadedImage({ path, bytes: sizes.get(path) ?? 0, width, height }),
          blobId,
          thumbnail: info === null ? null : variantAddress(info, THUMBNAIL_WIDTH, 'webp'),
          uses: usesOf([...(users.get(path) ?? []), ...(waitingUsers.get(path) ?? [])], ofSite.has(path)),
        };
      });
    },

    uploadImage: ({ image }, { author }) => upload(image, author),
    renameImage: ({ id, name }, { author }) => changes.rename({ id, name, author }),
    deleteImage: ({ id }, { author }) => changes.remove({ id, author }),

    async describeImages({ addresses }) {
      const snapshot = await seen();
      const asked = addresses.flatMap((address) => {
        const path = imagePath(address, origin);
        return path === null ? [] : [{ address, path }];
      });
      const infos = await describeAll(snapshot, new Set(asked.map(({ path }) => path)));
      return asked.flatMap(({ address, path }) => {
        const info = infos.get(path);
        return info === undefined ? [] : [{ address, ...info }];
      });
    },
  };
}

/** A post whose waiting version uses the image too is named once. */
function usesOf(posts: readonly SnapshotPost[], isOfSite: boolean): AdminImage['uses'] {
  const distinct = new Map(posts.toReversed().map((post) => [post.id, post])).values();
  const ofPosts = [...distinct].reverse().map(({ id, title }) => ({ kind: 'post' as const, id, title }));
  return isOfSite ? [...ofPosts, { kind: 'site' }] : ofPosts;
}

/** Years descending, then names as people order them. */
function newestFolderFirst(a: string, b: string): number {
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
  const [before, after] = [folderOf(a), folderOf(b)];
  if (before !== after) return before < after ? 1 : -1;
  return fileName(a) < fileName(b) ? -1 : 1;
}
