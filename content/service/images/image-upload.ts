import type { ImageFile } from '../../contract/fields.ts';
import type { UploadedImage } from '../../contract/images-operations.ts';
import type { Person } from '../../model/change-set.ts';
import type { ImageInfo } from '../../model/image.ts';
import { imageName } from '../../model/image-name.ts';
import { parisYear } from '../../model/paris-time.ts';
import { imagePath } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { objectId } from '../../store/objects/object-id.ts';
import { makeOneCommit } from '../one-commit.ts';
import { createTurns } from '../turns.ts';
import type { Workspace } from '../workspace.ts';
import { fileName, uploadedImage } from './image-answers.ts';
import type { CleanedImage } from './image-cleaning.ts';
import { type ImagePipeline, inProcess } from './image-pipeline.ts';

/** Decoding takes a processor and a hundred megabytes: pages must keep theirs. */
const TURNS = { atOnce: 2, waiting: 20 } as const;

export type DescribeImage = (path: string, blobId: string) => Promise<ImageInfo | null>;

/**
 * Puts pictures into the repository: cleaned (image-cleaning.ts), as one commit each. What is there already, whatever its
 * name, is answered without a commit, and so are the very bytes of an image that is there. No file is ever written over.
 */
export function createImageUpload(
  workspace: Workspace,
  describe: DescribeImage,
  { clean }: Pick<ImagePipeline, 'clean'> = inProcess,
) {
  const inTurn = createTurns(TURNS);

  async function stored(snapshot: Snapshot, blobId: string): Promise<UploadedImage | null> {
    for (const [path, id] of snapshot.images) {
      const info = id === blobId ? await describe(path, id) : null;
      if (info === null) continue;
      const bytes = (await workspace.objects.sizeOf(blobId))?.size ?? 0;
      return uploadedImage({ path, width: info.width, height: info.height, bytes });
    }
    return null;
  }

  return async ({ filename, bytes }: ImageFile, author: Person): Promise<UploadedImage> => {
    const same = await stored(await workspace.current(), objectId('blob', bytes));
    if (same !== null) return same;
    const image = await inTurn(() => clean(bytes));
    const blobId = objectId('blob', image.bytes);
    return makeOneCommit(workspace, author, async (snapshot) => {
      const path = freePath(snapshot, { filename, image, year: parisYear(workspace.clock()) });
      const known = await stored(snapshot, blobId);
      return {
        changes: known === null ? [{ path, bytes: image.bytes }] : [],
        action: { kind: 'add-image', name: fileName(path) },
        value: known ?? uploadedImage({ ...image, path, bytes: image.bytes.length }),
      };
    });
  };
}

interface NewImage {
  readonly filename: string;
  readonly image: CleanedImage;
  readonly year: number;
}

/** Twelve digits make it unlikely that other content has the name, not impossible. */
function freePath(snapshot: Snapshot, { filename, image, year }: NewImage): string {
  const taken = new Set([...snapshot.images.keys()].map((path) => path.toLowerCase()));
  for (let copy = 1; ; copy += 1) {
    const name = imageName(copy === 1 ? filename : `${copy}-${filename}`, image);
    const path = imagePath(name, year);
    if (!taken.has(path)) return path;
  }
}
