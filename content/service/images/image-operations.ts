import { runLimited } from '#content/git/concurrency.ts';
import type { AdminImage, imagesOperations } from '../../contract/images-operations.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { postsOperations } from '../../contract/posts-operations.ts';
import { ifSound } from '../../model/errors.ts';
import { type ImageInfo, variantAddress } from '../../model/image.ts';
import { fileName, imageAddress } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { imageNamed } from '../../model/snapshot.ts';
import type { ContentContext, ImagesContext } from '../content-context.ts';
import { imagesOfSite } from '../post-references.ts';
import { currentView } from '../waiting/author-view.ts';
import type { CallContext } from '../workspace.ts';
import { createImageChanges, createImageUpload, imageId, uploadedImage } from './image-changes.ts';

export type ImageOperations = Handlers<
  typeof imagesOperations & Pick<typeof postsOperations, 'describeImages'>,
  CallContext
>;

/** Images decoded at once when none was yet. */
const PARALLEL = 4;
const THUMBNAIL_WIDTH = 400;

/** What may be asked of the images of the repository (content/contract/images-operations.ts). */
export function createImageOperations(
  context: ImagesContext & Pick<ContentContext, 'images' | 'slowly'>,
): ImageOperations {
  const { workspace, describe, origin, references } = context;
  const upload = createImageUpload(context, context.slowly ?? context.images);
  const changes = createImageChanges(context);

  return {
    async listImages() {
      const { images } = (await currentView(context.workspace)).snapshot;
      return [...images.keys()].sort(newestFolderFirst).map((path) => ({
        id: imageId(path),
        filename: fileName(path),
        url: imageAddress(path),
      }));
    },

    async listAdminImages() {
      const { snapshot, versions } = await currentView(context.workspace);
      const { posts, images, site } = snapshot;
      const users = await references.byImage({ posts: [...posts, ...versions.values()] });
      const ofSite = imagesOfSite(site, origin);
      const rows = new Map<string, AdminImage>();
      await runLimited([...images], PARALLEL, async ([path, blobId]) => {
        const info = await describe(path, blobId);
        const header = await ifSound(workspace.objects.sizeOf(blobId), null);
        rows.set(path, {
          ...uploadedImage({ path, size: info, bytes: header?.size ?? 0 }),
          blobId,
          thumbnail: info === null ? null : variantAddress(info, THUMBNAIL_WIDTH, 'webp'),
          uses: usesOf(users.get(path) ?? [], ofSite.has(path)),
        });
      });
      return [...rows].sort(([a], [b]) => newestFolderFirst(a, b)).map(([, row]) => row);
    },

    uploadImage: ({ image }, { author }) => upload(image, author),
    renameImage: ({ id, name }, { author }) => changes.rename({ id, name, author }),
    deleteImage: ({ id }, { author }) => changes.remove({ id, author }),

    async describeImages({ addresses }) {
      const seen = (await currentView(context.workspace)).snapshot;
      const infos = new Map<string, ImageInfo>();
      await runLimited(addresses, PARALLEL, async (address) => {
        const named = imageNamed(seen, address, origin);
        const info = named === null ? null : await describe(named.path, named.blobId);
        if (info !== null) infos.set(address, info);
      });
      return addresses.flatMap((address) => {
        const info = infos.get(address);
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
