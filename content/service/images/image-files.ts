import { createHash } from 'node:crypto';
import { createTurns } from '#content/git/concurrency.ts';
import { objectId } from '#content/git/objects/object-id.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import type { ImageFile } from '../../contract/fields.ts';
import type { UploadedImage } from '../../contract/images-operations.ts';
import { uuidOfPath } from '../../files/post-file.ts';
import type { Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { imageName } from '../../model/image.ts';
import { parisYear } from '../../model/paris-time.ts';
import { imageAddress, imagePath } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { ImagesContext } from '../content-context.ts';
import { authorView } from '../waiting/author-view.ts';
import type { PendingContext } from '../waiting/pending-keeping.ts';
import type { WorkTip } from '../waiting/work-branch.ts';
import type { Plan } from '../workspace.ts';
import type { CleanedImage, ImagePipeline } from './image-pipeline.ts';

/** Decoding takes a processor and a hundred megabytes: pages must keep theirs. */
const TURNS = { atOnce: 2, waiting: 20, secondsEach: 0.5 };

/** The newest content with the images that only the work branch has. */
export async function seenImages(context: PendingContext): Promise<Snapshot> {
  return (await authorView(context, await context.workspace.current())).snapshot;
}

/** The id of an image: a UUIDv5 of its path, in the namespace of files. */
export function imageId(path: string): string {
  return uuidOfPath(path);
}

/** The file's own name. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What a name says of the content. */
export function contentDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface ImageFacts {
  readonly path: string;
  /** Its size; null for one that cannot be shown. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly bytes: number;
}

/** What is answered for a file of the repository. */
export function uploadedImage({ path, size, bytes }: ImageFacts): UploadedImage {
  const { width, height } = size ?? { width: 0, height: 0 };
  return { id: imageId(path), url: imageAddress(path), filename: fileName(path), width, height, bytes };
}

/**
 * Puts pictures into the repository: cleaned (image-pipeline.ts), as one commit each. What is there already, whatever its
 * name, is answered without a commit, and so are the very bytes of an image that is there. No file is ever written over.
 */
export function createImageUpload(
  context: Pick<ImagesContext, 'workspace' | 'pending' | 'publishing' | 'describe'>,
  { clean }: Pick<ImagePipeline, 'clean'>,
) {
  const { workspace, publishing, describe } = context;
  const inTurn = createTurns(TURNS);

  async function stored(snapshot: Snapshot, blobId: string): Promise<UploadedImage | null> {
    for (const [path, id] of snapshot.images) {
      const size = id === blobId ? await describe(path, id) : null;
      if (size === null) continue;
      const bytes = (await workspace.objects.sizeOf(blobId))?.size ?? 0;
      return uploadedImage({ path, size, bytes });
    }
    return null;
  }

  return async ({ filename, bytes }: ImageFile, author: Person): Promise<UploadedImage> => {
    const same = await stored(await seenImages(context), objectId('blob', bytes));
    if (same !== null) return same;
    const image = await inTurn(() => clean(bytes));
    const blobId = objectId('blob', image.bytes);
    const plan = async (): Promise<Plan<UploadedImage>> => {
      const snapshot = await seenImages(context);
      const path = freePath(snapshot, { filename, image, year: parisYear(workspace.clock()) });
      const known = await stored(snapshot, blobId);
      return {
        changes: known === null ? [{ path, bytes: image.bytes }] : [],
        action: { kind: 'add-image', name: fileName(path) },
        value: known ?? uploadedImage({ path, size: image, bytes: image.bytes.length }),
      };
    };
    return publishing === 'apart' ? keepInOneCommit(context, author, plan) : workspace.change(author, plan);
  };
}

/** One commit of the work branch of what a plan says; ContentError 'not-found' where it says null, as the image is not there. */
export async function keepInOneCommit<Value>(
  { workspace, pending }: PendingContext,
  author: Person,
  plan: (tip: WorkTip) => Promise<Plan<Value> | null>,
): Promise<Value> {
  workspace.requireWritable();
  const values: { readonly value: Value }[] = [];
  const isDone = await pending.change(author, async (tip) => {
    const planned = await plan(tip);
    if (planned === null) return null;
    const { changes, action, value } = planned;
    values.push({ value });
    return { changes, message: commitMessage(action) };
  });
  const done = values.at(-1);
  if (!isDone || done === undefined) throw new ContentError('not-found', { what: 'Cette image' });
  return done.value;
}

interface NewImage {
  readonly filename: string;
  readonly image: CleanedImage;
  readonly year: number;
}

/** Twelve digits make it unlikely that other content has the name, not impossible. */
function freePath(snapshot: Snapshot, { filename, image, year }: NewImage): string {
  const { ending, bytes } = image;
  const digest = contentDigest(bytes);
  const taken = new Set([...snapshot.images.keys()].map((path) => path.toLowerCase()));
  for (let copy = 1; ; copy += 1) {
    const name = imageName(copy === 1 ? filename : `${copy}-${filename}`, { digest, ending });
    const path = imagePath(name, year);
    if (!taken.has(path)) return path;
  }
}
